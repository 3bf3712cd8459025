// A drop-down menu (Radix, non-modal: the modal kind would inject a style element, which the policy forbids).
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

const item =
  'flex h-8 items-center gap-2 rounded px-2 outline-none select-none cursor-pointer data-highlighted:bg-hover data-disabled:opacity-50'

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 animate-[appear_80ms] rounded-md border border-line bg-raised p-1 text-ink shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  onSelect: () => void
  children: ReactNode
  isDangerous?: boolean
  disabled?: boolean
}

export function MenuItem({ onSelect, children, isDangerous = false, disabled = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} disabled={disabled} className={clsx(item, isDangerous && 'text-bad')}>
      {children}
    </DropdownMenu.Item>
  )
}

interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; icon?: ReactNode }[]
  onChange: (value: V) => void
}

export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-small text-faint">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => {
            event.preventDefault()
            onChange(option.value)
          }}
          className={item}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check className="size-3.5" aria-hidden="true" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
