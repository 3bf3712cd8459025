// Settings of the platform that are kept in the store and changed while it runs. Spec 4.6.
import { get, put } from '../route.ts'
import { IngressSettings, IngressSettingsUpdate } from '../schemas/ingress-settings.ts'

export const settingsRoutes = {
  ingressSettingsView: get('/settings/ingress', {
    ability: 'read',
    result: IngressSettings,
    keep: true,
    summary: 'Primary domain, port of links, TLS in front of the ingress, ACME',
  }),
  ingressSettingsSet: put('/settings/ingress', {
    ability: 'root',
    body: IngressSettingsUpdate,
    result: IngressSettings,
    summary: 'Change settings of the ingress; what is left out stays as it is',
  }),
}
