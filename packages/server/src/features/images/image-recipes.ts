// THE table of platform images. Each is pulled by its official name where a registry answers (the tag is looked up,
// the digest it has then is what is pulled), and built from Debian packages where none does.
import type { ImageConfig, ImageRecipe, Suite } from './image-recipe.ts'

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A shell and the tools that entrypoint scripts, and people looking inside, count on. */
const tools = [
  'base-files',
  'bash',
  'coreutils',
  'dash',
  'findutils',
  'grep',
  'gzip',
  'hostname',
  'libc-bin',
  'sed',
  'tar',
  'util-linux',
]

/** What packages bring only because a package manager or a login would want it. */
const neverUsed = [
  'etc/init.d',
  'etc/systemd',
  'lib/systemd',
  'usr/lib/systemd',
  'usr/lib/*/gconv',
  'usr/lib/*/perl-base',
  'usr/lib/*/perl',
  'usr/lib/*/libperl*',
  'usr/share/perl*',
  'usr/bin/perl*',
  'usr/lib/apt',
  'usr/lib/python*',
  'usr/share/python*',
  'usr/share/bash-completion',
  'usr/share/zoneinfo/right',
  'var/cache/debconf',
  'var/lib/apt',
]

export const imageRecipes: readonly ImageRecipe[] = [
  {
    name: 'haproxy:3',
    purpose: 'the ingress on every node',
    official: 'haproxy:3.4-alpine',
    suites: ['experimental', 'forky', 'trixie'],
    // Named only so that the whole of systemd is not taken in its place.
    packages: ['base-files', 'busybox', 'haproxy', 'socat', 'systemd-standalone-sysusers'],
    fromExperimental: { haproxy: '3.4.*' },
    overlays: ['base', 'haproxy'],
    trims: [...neverUsed, 'usr/bin/systemd-sysusers'],
    config: {
      env: { PATH: path },
      command: ['haproxy', '-W', '-db', '-f', '/usr/local/etc/haproxy/haproxy.cfg'],
      ports: [],
      volumes: [],
    },
    stopSignal: 'SIGUSR1',
  },
  {
    name: 'static:1',
    purpose: 'serves the files of static sites',
    official: 'nginx:1.28-alpine',
    suites: ['bookworm', 'trixie'],
    packages: ['base-files', 'busybox-static', 'nginx'],
    overlays: ['base', 'static'],
    trims: [...neverUsed, 'sbin/ip', 'sbin/tc', 'bin/ip', 'usr/lib/tc', 'usr/lib/*/libbpf*', 'usr/lib/iproute2'],
    config: { env: { PATH: path }, command: ['nginx', '-g', 'daemon off;'], ports: [80], volumes: [] },
    stopSignal: 'SIGQUIT',
  },
  {
    name: 'test-app:1',
    purpose: 'a tiny HTTP app that can be told to misbehave, for trials and tests',
    suites: ['bookworm', 'trixie'],
    packages: ['base-files', 'busybox-static', 'perl-base'],
    overlays: ['base', 'test-app'],
    trims: [
      ...neverUsed.filter((trimmed) => !trimmed.includes('perl')),
      'usr/bin/dpkg*',
      'usr/lib/dpkg',
      'usr/share/dpkg',
      'usr/sbin/*',
    ],
    config: { env: { PATH: path, PORT: '8080' }, command: ['test-app'], ports: [8080], volumes: [] },
    stopSignal: 'SIGTERM',
  },
  postgres('13', 'bullseye'),
  postgres('15', 'bookworm'),
  postgres('17', 'trixie'),
  postgres('18', 'forky'),
  redis({ name: 'redis:7', official: 'redis:7', suite: 'bookworm', program: 'redis' }),
  redis({ name: 'redis:8', official: 'redis:8', suite: 'trixie', program: 'redis' }),
  redis({ name: 'valkey:8', official: 'valkey/valkey:8', suite: 'trixie', program: 'valkey' }),
  {
    name: 'mariadb:10.11',
    purpose: 'MariaDB databases',
    official: 'mariadb:10.11',
    suites: ['bookworm'],
    packages: [
      ...tools,
      'mariadb-backup',
      'mariadb-client',
      'mariadb-client-core',
      'mariadb-server',
      'mariadb-server-core',
    ],
    overlays: ['base', 'mysql'],
    trims: [...neverUsed, 'usr/share/mysql/mysql-test', 'usr/share/mariadb/mysql-test'],
    config: mysqlConfig('mariadbd'),
    stopSignal: 'SIGTERM',
  },
  {
    name: 'mysql:9.7',
    purpose: 'MySQL databases',
    official: 'mysql:9.7',
    suites: ['sid'],
    packages: [...tools, 'mysql-client-core', 'mysql-server-core'],
    overlays: ['base', 'mysql'],
    trims: neverUsed,
    config: mysqlConfig('mysqld'),
    stopSignal: 'SIGTERM',
  },
  {
    name: 'clickhouse:18.16',
    purpose: 'ClickHouse databases',
    official: 'yandex/clickhouse-server:18.16.1',
    suites: ['bookworm'],
    packages: [...tools, 'clickhouse-client', 'clickhouse-common', 'clickhouse-server', 'tzdata'],
    overlays: ['base', 'clickhouse'],
    trims: neverUsed,
    config: {
      env: { PATH: path, TZ: 'UTC' },
      entrypoint: ['docker-entrypoint.sh'],
      command: ['clickhouse-server', '--config-file=/etc/clickhouse-server/config.xml'],
      ports: [8123, 9000],
      volumes: ['/var/lib/clickhouse'],
    },
    stopSignal: 'SIGTERM',
  },
  {
    name: 'node:24',
    purpose: 'runs Node apps, and is the base of the control plane image',
    official: 'node:24-slim',
    suites: ['forky'],
    packages: [...tools, 'ca-certificates', 'nodejs', 'openssl'],
    overlays: ['base'],
    trims: neverUsed,
    config: { env: { PATH: path }, command: ['node'], ports: [], volumes: [], workdir: '/app' },
    stopSignal: 'SIGTERM',
  },
]

