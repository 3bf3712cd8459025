import { expect, test } from 'vitest'
import { negotiateApiVersion, parseEngineAddress } from './engine-address.ts'

test('an engine address is a socket path or a TCP host', () => {
  expect(parseEngineAddress('unix:///var/run/docker.sock')).toEqual({ kind: 'socket', path: '/var/run/docker.sock' })
  expect(parseEngineAddress('/run/podman.sock')).toEqual({ kind: 'socket', path: '/run/podman.sock' })
  expect(parseEngineAddress('tcp://10.0.0.5')).toEqual({ kind: 'tcp', host: '10.0.0.5', port: 2375 })
  expect(parseEngineAddress('tcp://[fd00::1]:4000')).toEqual({ kind: 'tcp', host: 'fd00::1', port: 4000 })
  expect(() => parseEngineAddress('ftp://x')).toThrow('is not an engine address')
})

test('the API version is the one the calls are written for, unless the engine has dropped it', () => {
  expect(negotiateApiVersion({ newest: '1.41', oldest: '1.12' })).toBe('1.41')
  expect(negotiateApiVersion({ newest: '1.52', oldest: '1.44' })).toBe('1.44')
  expect(() => negotiateApiVersion({ newest: '1.40', oldest: '1.12' })).toThrow('too old')
})
