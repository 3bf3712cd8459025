// Rules of the app at the ingress: what is done with requests before the app sees them.
import type { AppRules as Rules } from '@levelrail/contract/schemas/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { fieldError } from '../api/failure.ts'
import { rulesQuery, useRulesChange } from '../api/ingress-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ChangeList } from '../components/change-list.tsx'
import { Failure } from '../components/failure.tsx'
import { MaintenanceBanner, MaintenanceSwitch } from '../forms/maintenance.tsx'
import { allRules } from '../forms/rules/all-rules.ts'
import { rulesChange, rulesChangeWords, rulesDraft } from '../forms/rules-draft.ts'
import { SaveBar } from '../forms/save-bar.tsx'
import { useDraft } from '../hooks/use-draft.ts'
import { useRefusedField } from '../hooks/use-refused-field.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppRules() {
  const { name } = route.useParams()
  const { data: rules, error, refetch } = useQuery(rulesQuery(name))
  if (!rules)
    return error ? (
      <div className="p-6 max-shell:p-4">
        <Failure error={error} act="load the rules" onRetry={() => void refetch()} />
      </div>
    ) : (
      <div className="grid gap-4 p-6 max-shell:p-4">
        <Skeleton className="w-40" />
        <Skeleton className="h-32! w-full max-w-2xl" />
      </div>
    )
  return (
    <>
      <MaintenanceBanner name={name} maintenance={rules.maintenance} />
      <MaintenanceSwitch name={name} maintenance={rules.maintenance} />
      <RulesForm key={name} name={name} rules={rules} />
    </>
  )
}

function RulesForm({ name, rules }: { name: string; rules: Rules }) {
  const mayEdit = can.editApps(useIdentity())
  const { draft, base, set, discard } = useDraft(rules, rulesDraft)
  const change = rulesChange(draft, base)
  const save = useRulesChange(name)
  const form = useRefusedField(save.error)
  return (
    <form
      ref={form}
      aria-label="Rules"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(change, {
          onSuccess: () => {
            discard()
            toast('Rules saved')
          },
        })
      }}
    >
      {Object.entries(allRules).map(([key, Part]) => (
        <Part
          key={key}
          draft={draft}
          set={set}
          disabled={!mayEdit}
          errorAt={(field) => fieldError(save.error, field)}
        />
      ))}
      <SaveBar
        act="save the rules"
        isShown={Object.keys(change).length > 0}
        error={save.error}
        pending={save.isPending}
        note="Rules act at once, without a deploy."
        onDiscard={() => {
          discard()
          save.reset()
        }}
      >
        <ChangeList changes={rulesChangeWords(change, base)} />
      </SaveBar>
    </form>
  )
}
