// What builders and build tools say. Three builders tell about a failed step in three ways; what the step ran, and
// what it said, tells the rest. Rows that know more come first.
import type { KnownFailure } from './failure-codes.ts'

const building = ['building'] as const

/** Tools that fetch packages, and tools that compile, wherever in a command they stand. */
const installs = anywhere(
  'npm (?:ci|i|install)|yarn install|yarn(?=[\'"\\]]| &&| --)|pnpm (?:i|install)|bun install|pip3? install|poetry install|uv (?:sync|pip)|pipenv install|bundle install|gem install|composer install|go mod download|cargo fetch|apt-get|apt install|apk add|dnf install|yum install',
)
const compiles = anywhere(
  '(?:npm|pnpm|yarn|bun)(?: run)? build|tsc|next build|vite build|webpack|go build|go install|cargo build|make|cmake|gcc|g\\+\\+|javac|mvn|gradlew?|dotnet (?:build|publish)|mix compile|swift build',
)
const packageSourceSilent =
  /EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNRESET|Temporary failure (?:in name resolution|resolving)|Could not resolve host|no such host|Read timed out|50[234] (?:Bad Gateway|Service Unavailable|Gateway)/

export const buildFailures: readonly KnownFailure[] = [
  {
    code: 'build_out_of_memory',
    phases: building,
    where: 'error',
    pattern: failedStep('', '137'),
    words: { inStep: ' in the step `{step|}`' },
  },
  {
    code: 'build_out_of_memory',
    phases: building,
    where: 'either',
    pattern:
      /JavaScript heap out of memory|runtime: out of memory|cannot allocate memory|signal: killed|OutOfMemoryError/i,
  },
  { code: 'build_timeout', phases: building, where: 'error', pattern: /build (?:exceeded|timed out)/i },
  {
    code: 'build_config_error',
    phases: building,
    where: 'either',
    pattern:
      /(?<detail>Missing script: "?[\w:.-]+"?|Command "[\w:.-]+" not found|ERR_PNPM_NO_SCRIPT[^\n]*|no start command (?:could be |was )?found|unable to generate a build plan|No buildpack groups passed detection)/i,
  },
  {
    code: 'dockerfile_error',
    phases: building,
    where: 'error',
    pattern: /dockerfile parse error(?: on)? (?<detail>line \d+: [^\n]+)/i,
  },
  {
    code: 'dockerfile_error',
    phases: building,
    where: 'error',
    pattern:
      /(?:COPY|ADD) failed: [^\n]*?stat (?<file>[^\s:]+)|failed to compute cache key: [^\n]*"(?<file>[^"\n]+)":? not found/,
    words: { detail: 'it copies "{file|a file}", which is not in the build context or is excluded by .dockerignore' },
    next: 'Add the file, or correct its path in the Dockerfile or the entry in .dockerignore, and deploy again.',
  },
  {
    code: 'dockerfile_error',
    phases: building,
    where: 'error',
    pattern:
      /Cannot locate specified Dockerfile: (?<file>[^\n]+)|failed to read dockerfile: open [^\n]*?(?<file>[^/\s:]+): no such file/,
    words: { detail: 'there is no file "{file|Dockerfile}" in the build context' },
    next: 'Add the Dockerfile, or correct its path in the build settings, and deploy again.',
  },
  {
    code: 'dependency_install_failed',
    phases: building,
    where: 'error',
    pattern: failedStep(installs, '\\d+'),
    alsoInLog: packageSourceSilent,
    words: { inStep: ' in the step `{step|}`, because a package source did not answer' },
    next: 'Deploy again when the package source answers; check that the node reaches the network.',
    retryable: true,
  },
  {
    code: 'dependency_install_failed',
    phases: building,
    where: 'log',
    pattern:
      /npm (?:ERR!|error) code (?:ERESOLVE|E404|EUSAGE|ETARGET)|ERR_PNPM_OUTDATED_LOCKFILE|No matching distribution found|Unable to locate package/,
  },
  {
    code: 'compile_error',
    phases: building,
    where: 'log',
    pattern:
      /error TS\d+:|error\[E\d{4}\]|Failed to compile|BUILD FAILURE|COMPILATION ERROR|error: cannot find symbol|undefined reference to|error CS\d{4}:/,
  },
  {
    code: 'dockerfile_error',
    phases: building,
    where: 'error',
    pattern: failedStep('', '12[67]'),
    words: { detail: 'the step `{step|}` runs a command that is not in the image or may not be executed' },
  },
  {
    code: 'dependency_install_failed',
    phases: building,
    where: 'error',
    pattern: failedStep(installs, '\\d+'),
    words: { inStep: ' in the step `{step|}`' },
  },
  {
    code: 'compile_error',
    phases: building,
    where: 'error',
    pattern: failedStep(compiles, '\\d+'),
    words: { inStep: ' in the step `{step|}`' },
  },
  {
    code: 'unknown',
    phases: building,
    where: 'error',
    pattern: failedStep('', '\\d+'),
    words: { detail: 'The build step `{step|}` failed with exit code {exit|}' },
    next: 'Read the lines below for what the step said, mend it and deploy again.',
  },
]

/** The classic builder, BuildKit of engine 20.10 and BuildKit of engine 28, about the command of a step. */
function failedStep(command: string, exitCode: string): RegExp {
  const step = `(?:/bin/sh -c )?(?<step>${command}[\\s\\S]{0,2000}?)`
  const exit = `(?<exit>${exitCode})(?!\\d)`
  return new RegExp(
    [
      `The command '${step}' returned a non-zero code: ${exit}`,
      `executor failed running \\[${step}\\]: exit code: ${exit}`,
      `process "${step}" did not complete successfully: exit code: ${exit}`,
    ].join('|'),
  )
}

function anywhere(tools: string): string {
  return `(?:[\\s\\S]{0,500}?[\\s/;&(])?(?:${tools})\\b`
}
