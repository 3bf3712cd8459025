// API tokens: whose, what they may do, when last used, when they end. The text is shown once, when one is made.
import type { Token } from '@levelrail/contract/schemas/auth.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { tokensQuery, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { policyWords } from '../components/words.ts'
import { TokenRevoke } from '../forms/token-revoke.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { Tone } from '../ui/status-mark.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/tokens')

function NoTokens() {
  return (
    <EmptyState
      icon={<KeyRound className="size-4" aria-hidden="true" />}
      title="No tokens"
      body="A token lets a program use the API: a CI job that deploys, a script that reads status. Give it only what it needs."
      action={<NewLink />}
    />
  )
}

const columns: readonly Column<Token>[] = [
  { title: 'Name', cell: (token) => <span className="font-strong whitespace-nowrap">{token.name}</span> },
  { title: 'State', cell: (token) => <State token={token} /> },
  {
    title: 'Abilities',
    cell: (token) => (
      <span className="flex flex-wrap gap-1">
        {token.abilities.map((ability) => (
          <Badge key={ability} mono>
            {ability}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    title: 'May touch',
    cell: (token) => (
      <span title={policyWords(token.policy)} className="block max-w-48 truncate text-muted">
        {policyWords(token.policy)}
      </span>
    ),
    isMinor: true,
  },
  { title: 'Last used', cell: (token) => <RelativeTime at={token.last_used_at} /> },
  { title: 'Made', cell: (token) => <RelativeTime at={token.created_at} />, isMinor: true },
]

export function TokensPage() {
  const who = useIdentity()
  const { ended: isEndedShown = false } = route.useSearch()
  const isAdmin = can.manageUsers(who)
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [revoking, setRevoking] = useState<Token>()
  const endedCount = tokens?.filter((token) => stateOf(token).ended).length ?? 0
  const shown = tokens?.filter((token) => isEndedShown || !stateOf(token).ended)
  const owner: Column<Token> = {
    title: 'Owner',
    cell: ({ owner_id, owner: email }) => (owner_id === who.user.id ? 'you' : email),
  }
  const actions: Column<Token> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right',
    cell: (token) =>
      can.revokeToken(who, token) &&
      !stateOf(token).ended && (
        <Button
          look="ghost"
          className="h-6! px-2! max-list:-ml-2"
          aria-label={`Revoke ${token.name}`}
          onClick={() => setRevoking(token)}
        >
          Revoke
        </Button>
      ),
  }
  const [name, ...rest] = columns
  const all = [...(name ? [name] : []), ...(isAdmin ? [owner] : []), ...rest, actions]
  return (
    <>
      <PageHeader title="Tokens" action={shown?.length !== 0 && <NewLink />}>
        {isAdmin ? 'Credentials of programs, of everybody.' : 'Credentials of your programs.'}
        {endedCount > 0 && (
          <>
            {' '}
            <Link
              to={paths.tokens}
              search={isEndedShown ? {} : { ended: true }}
              className="rounded-sm text-accent-text hover:underline"
            >
              {isEndedShown ? 'Hide' : 'Show'} {endedCount} ended
            </Link>
          </>
        )}
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the tokens" onRetry={() => void refetch()} />
        </div>
      )}
      {shown?.length === 0 && <NoTokens />}
      {(shown ? shown.length > 0 : !error) && (
        <Table label="Tokens" columns={all} rows={shown} rowKey={(token) => token.id} />
      )}
      {revoking && <TokenRevoke token={revoking} onDone={() => setRevoking(undefined)} />}
      <Outlet />
    </>
  )
}

function NewLink() {
  return (
    <Link to={paths.tokenNew} className={buttonClass('primary')}>
      <Plus className="size-3.5" aria-hidden="true" />
      New token
    </Link>
  )
}

function State({ token }: { token: Token }) {
  const { tone, word, at } = stateOf(token)
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Badge tone={tone}>{word}</Badge>
      {at ? (
        <span className="text-small text-muted">
          {word === 'active' && 'ends '}
          <RelativeTime at={at} />
        </span>
      ) : (
        <span className="text-small text-muted">does not end</span>
      )}
    </span>
  )
}

function stateOf(token: Token): { tone: Tone; word: string; at: string | null; ended: boolean } {
  if (token.revoked_at) return { tone: 'stopped', word: 'revoked', at: token.revoked_at, ended: true }
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()
  if (isExpired) return { tone: 'stopped', word: 'expired', at: token.expires_at, ended: true }
  return { tone: 'ok', word: 'active', at: token.expires_at, ended: false }
}
