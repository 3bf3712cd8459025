// Writes a tar archive (ustar) of small files, folders and links, for what goes into a container. Pure.

export type TarEntry = { path: string; mode?: number } & (
  | { type: 'file'; content: string | Buffer }
  | { type: 'folder' }
  | { type: 'link'; target: string }
  /** The same file under another name; the target is a path as in the archive, and is there already. */
  | { type: 'hard-link'; target: string }
)

const blockBytes = 512
const typeFlags = { file: '0', folder: '5', link: '2', 'hard-link': '1' } as const

/** Owned by root, with the time given: the same entries give the same bytes. */
export function tarOf(entries: TarEntry[], at: Date): Buffer {
  const parts = entries.flatMap((entry) => {
    const content = entry.type === 'file' ? Buffer.from(entry.content) : Buffer.alloc(0)
    return [header(entry, content.length, at), content, Buffer.alloc(padding(content.length))]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)])
}

function header(entry: TarEntry, size: number, at: Date): Buffer {
  const target = 'target' in entry ? entry.target : ''
  for (const text of [entry.path, target])
    if (Buffer.byteLength(text) > 100) throw new Error(`"${text}" is too long for a tar archive: 100 bytes at most`)
  const block = Buffer.alloc(blockBytes)
  const fallbackMode = entry.type === 'file' || entry.type === 'hard-link' ? 0o644 : 0o755
  block.write(entry.path, 0)
  block.write(octal(entry.mode ?? fallbackMode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  block.write('        ', 148)
  block.write(typeFlags[entry.type], 156)
  block.write(target, 157)
  block.write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\0`
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}
