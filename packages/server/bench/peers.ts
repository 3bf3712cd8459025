// What the ingress is measured beside: nginx and Caddy as a careful person would set them up for the same work, and the
// server behind all of them. Each listens on loopback only.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/server.ts'
import type { Tools } from './unpacked-tools.ts'

export interface Peer {
  pid: number
  url: string
  stop(): Promise<void>
}

export interface ChangingPeer extends Peer {
  /** Leads to another server behind it, the way its makers say. */
  lead(port: number): Promise<void>
}

const bodyBytes = 1024

/** Two ports of one server, with the same answer. */
export async function startBackend(tools: Tools, folder: string): Promise<Peer & { ports: [number, number] }> {
  const ports: [number, number] = [await freePort(), await freePort()]
  const listen = ports.map((port) => `listen 127.0.0.1:${port} backlog=4096;`).join(' ')
  const server = `server { ${listen} location / { return 200 "${'x'.repeat(bodyBytes)}"; } }`
  return { ...(await startNginx(tools, join(folder, 'backend'), server, ports[0])), ports }
}

export async function startNginxPeer(tools: Tools, folder: string, behind: number): Promise<ChangingPeer> {
  const port = await freePort()
  const home = join(folder, 'nginx')
  const server = (to: number) => `
    upstream app { server 127.0.0.1:${to}; keepalive 64; }
    server {
      listen 127.0.0.1:${port} backlog=4096;
      location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
    }`
  const peer = await startNginx(tools, home, server(behind), port)
  return {
    ...peer,
    async lead(to) {
      writeFileSync(join(home, 'nginx.conf'), nginxConfig(home, server(to)))
      process.kill(peer.pid, 'SIGHUP')
    },
  }
}

async function startNginx(tools: Tools, home: string, servers: string, port: number): Promise<Peer> {
  mkdirSync(join(home, 'logs'), { recursive: true })
  writeFileSync(join(home, 'nginx.conf'), nginxConfig(home, servers))
  const child = spawn(tools.nginx, ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'logs/error.log')], {
    stdio: 'ignore',
  })
  return ready(child, `http://127.0.0.1:${port}/`)
}

function nginxConfig(home: string, servers: string): string {
  return `daemon off; worker_processes 2; pid ${home}/pid; error_log ${home}/logs/error.log;
events { worker_connections 8192; }
http {
  access_log off; keepalive_requests 1000000; keepalive_timeout 75s;
  client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
  ${servers}
}
`
}

export async function startCaddyPeer(tools: Tools, folder: string, behind: number): Promise<ChangingPeer> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const home = join(folder, 'caddy')
  mkdirSync(home, { recursive: true })
  const upstreams = (to: number) => [{ dial: `127.0.0.1:${to}` }]
  const config = {
    admin: { listen: `127.0.0.1:${adminPort}` },
    apps: {
      http: {
        servers: {
          in: {
            listen: [`127.0.0.1:${port}`],
            automatic_https: { disable: true },
            routes: [{ handle: [{ '@id': 'lead', handler: 'reverse_proxy', upstreams: upstreams(behind) }] }],
          },
        },
      },
    },
    logging: { logs: { default: { level: 'ERROR' } } },
  }
  const file = join(home, 'caddy.json')
  writeFileSync(file, JSON.stringify(config))
  const child = spawn(tools.caddy, ['run', '--config', file], {
    stdio: 'ignore',
    env: { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  })
  const peer = await ready(child, `http://127.0.0.1:${port}/`)
  return {
    ...peer,
    async lead(to) {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/id/lead/upstreams`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(upstreams(to)),
      })
      if (!answer.ok) throw new Error(`Caddy refuses a change: ${await answer.text()}`)
    },
  }
}

async function ready(child: ChildProcess, url: string): Promise<Peer> {
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await untilAnswering(url, () => child.exitCode !== null)
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function untilAnswering(url: string, isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await isAnswering(url))) {
    if (isOver() || performance.now() > deadline) throw new Error(`nothing serves at ${url}`)
    await sleep(20)
  }
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
