// Certificates of the ingress. Spec 4.4.
import Type from 'typebox'
import { del, get, post } from '../route.ts'
import { Certificate, CertificateCreate } from '../schemas/certificates.ts'

export const certificateRoutes = {
  certificateList: get('/certificates', {
    ability: 'read',
    result: Type.Array(Certificate),
    summary: 'Certificates of the ingress, how long they are good, and which domains use them',
  }),
  certificateCreate: post('/certificates', {
    ability: 'root',
    body: CertificateCreate,
    result: Certificate,
    status: 201,
    summary: 'Upload a certificate with its key; domains that it fits use it at once',
  }),
  certificateDelete: del('/certificates/{id}', {
    ability: 'root',
    summary: 'Remove an uploaded certificate; its domains get another one',
  }),
  certificateAuthorityView: get('/certificates/ca', {
    ability: 'read',
    text: true,
    summary: 'Root certificate of the internal authority as PEM, to be trusted by clients',
  }),
}
