// Ctrl/Cmd K: every page and the common acts, by typing. Loaded when first opened.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Box, Folders, LogOut, Plus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { projectsQuery } from '../api/project-queries.ts'
import { appsQuery, rowsOf, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { paths } from '../paths.ts'
import { setTheme } from '../theme.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useNavPages } from './navigation.tsx'
import { themes, useSignOut } from './person-menu.tsx'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const who = useIdentity()
  const pages = useNavPages()
  const { data } = useInfiniteQuery(appsQuery({}))
  const apps = rowsOf(data) ?? []
  const { data: projects = [] } = useQuery(projectsQuery)
  const navigate = useNavigate()
  const signOut = useSignOut()
  const go = (to: string) => () => {
    onClose()
    void navigate({ to })
  }
  return (
    <Dialog title="Search and commands" shape="palette" onClose={onClose}>
      <Command label="Search and commands" loop className="flex min-h-0 flex-col">
        <Command.Input
          autoFocus
          placeholder="Type a page or an act"
          className="h-12 shrink-0 border-b border-line bg-transparent px-4 outline-none"
        />
        <Command.List className="max-h-[64vh] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-muted">Nothing by that name.</Command.Empty>
          <Group heading="Go to">
            {pages.map((page) => (
              <Item key={page.path} icon={<page.icon className="size-4" />} words={page.words} onSelect={go(page.path)}>
                {page.title}
              </Item>
            ))}
          </Group>
          {apps.length > 0 && (
            <Group heading="Apps">
              {apps.map((app) => (
                <Item
                  key={app.name}
                  icon={<Box className="size-4" />}
                  words={`app ${app.image}`}
                  onSelect={go(`${paths.apps}/${app.name}`)}
                >
                  {app.name}
                </Item>
              ))}
            </Group>
          )}
          {projects.length > 0 && (
            <Group heading="Projects">
              {projects.map(({ id, name }) => (
                <Item
                  key={id}
                  value={id}
                  icon={<Folders className="size-4" />}
                  words={`project ${name}`}
                  onSelect={go(`${paths.projects}/${id}`)}
                >
                  {name}
                </Item>
              ))}
            </Group>
          )}
          <Group heading="Do">
            {can.editApps(who) && (
              <Item icon={<Plus className="size-4" />} words="deploy image create" onSelect={go(paths.appNew)}>
                New app
              </Item>
            )}
            <Item icon={<Plus className="size-4" />} words="api ci create" onSelect={go(paths.tokenNew)}>
              New token
            </Item>
            {can.manageUsers(who) && (
              <Item icon={<UserPlus className="size-4" />} words="user create invite" onSelect={go(paths.userNew)}>
                Add a person
              </Item>
            )}
            {themes.map((theme) => (
              <Item
                key={theme.value}
                icon={theme.icon}
                words="appearance colour dark light"
                onSelect={() => {
                  setTheme(theme.value)
                  onClose()
                }}
              >
                {`Theme: ${theme.label.toLowerCase()}`}
              </Item>
            ))}
            <Item icon={<LogOut className="size-4" />} words="log out leave" onSelect={() => signOut.mutate()}>
              Sign out
            </Item>
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  icon: ReactNode
  words: string
  onSelect: () => void
  children: string
  /** Where what is shown may be there twice. */
  value?: string
}

function Item({ icon, words, onSelect, children, value = children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={words.split(' ')}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-md px-2 text-muted select-none aria-selected:bg-hover aria-selected:text-ink"
    >
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {icon}
      </span>
      {children}
    </Command.Item>
  )
}
