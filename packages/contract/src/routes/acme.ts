// Certificates from a certificate authority.
import { post } from '../route.ts'

export const acmeRoutes = {
  certificateRenew: post('/certificates/{id}/renew', {
    ability: 'root',
    status: 202,
    summary: 'Order a certificate now, whatever was waited for; 409 unless it comes by ACME',
  }),
}
