// Freeze windows and approvals: what a deploy may have to wait for. Spec 3.1; the paths are ours.
import Type from 'typebox'
import { del, get, patch, post, put } from '../route.ts'
import { Deploy } from '../schemas/deploys.ts'
import * as guards from '../schemas/guards.ts'

export const guardRoutes = {
  freezeList: get('/freeze-windows', {
    ability: 'read',
    result: Type.Array(guards.FreezeWindow),
    summary: 'Freeze windows by name, with the time in which each holds now and next',
  }),
  freezeCreate: post('/freeze-windows', {
    ability: 'write',
    body: guards.FreezeWindowCreate,
    result: guards.FreezeWindow,
    status: 201,
    summary: 'Make a freeze window, a single or a recurring one; deploys inside it are held',
  }),
  freezeCalendar: get('/freeze-windows/calendar', {
    ability: 'read',
    query: guards.FreezeCalendarQuery,
    result: Type.Array(guards.FreezeCalendarEntry),
    summary: 'Every time in which a freeze window holds, at most 100 days at once; the next 42 by default',
  }),
  freezeView: get('/freeze-windows/{id}', {
    ability: 'read',
    result: guards.FreezeWindow,
    summary: 'One freeze window',
  }),
  freezeUpdate: patch('/freeze-windows/{id}', {
    ability: 'write',
    body: guards.FreezeWindowUpdate,
    result: guards.FreezeWindow,
    summary: 'Change when a freeze window holds, its name or its reason',
  }),
  freezeDelete: del('/freeze-windows/{id}', {
    ability: 'write',
    summary: 'Remove a freeze window; what it alone held goes on at once',
  }),
  deployOverride: post('/apps/{name}/deploys/{deployId}/override-freeze', {
    ability: 'deploy',
    body: guards.FreezeOverride,
    result: Deploy,
    summary: 'Let a deploy that a freeze window holds go on at once, with a reason',
  }),
  approvalList: get('/approvals', {
    ability: 'read',
    query: guards.ApprovalQuery,
    result: Type.Array(guards.Approval),
    summary: 'Deploys that wait for an approval or had to, newest first',
  }),
  deployApprove: post('/apps/{name}/deploys/{deployId}/approve', {
    ability: 'deploy',
    body: guards.ApprovalDecision,
    result: Deploy,
    summary: 'Approve a deploy of somebody else; needs a signed-in person',
  }),
  deployReject: post('/apps/{name}/deploys/{deployId}/reject', {
    ability: 'deploy',
    body: guards.ApprovalDecision,
    result: Deploy,
    summary: 'Reject a deploy of somebody else, which cancels it; needs a signed-in person',
  }),
  approvalRuleList: get('/approval-rules', {
    ability: 'read',
    result: Type.Array(guards.ApprovalRule),
    summary: 'Which apps and environments need approvals',
  }),
  appApprovalRuleSet: put('/apps/{name}/approval-rule', {
    ability: 'root',
    body: guards.ApprovalRuleSet,
    result: guards.ApprovalRule,
    summary: 'Deploys of this app need approvals',
  }),
  appApprovalRuleDelete: del('/apps/{name}/approval-rule', {
    ability: 'root',
    summary: 'Deploys of this app need no approval of their own any more',
  }),
  environmentApprovalRuleSet: put('/environments/{id}/approval-rule', {
    ability: 'root',
    body: guards.ApprovalRuleSet,
    result: guards.ApprovalRule,
    summary: 'Deploys of every app in this environment need approvals',
  }),
  environmentApprovalRuleDelete: del('/environments/{id}/approval-rule', {
    ability: 'root',
    summary: 'Deploys in this environment need no approval because of it any more',
  }),
}
