// Shared by what answers challenges and what must leave them alone.
/** Where a certificate authority looks for the answer to its challenge. RFC 8555, 8.3. */
export const challengePath = '/.well-known/acme-challenge/'
