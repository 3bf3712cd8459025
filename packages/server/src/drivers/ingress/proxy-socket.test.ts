import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { HungUp, ProxySocket } from './proxy-socket.ts'

const signal = new AbortController().signal

/** The other end: it hears what is written, and says whatever it is told to. */
function conversation() {
  const heard: string[] = []
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      heard.push(String(chunk))
      done()
    },
  })
  return { socket: new ProxySocket(stream), heard, stream, say: (text: string) => stream.push(text) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('several questions go out together, and each has its own answer, however the text is cut', async () => {
  const { socket, heard, say } = conversation()
  const answers = socket.askAll(['@1 show info', 'show proc', 'show map a'], signal)
  await turn()
  expect(heard).toEqual(['@1 show info\nshow proc\nshow map a\n'])
  for (const part of [
    'one\n',
    'more\n\nmas',
    'ter> # master> no prompt\n',
    '\nmaster[ReloadFailed]> ',
    '\nmaster',
    '> ',
  ]) {
    say(part)
    await turn()
  }
  expect(await answers).toEqual(['one\nmore', '# master> no prompt', ''])
  expect(socket.isOpen).toBe(true)
})

test('what comes next waits until all of it is answered', async () => {
  const { socket, heard, say } = conversation()
  const first = socket.askAll(['a', 'b'], signal)
  const second = socket.ask('c', signal)
  await turn()
  say('1\nmaster> ')
  await turn()
  expect(heard).toEqual(['a\nb\n'])
  say('2\nmaster> ')
  expect(await first).toEqual(['1', '2'])
  await turn()
  expect(heard).toEqual(['a\nb\n', 'c\n'])
  say('3\nmaster> ')
  expect(await second).toBe('3')
})

test('very many go out in parts, and a process that ends is asked one thing at a time', async () => {
  const { socket, heard, say } = conversation()
  const commands = Array.from({ length: 65 }, (_, at) => `c${at}`)
  const all = socket.askAllOfProcess({ pid: 7, isCurrent: true }, signal)(commands)
  await turn()
  expect(heard[0]?.split('\n').slice(0, 2)).toEqual(['@!7 c0', '@!7 c1'])
  say('x\nmaster> '.repeat(64))
  await turn()
  expect(heard).toHaveLength(2)
  say('last\nmaster> ')
  expect((await all).at(-1)).toBe('last')

  const ending = socket.askAllOfProcess({ pid: 8, isCurrent: false }, signal)(['a', 'b'])
  await turn()
  expect(heard.at(-1)).toBe('@!8 a\n')
  say('1\nmaster> ')
  await turn()
  expect(heard.at(-1)).toBe('@!8 b\n')
  say('2\nmaster> ')
  expect(await ending).toEqual(['1', '2'])
})

test('a conversation that breaks off in between has no answers, and is over', async () => {
  const { socket, stream, say } = conversation()
  const answers = socket.askAll(['a', 'b'], signal)
  await turn()
  say('1\nmaster> half')
  await turn()
  stream.destroy()
  await expect(answers).rejects.toBeInstanceOf(HungUp)
  expect(socket.isOpen).toBe(false)
})

test('a command is one line, and nothing is sent of one that is not', async () => {
  const { socket, heard } = conversation()
  await expect(socket.askAll(['a', 'b\nc'], signal)).rejects.toMatchObject({ kind: 'invalid' })
  expect(heard).toEqual([])
})

test('the last question that is not answered at all may be asked again', async () => {
  const { socket, stream } = conversation()
  const reload = socket.askLast('reload', signal)
  await turn()
  stream.push(null)
  await expect(reload).rejects.toBeInstanceOf(HungUp)
  const other = conversation()
  const answered = other.socket.askLast('reload', signal)
  await turn()
  other.say('Success=1\n--\n')
  other.stream.push(null)
  expect(await answered).toBe('Success=1\n--')
})
