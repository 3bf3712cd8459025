// An app whose answers last: it takes WebSockets and gives back what it gets, and tells events one after the other. And
// those who use it.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { type Asked, ask, type Door } from './ingress-load.ts'

const key = 'aGVsbG8gaGVsbG8gaGVsbA=='
const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
const events = 8

/** Short, since a command may not be long. */
const script = `use IO::Socket::INET;
$SIG{CHLD} = 'IGNORE';
my $door = IO::Socket::INET->new(LocalPort => 8080, Listen => 64, ReuseAddr => 1) or die;
while (1) {
  my $c = $door->accept or next;
  if (fork) { close $c; next }
  my ($head, $in) = ('', '');
  my $say = sub { syswrite $c, join("\\r\\n", @_, '', '') };
  while ($head !~ /\\r\\n\\r\\n/ && sysread($c, $in, 4096)) { $head .= $in }
  if ($head =~ /^upgrade:/mi) {
    $say->('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket',
      'Sec-WebSocket-Accept: ${accept}');
    while (sysread($c, $in, 4096)) { syswrite $c, $in }
  } elsif ($head =~ m{^GET /events }) {
    $say->('HTTP/1.1 200 OK', 'Content-Type: text/event-stream', 'Connection: close');
    for (1 .. ${events}) { syswrite $c, "data: $_\\n\\n"; select undef, undef, undef, 0.1 }
  } else {
    $say->('HTTP/1.1 200 OK', 'Content-Length: 5', 'Connection: close');
    syswrite $c, 'hello';
  }
  exit;
}`

export const lastingApp = ['perl', '-e', script]

export async function openEcho(door: Door, app: string): Promise<Socket> {
  const socket = connect(door)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
  socket.write(`GET / HTTP/1.1\r\nHost: ${app}.localhost\r\n${upgrade}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 101 /)
  return socket
}

export async function expectEcho(socket: Socket, words: string): Promise<void> {
  expect(socket.destroyed).toBe(false)
  socket.write(words)
  expect(String((await once(socket, 'data'))[0])).toBe(words)
}

/** Something is said a few times, with pauses, on one WebSocket. */
export async function talk(door: Door, app: string): Promise<Asked> {
  const socket = await openEcho(door, app)
  try {
    for (let times = 0; times < 5; times++) {
      await expectEcho(socket, `hello ${times}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    socket.destroy()
  }
  return { status: 200, body: '' }
}

/** Every event, to the last. */
export async function listen(door: Door, app: string): Promise<Asked> {
  const { status, body } = await ask(door, app, '/events')
  const told = [...body.matchAll(/^data: (\d+)$/gm)].length
  return told === events ? { status, body } : { status: 0, body: `${told} of ${events} events` }
}
