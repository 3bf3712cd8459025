// Completes package-lock.json after `npm install`. A registry that carries only the packages of some platforms makes npm
// leave the others out, and `npm ci` then refuses the lock file everywhere. Their entries follow from their names.
// Run it after every change of the lock file: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure-install.mjs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl' }

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const added = []
for (const [at, holder] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(holder.optionalDependencies ?? {})) {
    const isThere = [`node_modules/${name}`, `${at}/node_modules/${name}`].some((key) => key in lock.packages)
    const platform = platformOf(name)
    if (isThere || platform === undefined) continue
    const dev = holder.dev ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ''),
      ...dev,
      optional: true,
      ...platform,
    }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([left], [right]) => left.localeCompare(right, 'en')),
)
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} packages of other platforms added to package-lock.json\n`)

/** `@biomejs/cli-linux-arm64-musl` is for Linux on arm64 with musl; undefined when a name tells no platform. */
function platformOf(name) {
  const words = name.split('/').pop().split('-')
  const cpu = processors.find((word) => words.includes(word))
  const os = systems.find((word) => words.includes(word))
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) return undefined
  const libc = Object.keys(libraries).find((word) => words.includes(word))
  return {
    cpu: [cpu],
    ...(os === undefined ? {} : { os: [os] }),
    ...(libc === undefined ? {} : { libc: [libraries[libc]] }),
  }
}
