// Where you are signed in, and the way to end what is not you.
import type { Session } from '@levelrail/contract/schemas/auth.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys, sessionsQuery } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { browserWords } from '../components/words.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'

const columns: readonly Column<Session>[] = [
  {
    title: 'Browser',
    cell: (session) => (
      <span className="flex items-center gap-2" title={session.user_agent}>
        <span className="font-strong">{browserWords(session.user_agent)}</span>
        {session.current && <Badge tone="ok">this one</Badge>}
      </span>
    ),
  },
  { title: 'Address', cell: (session) => <code>{session.address}</code> },
  { title: 'Last seen', cell: (session) => <RelativeTime at={session.last_seen_at} /> },
  { title: 'Signed in', cell: (session) => <RelativeTime at={session.created_at} /> },
  { title: 'Ends', cell: (session) => <RelativeTime at={session.expires_at} /> },
]

export function AccountSessions() {
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.sessions })
  const revoke = useMutation({
    mutationFn: (id: string) => api.sessionRevoke({ params: { id } }),
    onSuccess: async () => {
      await refresh()
      toast('That session is ended')
    },
  })
  const revokeOthers = useMutation({
    mutationFn: () => api.sessionRevokeOthers(),
    onSuccess: async () => {
      await refresh()
      toast('Your other sessions are ended')
    },
  })
  const actions: Column<Session> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right',
    cell: (session) =>
      !session.current && (
        <Button
          look="ghost"
          className="h-6! px-2! max-list:-ml-2"
          aria-label={`End the session of ${browserWords(session.user_agent)} at ${session.address}`}
          onClick={() => revoke.mutate(session.id)}
        >
          End
        </Button>
      ),
  }
  const others = sessions?.filter((session) => !session.current).length ?? 0
  const failure = error ?? revoke.error ?? revokeOthers.error
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4 max-shell:px-4">
        <p className="text-muted">
          Every browser that is signed in as you. End what you do not know, then change your password.
        </p>
        <Button disabled={others === 0} pending={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
          End all others
        </Button>
      </div>
      {failure && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure
            error={failure}
            act={error ? 'load your sessions' : 'end the session'}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {(sessions || !error) && (
        <Table label="Sessions" columns={[...columns, actions]} rows={sessions} rowKey={(session) => session.id} />
      )}
    </>
  )
}
