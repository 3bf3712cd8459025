// Every secret value that a container of an app may know, and so may write into its log: those of now, those that what
// runs was started with, and those of the deploys whose containers are still there.
import type { Context } from '../../context.ts'
import { getDeploy } from '../deploys/deploy-view.ts'
import type { StoredApp } from './app.ts'
import { deployEnvPlace, openSecrets, runningEnvPlace } from './app-env.ts'
import { listSecretRows, secretPlace } from './app-secret-store.ts'

export async function knownSecrets(
  ctx: Pick<Context, 'db' | 'box'>,
  app: StoredApp,
  deployIds: readonly string[],
): Promise<string[]> {
  const values = new Set(Object.values(openSecrets(ctx, runningEnvPlace(app.name), app.runningEnvSealed)))
  for (const { name, value_sealed } of await listSecretRows(ctx.db, app.name)) {
    const value = ctx.box?.open(secretPlace(app.name, name), value_sealed).reveal()
    if (value !== undefined) values.add(value)
  }
  for (const id of new Set(deployIds)) {
    const deploy = await getDeploy(ctx.db, id)
    if (!deploy) continue
    for (const value of Object.values(openSecrets(ctx, deployEnvPlace(id), deploy.envSealed))) values.add(value)
  }
  return [...values]
}
