// One person: what they may do, a new password, and removal.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf, useIdentity, usersQuery } from '../api/queries.ts'
import { can } from '../can.ts'
import { UserEdit } from '../forms/user-edit.tsx'
import { UserPasswordReset } from '../forms/user-password-reset.tsx'
import { UserRemove } from '../forms/user-remove.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/shell/users/$userId')

export function UserDrawer() {
  const { userId } = route.useParams()
  const who = useIdentity()
  const navigate = useNavigate()
  const users = rowsOf(useInfiniteQuery(usersQuery).data)
  const [act, setAct] = useState<'edit' | 'password' | 'remove'>('edit')
  const user = users?.find((candidate) => candidate.id === userId)
  const close = () => void navigate({ to: paths.users })
  const back = () => setAct('edit')
  if (user && act === 'password') return <UserPasswordReset user={user} onDone={back} />
  if (user && act === 'remove') return <UserRemove user={user} onCancel={back} onRemoved={close} />
  return (
    <Dialog title={user?.display_name ?? 'Person'} shape="drawer" onClose={close}>
      {user && (
        <UserEdit
          key={user.id}
          user={user}
          isSelf={user.id === who.user.id}
          onClose={close}
          actions={
            <>
              <Button onClick={() => setAct('password')}>Set a new password</Button>
              {can.removeUser(who, user) && (
                <Button look="danger" onClick={() => setAct('remove')}>
                  Remove this person
                </Button>
              )}
            </>
          }
        />
      )}
      {!user && (
        <DialogBody>
          {users ? (
            <Notice tone="bad" title="No such person">
              They may have been removed. Close this and look in the list.
            </Notice>
          ) : (
            <Skeleton className="w-48" />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}
