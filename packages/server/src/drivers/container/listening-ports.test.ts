import { expect, test } from 'vitest'
import { parseListeningPorts } from './listening-ports.ts'

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

test('ports that something listens on are told, and whether anyone can reach them', () => {
  expect(
    parseListeningPorts(`${head}
   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2 1 0 100 0 0 10 0
   2: 0A00D20A:1F90 0100D20A:D3A2 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0 20 4 0 10 -1
   3: 0B00007F:A2C7 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4 1 0 100 0 0 10 0
`),
  ).toEqual([
    { port: 3000, isLoopbackOnly: true },
    { port: 8080, isLoopbackOnly: false },
  ])
})

test('a port is reachable when one of its addresses is', () => {
  expect(
    parseListeningPorts(`${head}
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000
${head}
   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000
   1: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 00000000:00000000
   2: 0000000000000000FFFF00000100007F:0051 00000000000000000000000000000000:0000 0A 00000000:00000000
`),
  ).toEqual([
    { port: 80, isLoopbackOnly: true },
    { port: 81, isLoopbackOnly: true },
    { port: 8080, isLoopbackOnly: false },
  ])
})

test('nothing listening is an empty list', () => {
  expect(parseListeningPorts(`${head}\n${head}\n`)).toEqual([])
})
