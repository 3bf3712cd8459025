import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { RunError, run, runStreaming } from './run.ts'

test('arguments reach the program as they are, with no shell between', async () => {
  expect(await run('printf', ['%s|', '$HOME', '; ls', "it's"])).toBe("$HOME|; ls|it's|")
})

test('stdin and environment are passed', async () => {
  expect(await run('sh', ['-c', 'cat; echo $GREETING'], { stdin: 'hello ', env: { GREETING: 'you' } })).toBe(
    'hello you\n',
  )
})

test('a failure carries the exit code and the last lines', async () => {
  const failure = await run('sh', ['-c', 'echo broken >&2; exit 3']).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RunError)
  expect(failure).toMatchObject({ exitCode: 3, message: 'sh ended with code 3: broken' })
})

test('a program that does not exist is a failure', async () => {
  await expect(run('no-such-program', [])).rejects.toThrow('no-such-program did not run')
})

test('a streamed program that fails errors the stream instead of ending it', async () => {
  expect(await text(runStreaming('printf', ['whole']))).toBe('whole')
  await expect(text(runStreaming('sh', ['-c', 'echo half; exit 1']))).rejects.toThrow('ended with code 1')
})

test('an abort ends the program and all it started', async () => {
  const signal = AbortSignal.timeout(200)
  // Were one of them left, the test would end at its own limit.
  await expect(run('sh', ['-c', 'sleep 3600 & sleep 3600'], { signal })).rejects.toThrow()
})
