// A command as one line, with the words it is split into below it, since no shell will do that later.
import { TextAreaField } from '../ui/field.tsx'
import { splitCommand } from './command-line.ts'

interface CommandLineFieldProps {
  label: string
  hint: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  disabled: boolean
}

export function CommandLineField({ label, value, onChange, error, ...rest }: CommandLineFieldProps) {
  const { words, problem } = splitCommand(value)
  return (
    <div className="grid gap-2">
      <TextAreaField
        {...rest}
        // The browser keeps a form from being sent while a field of it has something to say.
        ref={(area) => area?.setCustomValidity(problem ?? '')}
        label={label}
        rows={2}
        value={value}
        error={problem ?? error}
        onChange={(event) => onChange(event.target.value)}
      />
      {words.length > 0 && (
        <ol aria-label={`Words of ${label.toLowerCase()}`} className="flex flex-wrap gap-1">
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word has no name but its place
            <li key={index} className="min-w-0 rounded-sm border border-line bg-rail px-1.5">
              <code className="whitespace-pre-wrap wrap-anywhere">{word === '' ? '(empty)' : word}</code>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
