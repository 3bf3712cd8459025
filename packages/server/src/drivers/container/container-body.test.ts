import { expect, test } from 'vitest'
import type { ContainerSpec } from './container.ts'
import { containerBody, type LimitsAnswer, readLimits, updateBody } from './container-body.ts'

const plain: ContainerSpec = { name: 'shop', image: 'shop:1', env: {}, labels: {}, network: 'none' }

test('a spec that asks for nothing gets safe defaults', () => {
  expect(containerBody(plain)).toMatchObject({
    HostConfig: {
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
      SecurityOpt: ['no-new-privileges'],
      IpcMode: 'private',
      PidsLimit: 512,
      Init: true,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10485760', 'max-file': '3' } },
      NetworkMode: 'none',
      PublishAllPorts: false,
      PortBindings: {},
      Mounts: [],
    },
  })
})

test('the image keeps its command, entry point and stop signal unless the spec has its own', () => {
  for (const key of ['Cmd', 'Entrypoint', 'StopSignal', 'StopTimeout'])
    expect(containerBody(plain)).not.toHaveProperty(key)
  const own = { ...plain, command: ['serve'], entrypoint: [], stopSignal: 'SIGINT', stopGraceSeconds: 30 }
  expect(containerBody(own)).toMatchObject({ Cmd: ['serve'], Entrypoint: [], StopSignal: 'SIGINT', StopTimeout: 30 })
})

test('a volume is mounted by its name, and a path of the host cannot be', () => {
  const mounted = { ...plain, mounts: [{ volume: 'shop-data', path: '/data' }] }
  expect(containerBody(mounted)).toMatchObject({
    HostConfig: { Mounts: [{ Type: 'volume', Source: 'shop-data', Target: '/data', ReadOnly: false }] },
  })
  for (const volume of ['/etc', '../etc', '', './x', '/var/run/docker.sock'])
    expect(() => containerBody({ ...plain, mounts: [{ volume, path: '/data' }] })).toThrow('is not a volume name')
  for (const path of ['', 'data', '/'])
    expect(() => containerBody({ ...plain, mounts: [{ volume: 'v', path }] })).toThrow('cannot be mounted at')
})

test('one port can be published at several places', () => {
  const publish = [
    { hostAddress: '127.0.0.1', hostPort: 8001, containerPort: 80 },
    { hostAddress: '10.0.0.1', hostPort: 8002, containerPort: 80 },
  ]
  expect(containerBody({ ...plain, publish })).toMatchObject({
    ExposedPorts: { '80/tcp': {} },
    HostConfig: {
      PortBindings: {
        '80/tcp': [
          { HostIp: '127.0.0.1', HostPort: '8001' },
          { HostIp: '10.0.0.1', HostPort: '8002' },
        ],
      },
    },
  })
})

test('a network gives an address and aliases, and no other network is joined', () => {
  const network = { name: 'net', address: '10.1.0.9', aliases: ['shop'] }
  expect(containerBody({ ...plain, network })).toMatchObject({
    HostConfig: { NetworkMode: 'net' },
    NetworkingConfig: { EndpointsConfig: { net: { IPAMConfig: { IPv4Address: '10.1.0.9' }, Aliases: ['shop'] } } },
  })
})

test('memory and swap are always sent together', () => {
  expect(containerBody({ ...plain, memoryBytes: 64e6 })).toMatchObject({
    HostConfig: { Memory: 64e6, MemorySwap: 64e6 },
  })
  expect(updateBody({ memoryBytes: 64e6, memorySwapBytes: 90e6 }, '0-1')).toMatchObject({
    Memory: 64e6,
    MemorySwap: 90e6,
  })
})

test.each([
  {},
  { memoryBytes: 64e6, memorySwapBytes: 128e6 },
  { cpus: 0.25 },
  { cpus: 1.5, cpuset: '0-2', memoryBytes: 7e6, memorySwapBytes: 7e6 },
])('limits %j are read back as they were set', (limits) => {
  expect(readLimits(updateBody(limits, '') as LimitsAnswer)).toEqual(limits)
})
