// Text that people carry elsewhere, with a button that copies it and says that it did.
import clsx from 'clsx'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

export function CopyText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <div className={clsx('flex items-start gap-2 rounded-md border border-line bg-rail p-1 pl-3', className)}>
      <code className="min-w-0 flex-1 py-1.5 leading-5 break-all select-all">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  )
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const Icon = state === 'copied' ? Check : Copy
  return (
    <Button
      aria-label={label}
      onClick={async () => {
        setState(await copy(text))
        setTimeout(() => setState('idle'), 2_000)
      }}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      <span aria-live="polite">{state === 'copied' ? 'Copied' : state === 'refused' ? 'Select and copy' : 'Copy'}</span>
    </Button>
  )
}

/** The clipboard is missing on plain HTTP away from localhost; the text can still be selected by hand. */
async function copy(text: string): Promise<'copied' | 'refused'> {
  if (!navigator.clipboard) return 'refused'
  return navigator.clipboard.writeText(text).then(
    () => 'copied',
    () => 'refused',
  )
}
