// What name servers say of a host.

export interface DnsAnswer {
  a: string[]
  aaaa: string[]
  cname: string[]
  /** What a name server said in place of an answer, such as SERVFAIL; undefined when all answered. */
  problem: string | undefined
}

export interface Dns {
  /** A name that is not there has no records; that is no error. */
  lookUp(host: string, signal: AbortSignal): Promise<DnsAnswer>
}
