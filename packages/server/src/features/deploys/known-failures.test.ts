// The texts are those that engine 20.10 and 28.5, its builders and a registry gave.
import { expect, test } from 'vitest'
import { type FailurePhase, failureCodes, fillSentence } from './failure-codes.ts'
import { recogniseFailure } from './known-failures.ts'

const step = "The command '/bin/sh -c"

test.each([
  // Builds: the classic builder of 20.10, BuildKit of 20.10, BuildKit of 28.5.
  ['dockerfile_error', 'line 2: unknown instruction: RUNX', 'dockerfile parse error line 2: unknown instruction: RUNX'],
  [
    'dockerfile_error',
    'line 2: unknown instruction: RUNX',
    'failed to solve with frontend dockerfile.v0: failed to create LLB definition: dockerfile parse error line 2: unknown instruction: RUNX',
  ],
  [
    'dockerfile_error',
    'line 2: unknown instruction: RUNX',
    'dockerfile parse error on line 2: unknown instruction: RUNX (did you mean RUN?)',
  ],
  [
    'dockerfile_error',
    'it copies "nope.txt"',
    'COPY failed: file not found in build context or excluded by .dockerignore: stat nope.txt: file does not exist',
  ],
  ['dockerfile_error', 'it copies "/nope.txt"', 'failed to compute cache key: "/nope.txt" not found: not found'],
  [
    'dockerfile_error',
    'it copies "/nope.txt"',
    'failed to compute cache key: failed to calculate checksum of ref abc::def: "/nope.txt": not found',
  ],
  ['dockerfile_error', 'no file "Dockerfile"', 'Cannot locate specified Dockerfile: Dockerfile'],
  [
    'dockerfile_error',
    'no file "Dockerfile"',
    'failed to read dockerfile: open /var/lib/docker/tmp/buildkit-mount123/Dockerfile: no such file or directory',
  ],
  ['unknown', '`./setup.sh` failed with exit code 3', `${step} ./setup.sh' returned a non-zero code: 3`],
  ['unknown', '`./setup.sh` failed with exit code 3', 'executor failed running [/bin/sh -c ./setup.sh]: exit code: 3'],
  [
    'unknown',
    '`./setup.sh` failed with exit code 3',
    'process "/bin/sh -c ./setup.sh" did not complete successfully: exit code: 3',
  ],
  ['build_out_of_memory', 'tail /dev/zero', `${step} tail /dev/zero' returned a non-zero code: 137`],
  ['build_out_of_memory', 'npm run build', 'executor failed running [/bin/sh -c npm run build]: exit code: 137'],
  ['dockerfile_error', '`nope`', `${step} nope' returned a non-zero code: 127`],
  ['dependency_install_failed', '`npm ci`', `${step} npm ci' returned a non-zero code: 1`],
  [
    'dependency_install_failed',
    'apt-get',
    'process "/bin/sh -c set -eux; apt-get update && apt-get install -y nope" did not complete successfully: exit code: 100',
  ],
  [
    'dependency_install_failed',
    'pip',
    'executor failed running [/bin/sh -c cd /app && pip install -r r.txt]: exit code: 1',
  ],
  ['dependency_install_failed', '`yarn`', `${step} yarn' returned a non-zero code: 1`],
  ['compile_error', 'yarn build', `${step} yarn build' returned a non-zero code: 1`],
  ['compile_error', 'npm run build', 'process "/bin/sh -c npm run build" did not complete successfully: exit code: 2'],
  ['compile_error', 'go build', 'executor failed running [/bin/sh -c go build -o /app ./...]: exit code: 1'],
  [
    'image_pull_failed',
    'no such repository or tag',
    'manifest for 127.0.0.1:5000/nosuch:9 not found: manifest unknown: manifest unknown',
  ],
  [
    'image_pull_failed',
    '"127.0.0.1:5000/nosuch:9"',
    'failed to solve with frontend dockerfile.v0: failed to create LLB definition: 127.0.0.1:5000/nosuch:9: not found',
  ],
  [
    'image_pull_failed',
    '"registry.test/nosuch:9"',
    'failed to solve: registry.test/nosuch:9: failed to resolve source metadata for registry.test/nosuch:9: registry.test/nosuch:9: not found',
  ],
  [
    'image_pull_failed',
    '"registry-1.docker.io" is not known',
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 127.0.0.53:53: no such host',
  ],
  [
    'image_pull_failed',
    '"registry-1.docker.io" is not known',
    'failed to solve with frontend dockerfile.v0: failed to create LLB definition: failed to do request: Head "https://registry-1.docker.io/v2/library/nope/manifests/9": dial tcp: lookup registry-1.docker.io on 127.0.0.53:53: no such host',
  ],
  ['disk_full', 'full', 'failed to copy files: write /out/big: no space left on device'],
])('a build is %s (%s) when the builder says: %s', (code, fact, error) => {
  expect(told('building', error)).toEqual({ code, cause: expect.stringContaining(fact) })
})

