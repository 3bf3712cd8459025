// First-run set-up, sign-in, sessions, second factor and API tokens. Spec 5.
import Type from 'typebox'
import { del, get, patch, post, put } from '../route.ts'
import * as auth from '../schemas/auth.ts'
import { User } from '../schemas/users.ts'

export const authRoutes = {
  setupView: get('/auth/setup', {
    ability: 'none',
    result: auth.SetupStatus,
    summary: 'Whether the first admin is still to be made',
  }),
  setupComplete: post('/auth/setup', {
    ability: 'none',
    body: auth.Setup,
    result: User,
    status: 201,
    summary: 'Make the first admin with the one-time token, and sign in',
  }),
  login: post('/auth/login', {
    ability: 'none',
    body: auth.Login,
    result: auth.LoginResult,
    summary: 'Sign in with e-mail and password; answers a token for the second factor where one is set',
  }),
  loginVerify: post('/auth/2fa/verify', {
    ability: 'none',
    body: auth.MfaVerify,
    result: User,
    summary: 'Finish signing in with a code of the second factor or a recovery code',
  }),
  logout: post('/auth/logout', { ability: 'session', summary: 'End this session' }),
  sessionView: get('/auth/session', {
    ability: 'read',
    result: auth.Identity,
    summary: 'Who the caller is and what they may do',
  }),
  sessionList: get('/auth/sessions', {
    ability: 'session',
    result: Type.Array(auth.Session),
    summary: 'Your sessions, newest first',
  }),
  sessionRevoke: del('/auth/sessions/{id}', { ability: 'session', summary: 'End one of your sessions' }),
  sessionRevokeOthers: post('/auth/sessions/revoke-others', {
    ability: 'session',
    summary: 'End all of your other sessions',
  }),
  profileUpdate: patch('/auth/profile', {
    ability: 'session',
    body: auth.ProfileUpdate,
    result: User,
    summary: 'Change your own display name',
  }),
  passwordChange: put('/auth/password', {
    ability: 'session',
    body: auth.PasswordChange,
    summary: 'Change your password; your other sessions end',
  }),
  twoFactorView: get('/auth/2fa', {
    ability: 'session',
    result: auth.TwoFactorStatus,
    summary: 'Whether your second factor is on',
  }),
  twoFactorSetup: post('/auth/2fa/setup', {
    ability: 'session',
    result: auth.TwoFactorSetup,
    summary: 'Make a secret for an authenticator app; it counts once confirmed',
  }),
  twoFactorConfirm: post('/auth/2fa/confirm', {
    ability: 'session',
    body: auth.MfaCode,
    result: auth.RecoveryCodes,
    summary: 'Turn the second factor on with a first code; answers the recovery codes once',
  }),
  twoFactorDisable: post('/auth/2fa/disable', {
    ability: 'session',
    body: auth.MfaCode,
    summary: 'Turn the second factor off with a code or a recovery code',
  }),
  recoveryCodesRenew: post('/auth/2fa/recovery-codes', {
    ability: 'session',
    body: auth.MfaCode,
    result: auth.RecoveryCodes,
    summary: 'Replace the recovery codes; the old ones stop working',
  }),
  tokenList: get('/auth/tokens', {
    ability: 'session',
    result: Type.Array(auth.Token),
    summary: 'API tokens, newest first; an admin sees everybody’s',
  }),
  tokenCreate: post('/auth/tokens', {
    ability: 'session',
    body: auth.TokenCreate,
    result: auth.NewToken,
    status: 201,
    summary: 'Make an API token; its text is shown once',
  }),
  tokenRevoke: del('/auth/tokens/{id}', { ability: 'session', summary: 'Revoke an API token at once' }),
}
