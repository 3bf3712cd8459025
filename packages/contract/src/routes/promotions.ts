// Promotion of an app from one environment to another. Spec 4.2.
import { get, post } from '../route.ts'
import { Deploy } from '../schemas/deploys.ts'
import * as promotions from '../schemas/promotions.ts'

export const promotionRoutes = {
  appPromote: post('/apps/{name}/promote', {
    ability: 'deploy',
    body: promotions.Promote,
    result: Deploy,
    status: 202,
    summary: 'Deploy the very image that the app runs to its counterpart in another environment',
  }),
  appPromotePreview: get('/apps/{name}/promote/preview', {
    ability: 'read',
    query: promotions.PromotePreviewQuery,
    result: promotions.PromotePreview,
    summary: 'What a promotion would change, what differs besides, and what stands in its way',
  }),
}
