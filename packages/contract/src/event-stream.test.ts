import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader } from './event-stream.ts'

const two = 'id: 1\nevent: line\ndata: {"text":"größer: ja"}\n\nevent: end\ndata: {"outcome":"healthy"}\n\n'
const bothEvents = [
  { event: 'line', id: '1', data: { text: 'größer: ja' } },
  { event: 'end', data: { outcome: 'healthy' } },
]

test.each([
  ['two events', two, bothEvents],
  ['other line endings', two.replaceAll('\n', '\r\n'), bothEvents],
  ['the oldest line endings', `${two.replaceAll('\n', '\r')}:`, bothEvents],
  ['a comment and a field nobody knows', ': still here\n\nretry: 5\ndata: 1\n\n', [{ event: 'message', data: 1 }]],
  ['data on several lines', 'data: [1,\ndata: 2]\n\n', [{ event: 'message', data: [1, 2] }]],
  ['data that is no JSON', 'data:  as it is\n\n', [{ event: 'message', data: ' as it is' }]],
  ['an event without data', 'event: line\n\n', []],
  ['an event that was cut off', 'event: line\ndata: 1\n', []],
])('%s', (_, text, events) => {
  expect(createEventReader().push(text)).toEqual(events)
})

test('wherever the text is cut, the events are the same', () => {
  const text = two.replace('\n\n', '\r\n\r\n')
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const reader = createEventReader()
      const places = [0, ...cuts.sort((a, b) => a - b), text.length]
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
      expect(pieces.flatMap((piece) => reader.push(piece))).toEqual(bothEvents)
    }),
  )
})

test('an event without an end is refused before it fills the memory', () => {
  const reader = createEventReader()
  expect(() => {
    for (let piece = 0; piece < 100; piece++) reader.push(`data: ${'x'.repeat(64 * 1024)}`)
  }).toThrow('too long')
})
