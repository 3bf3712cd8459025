// Where an automatic rollback goes. Pure. Spec 3.3.
import type { StoredDeploy } from './deploy.ts'

/** The newest healthy deploy with another image than the one that runs; the tag may be the same. */
export function chooseRollback<D extends Pick<StoredDeploy, 'digest'>>(
  runningDigest: string,
  healthyNewestFirst: readonly D[],
): D | undefined {
  return healthyNewestFirst.find(({ digest }) => digest !== null && digest !== runningDigest)
}