test.each([
  ['build_config_error', 'Missing script: "build"', ['npm ERR! Missing script: "build"']],
  ['build_config_error', 'Command "start" not found', ['error Command "start" not found.']],
  [
    'build_out_of_memory',
    'memory',
    ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'],
  ],
  ['dependency_install_failed', 'dependencies', ['npm error code ERESOLVE', 'npm error ERESOLVE could not resolve']],
  ['dependency_install_failed', 'dependencies', ['E: Unable to locate package nope']],
  ['compile_error', 'compile', ['src/a.ts(1,1): \u001b[91merror\u001b[0m TS2304: Cannot find name "x".']],
  ['compile_error', 'compile', ['error[E0425]: cannot find value `x` in this scope']],
  ['disk_full', 'full', ['npm ERR! code ENOSPC', 'npm ERR! syscall write']],
])('a failed build step is %s (%s) when its log says %j', (code, fact, log) => {
  const error = `${step} npm ci && npm run build' returned a non-zero code: 1`
  expect(told('building', error, log)).toEqual({ code, cause: expect.stringContaining(fact) })
})

test('dependencies that could not be fetched are worth another try, those that do not exist are not', () => {
  const error = `${step} npm ci' returned a non-zero code: 1`
  expect(recognise('building', error, ['npm ERR! code EAI_AGAIN'])?.failure.retryable).toBe(true)
  expect(recognise('building', error, ['npm ERR! 404'])?.failure.retryable).toBeUndefined()
})

test.each([
  [
    'no such repository or tag',
    false,
    'manifest for 127.0.0.1:5000/web:nope not found: manifest unknown: manifest unknown',
  ],
  ['none are set', false, 'Head "http://127.0.0.1:5001/v2/priv/web/manifests/1": no basic auth credentials'],
  ['denied access', false, 'unauthorized: authentication required'],
  ['denied access', false, 'login attempt to http://127.0.0.1:5001/v2/ failed with status: 401 Unauthorized'],
  [
    'or it is private',
    false,
    "pull access denied for nope, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
  ],
  [
    '127.0.0.1:5999 does not answer',
    true,
    'Get "http://127.0.0.1:5999/v2/": dial tcp 127.0.0.1:5999: connect: connection refused',
  ],
  ['does not answer', true, 'Get "http://127.0.0.1:5999/v2/trial/manifests/1": EOF'],
  [
    'does not answer',
    true,
    'Get "https://registry.test/v2/": net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
  ],
  [
    '"registry-1.docker.io" is not known',
    true,
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 127.0.0.53:53: no such host',
  ],
  ['limits how often', true, 'toomanyrequests: You have reached your pull rate limit.'],
  ['cannot be trusted', false, 'Get "https://registry.test/v2/": x509: certificate signed by unknown authority'],
  [
    'platform of the node (linux/arm64/v8',
    false,
    'no matching manifest for linux/arm64/v8 in the manifest list entries',
  ],
  ['name is not valid', false, 'invalid reference format: repository name must be lowercase'],
  ['not on the node', false, 'No such image: nosuch:1'],
])('a pull failed because %s (worth another try: %s)', (fact, retryable, error) => {
  expect(told('pulling', error)).toEqual({ code: 'image_pull_failed', cause: expect.stringContaining(fact) })
  expect(recognise('pulling', error)?.failure.retryable ?? false).toBe(retryable)
})