/** What the product itself uses on every node, and the example that the dashboard offers; `up` makes sure of these. */
export const platformImages: readonly string[] = ['haproxy:3', 'test-app:1']

function postgres(major: string, suite: Suite): ImageRecipe {
  // From 18 on the official image keeps each major version in its own folder of one volume.
  const perMajor = Number(major) >= 18
  const config: ImageConfig = {
    env: {
      PATH: `/usr/lib/postgresql/${major}/bin:${path}`,
      PG_MAJOR: major,
      PGDATA: perMajor ? `/var/lib/postgresql/${major}/docker` : '/var/lib/postgresql/data',
      LANG: 'C.UTF-8',
    },
    entrypoint: ['docker-entrypoint.sh'],
    command: ['postgres'],
    ports: [5432],
    volumes: [perMajor ? '/var/lib/postgresql' : '/var/lib/postgresql/data'],
  }
  return {
    name: `postgres:${major}`,
    purpose: 'PostgreSQL databases',
    official: `postgres:${major}`,
    suites: [suite],
    packages: [...tools, 'openssl', `postgresql-${major}`, `postgresql-client-${major}`],
    overlays: ['base', 'postgres'],
    trims: [
      ...neverUsed,
      'usr/lib/gcc',
      'usr/lib/llvm-*',
      'usr/lib/*/libLLVM*',
      'usr/lib/*/libz3*',
      'usr/lib/postgresql/*/lib/llvmjit*',
      'usr/lib/postgresql/*/lib/bitcode',
      'usr/share/postgresql/*/man',
    ],
    config,
    stopSignal: 'SIGINT',
  }
}

interface RedisKind {
  name: string
  official: string
  suite: Suite
  program: 'redis' | 'valkey'
}

function redis({ name, official, suite, program }: RedisKind): ImageRecipe {
  return {
    name,
    purpose: `${program === 'redis' ? 'Redis' : 'Valkey'} databases`,
    official,
    suites: [suite],
    packages: [...tools, `${program}-server`, `${program}-tools`],
    overlays: ['base', 'redis'],
    trims: neverUsed,
    config: {
      env: { PATH: path },
      entrypoint: ['docker-entrypoint.sh'],
      command: [`${program}-server`],
      ports: [6379],
      volumes: ['/data'],
      workdir: '/data',
    },
    stopSignal: 'SIGTERM',
  }
}

function mysqlConfig(server: 'mariadbd' | 'mysqld'): ImageConfig {
  return {
    env: { PATH: path, DATABASE_SERVER: server },
    entrypoint: ['docker-entrypoint.sh'],
    command: [server],
    ports: [3306],
    volumes: ['/var/lib/mysql'],
  }
}
