// Rules of an app at the ingress.
import { get, put } from '../route.ts'
import { AppRules, AppRulesSet } from '../schemas/rules.ts'

export const ruleRoutes = {
  appRulesView: get('/apps/{name}/rules', {
    ability: 'read',
    result: AppRules,
    keep: true,
    summary: 'What the ingress does with requests for the app: limits, lists, headers, sign-in, maintenance',
  }),
  appRulesSet: put('/apps/{name}/rules', {
    ability: 'write',
    body: AppRulesSet,
    result: AppRules,
    summary: 'Write all rules of the app; they act at once, and what is left out does nothing',
  }),
}
