// The recovery codes, once: copy them, keep them in a file, then say that they are kept.
import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-text.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title="Recovery codes" isSticky onClose={onDone}>
      <DialogBody>
        <Notice tone="held" title="Keep these now">
          This is the only time they are shown. Each lets you in once when your phone is not at hand.
        </Notice>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-8 gap-y-1 rounded-md border border-line bg-rail px-4 py-3"
        >
          {codes.map((code) => (
            <li key={code}>
              <code className="select-all">{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex gap-2">
          <CopyButton text={text} label="Copy the recovery codes" />
          <Button onClick={() => download(text)}>
            <Download className="size-3.5" aria-hidden="true" />
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `levelrail-recovery-codes-${location.hostname}.txt`
  link.click()
  URL.revokeObjectURL(url)
}
