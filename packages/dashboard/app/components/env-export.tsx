// Variables as the text of a .env file, to copy or to save. Secrets are in it by name alone, as comments.
import { writeDotenv } from '@levelrail/contract/dotenv.ts'
import { useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-text.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'

interface Exported {
  key: string
  value: string | null
}

export function EnvExport({ of, variables }: { of: string; variables: readonly Exported[] }) {
  const [isOpen, setOpen] = useState(false)
  if (variables.length === 0) return null
  const text = envText(variables)
  const hidden = variables.filter(({ value }) => value === null).length
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export .env</Button>
      {isOpen && (
        <Dialog title={`Variables of ${of}`} onClose={() => setOpen(false)}>
          <DialogBody>
            <TextAreaField
              label="Text of a .env file"
              rows={12}
              readOnly
              value={text}
              hint={hidden > 0 ? 'Secrets are never shown: they are here by name alone, as comments.' : undefined}
            />
          </DialogBody>
          <DialogActions>
            <CopyButton text={text} label="Copy the text" />
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
              download={`${of.replace(/[^\w.-]+/g, '-')}.env`}
              className={buttonClass('primary')}
            >
              Download
            </a>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

export function envText(variables: readonly Exported[]): string {
  return variables
    .map(({ key, value }) => (value === null ? `# ${key} is a secret\n` : writeDotenv({ [key]: value })))
    .join('')
}
