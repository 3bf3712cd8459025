// What stands in the way of a promotion, and which field of the request goes past it. Pure. Spec 4.2.
import type { Blocker, Promote } from '@levelrail/contract/schemas/promotions.ts'

export interface PromotionFacts {
  source: { name: string; isDeployed: boolean; notReady: string | undefined }
  environment: { name: string; protected: boolean }
  /** All that it could be for. */
  targets: string[]
  /** Of the one target, if there is one. */
  target:
    | { name: string; isSuspended: boolean; isDeploying: boolean; isUnchanged: boolean; missing: string[] }
    | undefined
  /** What keeps a deploy of the target waiting. */
  holds: Blocker[]
}

export function findBlockers({ source, environment, targets, target, holds }: PromotionFacts): Blocker[] {
  const blockers: Blocker[] = []
  const refuse = (code: Blocker['code'], message: string, lifted_by: Blocker['lifted_by'] = null) =>
    blockers.push({ code, message, effect: 'refused', lifted_by })
  const name = JSON.stringify(source.name)
  if (!source.isDeployed) refuse('never_deployed', `app ${name} was never deployed: there is no image to promote`)
  else if (source.notReady !== undefined)
    refuse('source_not_ready', `app ${name} is not ready: ${source.notReady}`, 'force')
  if (!target) refuse('no_target', noTarget(name, environment.name, targets))
  else {
    const other = JSON.stringify(target.name)
    if (target.isSuspended) refuse('target_stopped', `app ${other} is stopped: start it first`)
    if (target.isDeploying)
      refuse('target_deploying', `a deploy of ${other} is in progress, which this would supersede`, 'force')
    if (target.isUnchanged) refuse('unchanged', `app ${other} runs this image already`, 'force')
    if (target.missing.length > 0)
      refuse('missing_env', `required secrets of ${other} have no value: ${target.missing.join(', ')}; set them first`)
  }
  if (environment.protected)
    refuse('protected_environment', `environment ${JSON.stringify(environment.name)} is protected`, 'confirm')
  return [...blockers, ...holds]
}

/** Those that the request does not go past, and that are not merely waited for. */
export function refusingBlockers(blockers: Blocker[], request: Pick<Promote, 'confirm' | 'force'>): Blocker[] {
  const isLifted = ({ lifted_by }: Blocker) =>
    (lifted_by === 'confirm' && request.confirm === true) || (lifted_by === 'force' && request.force === true)
  return blockers.filter((blocker) => blocker.effect === 'refused' && !isLifted(blocker))
}

/** As the answer to a request that it refuses. */
export function refusalWords({ message, lifted_by }: Blocker): string {
  return lifted_by === null ? message : `${message}; set ${lifted_by}: true to proceed`
}

function noTarget(source: string, environment: string, targets: string[]): string {
  const where = `environment ${JSON.stringify(environment)}`
  return targets.length === 0
    ? `${where} has no app that goes with ${source}: name one in target_name, or clone it there first`
    : `${where} has several apps that go with ${source}: ${targets.join(', ')}; name one in target_name`
}
