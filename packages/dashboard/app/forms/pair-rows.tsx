// Rows of two short texts: variables, labels, volumes. A `.env` text pasted into a name becomes rows.
import { parseDotenv } from '@levelrail/contract/dotenv.ts'
import { Plus, X } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { TextAreaField } from '../ui/field.tsx'

export interface Pair {
  id: number
  key: string
  value: string
}

interface PairRowsProps {
  /** What one row is: "variable", "label", "volume". */
  what: string
  keyLabel: string
  valueLabel: string
  rows: readonly Pair[]
  onChange: (rows: Pair[]) => void
  keyPattern?: string
  keyHint?: string
  valuePattern?: string
  isValueNeeded?: boolean
  takesEnvText?: boolean
  /** Said under the row of this key. */
  noteOn?: ((key: string) => ReactNode) | undefined
  disabled?: boolean
}

export const envKeyPattern = '[A-Za-z_][A-Za-z0-9_]*'
export const envKeyHint = 'Letters, digits and _, not beginning with a digit'

let nextId = 1

export function pairsOf(entries: readonly (readonly [string, string])[]): Pair[] {
  return entries.map(([key, value]) => ({ id: nextId++, key, value }))
}

/** Empty rows do not count; the last of two with one name wins. */
export function recordOf(rows: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(rows.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]))
}

const input =
  'h-8 min-w-0 rounded-md border border-edge bg-page px-2.5 font-mono disabled:opacity-60 invalid:border-bad'

export function PairRows(props: PairRowsProps) {
  const { what, keyLabel, valueLabel, rows, onChange, disabled = false } = props
  const [isPasting, setPasting] = useState(false)
  const change = (id: number, part: Partial<Pair>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const add = (text: string) => onChange(merged(rows, Object.entries(parseDotenv(text).env)))
  return (
    <div className="grid gap-2">
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2rem] gap-2">
            <input
              aria-label={`${keyLabel} ${index + 1}`}
              placeholder={keyLabel}
              value={row.key}
              disabled={disabled}
              pattern={props.keyPattern}
              title={props.keyHint}
              required={row.value !== ''}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(row.id, { key: event.target.value })}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text')
                if (!props.takesEnvText || !text.includes('=')) return
                event.preventDefault()
                add(text)
              }}
              className={input}
            />
            <input
              aria-label={`${valueLabel} ${index + 1}`}
              placeholder={valueLabel}
              value={row.value}
              disabled={disabled}
              pattern={props.valuePattern}
              required={props.isValueNeeded === true && row.key !== ''}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(row.id, { value: event.target.value })}
              className={input}
            />
            <IconButton
              label={`Remove ${what} ${row.key || index + 1}`}
              disabled={disabled}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            >
              <X className="size-3.5" aria-hidden="true" />
            </IconButton>
          </div>
          {props.noteOn?.(row.key.trim())}
        </Fragment>
      ))}
      {!disabled && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onChange([...rows, ...pairsOf([['', '']])])}>
            <Plus className="size-3.5" aria-hidden="true" />
            Add a {what}
          </Button>
          {props.takesEnvText && (
            <Button aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
              Paste .env
            </Button>
          )}
        </div>
      )}
      {isPasting && (
        <EnvPaste
          onAdd={(text) => {
            add(text)
            setPasting(false)
          }}
        />
      )}
    </div>
  )
}

/** Rows of plain variables, which take a pasted `.env` text. */
export function VariableRows(props: Pick<PairRowsProps, 'rows' | 'onChange' | 'noteOn' | 'disabled'>) {
  return (
    <PairRows
      what="variable"
      keyLabel="Name"
      valueLabel="Value"
      keyPattern={envKeyPattern}
      keyHint={envKeyHint}
      takesEnvText
      {...props}
    />
  )
}

function EnvPaste({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  const { env, problems } = parseDotenv(text)
  const count = Object.keys(env).length
  return (
    <div className="grid gap-2 rounded-md border border-line bg-rail p-3">
      <TextAreaField
        label="Text of a .env file"
        rows={5}
        value={text}
        placeholder={'GREETING=hello\n# comments and quotes are understood'}
        onChange={(event) => setText(event.target.value)}
        error={
          problems.length > 0
            ? problems
                .slice(0, 3)
                .map(({ line, reason }) => `Line ${line} ${reason}.`)
                .join(' ')
            : undefined
        }
        hint="What is there already under the same name is replaced."
      />
      <Button className="justify-self-start" disabled={count === 0} onClick={() => onAdd(text)}>
        {count === 1 ? 'Take 1 variable' : `Take ${count} variables`}
      </Button>
    </div>
  )
}

function merged(rows: readonly Pair[], pairs: readonly (readonly [string, string])[]): Pair[] {
  const incoming = new Map(pairs)
  const kept = rows
    .filter(({ key, value }) => key !== '' || value !== '')
    .map((row) => ({ ...row, value: incoming.get(row.key) ?? row.value }))
  const known = new Set(kept.map(({ key }) => key))
  return [...kept, ...pairsOf([...incoming].filter(([key]) => !known.has(key)))]
}
