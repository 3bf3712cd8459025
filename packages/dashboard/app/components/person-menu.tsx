// The person: who is signed in, the theme, and the way out.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { api } from '../api/client.ts'
import { useIdentity } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { setTheme, useTheme } from '../theme.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'

export const themes = [
  { value: 'system', label: 'As the system', icon: <Monitor className="size-3.5" aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun className="size-3.5" aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon className="size-3.5" aria-hidden="true" /> },
] as const

/** Ends the session and forgets everything of the person. */
export function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.logout(),
    onSuccess: async () => {
      await navigate({ to: paths.login, search: {} })
      queryClient.clear()
    },
  })
}

export function PersonMenu() {
  const { user } = useIdentity()
  const theme = useTheme()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Menu of ${user.display_name}`}
          className="grid size-8 place-items-center rounded-full border border-line bg-rail text-small font-strong text-muted hover:border-edge hover:text-ink"
        >
          {initials(user.display_name)}
        </button>
      }
    >
      <div className="max-w-64 px-2 py-1.5">
        <p className="truncate font-strong">{user.display_name}</p>
        <p className="truncate text-small text-muted">
          {user.email} · {user.role}
        </p>
      </div>
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ to: paths.account })}>
        <UserRound className="size-3.5" aria-hidden="true" />
        Account & security
      </MenuItem>
      <MenuLine />
      <MenuChoice label="Theme" value={theme} options={themes} onChange={setTheme} />
      <MenuLine />
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut className="size-3.5" aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
