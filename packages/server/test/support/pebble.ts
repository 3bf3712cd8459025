// A real certificate authority that speaks ACME, and a real name server that it and the control plane ask: Debian's
// `pebble` and its `pebble-challtestsrv`, on loopback, gone with the test.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { freePort } from './server.ts'

export interface NameServer {
  /** Address and port, as a setting takes it. */
  address: string
  /** What a host leads to from now on; nothing for no address. */
  point(host: string, ...addresses: string[]): Promise<void>
}

export interface Authority {
  directoryUrl: string
  /** PEM of who signed the certificate of the directory's own server. */
  caCertificate: string
  /** PEM of the root that its certificates lead to; another one at each start. */
  root: string
  /** How many orders it was given. */
  countOrders(): number
  stop(): Promise<void>
}

export async function startNameServer(): Promise<NameServer> {
  const [port, management] = [await freePort(), await freePort()]
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv4', '', '-defaultIPv6', '']
  const args = ['-dns01', `127.0.0.1:${port}`, '-management', `127.0.0.1:${management}`, ...off]
  const { child } = start('pebble-challtestsrv', args)
  await untilListening(management, child)
  const tell = async (what: string, body: object) => {
    const url = `http://127.0.0.1:${management}/${what}`
    const { ok, status } = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    if (!ok) throw new Error(`the name server answered ${status} to ${what}`)
  }
  return {
    address: `127.0.0.1:${port}`,
    async point(host, ...addresses) {
      await tell('clear-a', { host })
      if (addresses.length > 0) await tell('add-a', { host, addresses })
    },
  }
}

export async function startAuthority(
  names: NameServer,
  httpPort: number,
  more: { blocked?: string[]; eab?: Record<string, string> } = {},
): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'levelrail-pebble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [certificate, privateKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  makeCertificate(certificate, privateKey)
  const [port, management] = [await freePort(), await freePort()]
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate,
    privateKey,
    httpPort,
    tlsPort: 1,
    ocspResponderURL: '',
    externalAccountBindingRequired: more.eab !== undefined,
    ...(more.eab ? { externalAccountMACKeys: more.eab } : {}),
    domainBlocklist: more.blocked ?? [],
  }
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ pebble }))
  const env = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' }
  const { child, output, stop } = start('pebble', ['-config', config, '-dnsserver', names.address], env)
  await untilListening(port, child)
  await untilListening(management, child)
  const caCertificate = readFileSync(certificate, 'utf8')
  const [answer] = await once(get(`https://127.0.0.1:${management}/roots/0`, { ca: caCertificate }), 'response')
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    caCertificate,
    root: await text(answer),
    countOrders: () => output().match(/Added order/g)?.length ?? 0,
    stop,
  }
}

function makeCertificate(certificate: string, key: string): void {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const { status, stderr } = spawnSync('openssl', [
    'req',
    '-x509',
    ...curve,
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`)
}

function start(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', (error) => {
      said += `${error.message}: apt-get install pebble`
      resolve()
    })
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(stop)
  return { child, output: () => said, stop }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`${child.spawnfile} ended at its start`)
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${child.spawnfile} did not listen in 30 s`)
}
