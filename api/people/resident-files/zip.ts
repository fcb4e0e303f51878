import { createInflateRaw } from 'node:zlib'
import { type FileLimits, FileRefused } from './table.ts'

const MAX_ENTRIES = 1_000
/** The parts of a workbook that hold its cells; pictures, charts, and macros are left out. */
const neededParts =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[\w.-]+\.xml)$/i

interface Entry {
  name: string
  /** 0 is stored, 8 is deflated. */
  method: number
  compressed: number
  inflated: number
  offset: number
}

/** The needed parts of a workbook, by their names. */
export interface Archive {
  has(name: string): boolean
  /** Inflates a part piece by piece, so that it is never in memory as a whole. Throws `FileRefused`, also while it is read. */
  pieces(name: string): AsyncGenerator<Buffer>
}

/** Opens an archive. What it says about its sizes is checked before anything is inflated, and again while it is. Throws `FileRefused`. */
export function openArchive(bytes: Buffer, limits: FileLimits): Archive {
  const entries = entriesOf(bytes).filter(({ name }) => neededParts.test(name))
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0)
  if (declared > limits.max_inflated_bytes) throw new FileRefused('TOO_LARGE', 'inflated')
  const byName = new Map<string, Entry>()
  for (const entry of entries) {
    const key = entry.name.toLowerCase()
    if (byName.has(key)) throw new FileRefused('DAMAGED', 'a part twice')
    byName.set(key, entry)
  }
  return {
    has: (name) => byName.has(name.toLowerCase()),
    pieces(name) {
      const entry = byName.get(name.toLowerCase())
      if (!entry) throw new FileRefused('DAMAGED', 'a part is missing')
      return piecesOf(bytes, entry)
    },
  }
}

/** Reads the directory at the end, which is the only list of entries that counts. */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > bytes.length || end < bytes.length - 65_557)
    throw new FileRefused('DAMAGED', 'no directory')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > MAX_ENTRIES) throw new FileRefused('DAMAGED', 'too many parts')
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw new FileRefused('DAMAGED', 'directory')
    const name_length = bytes.readUInt16LE(at + 28)
    const name = bytes.subarray(at + 46, at + 46 + name_length).toString('utf8')
    // Encrypted parts can't be read.
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw new FileRefused('UNSUPPORTED_FORMAT', 'encrypted')
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      inflated: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name_length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

async function* piecesOf(bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const { offset, compressed, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw new FileRefused('DAMAGED', 'part')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + compressed > bytes.length) throw new FileRefused('DAMAGED', 'part')
  if (method !== 0 && method !== 8) throw new FileRefused('UNSUPPORTED_FORMAT', 'compression')
  const data = bytes.subarray(start, start + compressed)
  let length = 0
  for await (const piece of method === 0 ? storedPieces(data) : inflatedPieces(data)) {
    length += piece.length
    // A part that inflates to more than it claims is refused without its memory.
    if (length > entry.inflated) break
    yield piece
  }
  if (length !== entry.inflated) throw new FileRefused('DAMAGED', 'size of a part')
}

const bytesAtOnce = 64 * 1024

function* storedPieces(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += bytesAtOnce) yield data.subarray(at, at + bytesAtOnce)
}

async function* inflatedPieces(data: Buffer): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: bytesAtOnce })
  inflater.end(data)
  try {
    for await (const piece of inflater) yield piece as Buffer
  } catch {
    // The messages of zlib say nothing to the person who uploaded the file.
    throw new FileRefused('DAMAGED', 'compression')
  } finally {
    inflater.destroy()
  }
}