test.each([
  ['registry_push_failed', 'denied it', 'pushing', 'unauthorized: authentication required'],
  ['registry_push_failed', 'does not answer', 'pushing', 'dial tcp 127.0.0.1:5000: connect: connection refused'],
  ['disk_full', 'full', 'pulling', 'failed to register layer: write /usr/bin/x: no space left on device'],
  ['runtime_unreachable', 'does not answer', 'starting', 'Cannot connect to the Docker daemon at unix:///x.sock.'],
  ['runtime_unreachable', 'does not answer', 'queued', 'the container engine at unix:///x.sock does not answer: gone'],
  ['runtime_unreachable', 'does not answer', 'queued', 'connect ECONNREFUSED /var/run/docker.sock'],
  ['image_pull_failed', '"nosuch:1"', 'starting', 'No such image: nosuch:1'],
  [
    'container_crashed',
    '"/nope" is not in the image (exit code 127)',
    'starting',
    'failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/nope": stat /nope: no such file or directory: unknown',
  ],
  [
    'container_crashed',
    '"serve" is not in the image',
    'starting',
    'exec: "serve": executable file not found in $PATH: unknown',
  ],
  ['container_crashed', '"/run.sh" may not be executed', 'starting', 'exec: "/run.sh": permission denied: unknown'],
  ['container_crashed', 'another kind of processor', 'starting', 'exec /app: exec format error'],
  [
    'unknown',
    'Port 18080 of the node is taken',
    'starting',
    'driver failed programming external connectivity on endpoint p2 (abc): Bind for 127.0.0.1:18080 failed: port is already allocated',
  ],
  [
    'unknown',
    'Port 18080 of the node is taken',
    'starting',
    'failed to set up container networking: driver failed programming external connectivity on endpoint p2 (abc): Bind for 127.0.0.1:18080 failed: port is already allocated',
  ],
] as const)('it is %s (%s) when the engine says while %s: %s', (code, fact, phase, error) => {
  expect(told(phase, error)).toEqual({ code, cause: expect.stringContaining(fact) })
})

test.each([
  ['DATABASE_URL', 'Error: Missing required environment variable: DATABASE_URL'],
  ['A_KEY, B_KEY', 'missing environment variables: A_KEY, B_KEY'],
  ['API_KEY', 'panic: environment variable "API_KEY" is not set'],
  ['SECRET_KEY', "KeyError: 'SECRET_KEY'"],
  ['POSTGRES_PASSWORD', 'You must specify POSTGRES_PASSWORD to a non-empty value for the superuser.'],
])('an app that ended is missing %s when its log says: %s', (names, line) => {
  expect(told('starting', '', [line], true)).toEqual({ code: 'missing_env', cause: expect.stringContaining(names) })
  expect(recognise('probing', '', [line], false)).toBeUndefined()
})

test.each([
  'Error: ENOSPC: System limit for number of file watchers reached',
  'environment variable PORT is set to 8080',
  'upstream said 401 Unauthorized',
  'connect ECONNREFUSED 10.0.0.5:5432',
  'manifest unknown',
  'The command failed: permission denied',
])('the log of an app tells no class by: %s', (line) => {
  expect(recognise('probing', '', [line], true)).toBeUndefined()
})

test('long hostile texts take no time to speak of', () => {
  for (const unit of [
    "The command '",
    'process "',
    'a:b: ',
    'lookup ',
    'exec: "',
    'COPY failed: stat ',
    'failed to compute cache key: "a',
  ]) {
    expect(() => recognise('building', unit.repeat(20_000), [unit.repeat(2000)])).not.toThrow()
    expect(() => recognise('starting', unit.repeat(20_000), [unit.repeat(2000)])).not.toThrow()
  }
})

function recognise(phase: FailurePhase, error: string, log: string[] = [], hasExited = false) {
  return recogniseFailure({ phase, error, log, hasExited })
}

function told(phase: FailurePhase, error: string, log: string[] = [], hasExited = false) {
  const recognised = recognise(phase, error, log, hasExited)
  if (!recognised) return undefined
  const { code } = recognised.failure
  return { code, cause: fillSentence(failureCodes[code].cause, recognised.words) }
}
