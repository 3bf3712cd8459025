// Variables that organizations, projects and environments share with their apps, and what an app gets. Spec 2.3, 4.3.
import Type from 'typebox'
import { del, get, put } from '../route.ts'
import * as env from '../schemas/env.ts'

export const envRoutes = {
  ...organizationEnv(),
  ...projectEnv(),
  ...environmentEnv(),
  appEnvEffective: get('/apps/{name}/env/effective', {
    ability: 'read',
    result: Type.Array(env.EffectiveVariable),
    keep: true,
    summary: 'What the app gets from all layers now, with the layer of each value and what it shadows',
  }),
  appEnvPending: get('/apps/{name}/env/pending', {
    ability: 'read',
    result: Type.Array(env.EnvChange),
    keep: true,
    summary: 'Variables that differ from what runs; they take effect with the next deploy or restart',
  }),
}

function organizationEnv() {
  const rows = sharedEnv('organizations')
  return {
    organizationEnvView: rows.view,
    organizationEnvReplace: rows.replace,
    organizationEnvAll: rows.all,
    organizationSecretList: rows.secretList,
    organizationSecretSet: rows.secretSet,
    organizationSecretDelete: rows.secretDelete,
  }
}

function projectEnv() {
  const rows = sharedEnv('projects')
  return {
    projectEnvView: rows.view,
    projectEnvReplace: rows.replace,
    projectEnvAll: rows.all,
    projectSecretList: rows.secretList,
    projectSecretSet: rows.secretSet,
    projectSecretDelete: rows.secretDelete,
  }
}

function environmentEnv() {
  const rows = sharedEnv('environments')
  return {
    environmentEnvView: rows.view,
    environmentEnvReplace: rows.replace,
    environmentEnvAll: rows.all,
    environmentSecretList: rows.secretList,
    environmentSecretSet: rows.secretSet,
    environmentSecretDelete: rows.secretDelete,
  }
}

/** The same six rows for each tier. */
function sharedEnv<Owners extends 'organizations' | 'projects' | 'environments'>(owners: Owners) {
  return {
    view: get(`/${owners}/{id}/env`, {
      ability: 'read',
      result: env.SharedEnv,
      keep: true,
      summary: `Plain variables that one of the ${owners} shares`,
    }),
    replace: put(`/${owners}/{id}/env`, {
      ability: 'write',
      body: env.SharedEnv,
      result: env.SharedEnv,
      summary: `Write all plain variables that one of the ${owners} shares; its secrets stay`,
    }),
    all: get(`/${owners}/{id}/env/all`, {
      ability: 'read',
      result: Type.Array(env.SharedVariable),
      keep: true,
      summary: `Plain and secret variables that one of the ${owners} shares, secrets without value`,
    }),
    secretList: get(`/${owners}/{id}/env/secrets`, {
      ability: 'read',
      result: Type.Array(Type.String()),
      keep: true,
      summary: `Names of the secrets that one of the ${owners} shares`,
    }),
    secretSet: put(`/${owners}/{id}/env/secrets/{key}`, {
      ability: 'write',
      body: env.SharedSecretSet,
      summary: `Set a secret that one of the ${owners} shares; a plain variable of that name becomes it`,
    }),
    secretDelete: del(`/${owners}/{id}/env/secrets/{key}`, {
      ability: 'write',
      summary: `Remove a secret that one of the ${owners} shares`,
    }),
  }
}
