import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type FileLimits, FileRefused } from './table.ts'

const inflate = promisify(inflateRaw)

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

/**
 * Returns the needed parts of a workbook, inflated. What a file says about its sizes is checked before anything is inflated,
 * and again while it is. Throws `FileRefused`.
 */
export async function readParts(bytes: Buffer, limits: FileLimits): Promise<Map<string, Buffer>> {
  const entries = entriesOf(bytes).filter(({ name }) => neededParts.test(name))
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0)
  if (declared > limits.max_inflated_bytes) throw new FileRefused('TOO_LARGE', 'inflated')
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    if (parts.has(entry.name)) throw new FileRefused('DAMAGED', 'a part twice')
    parts.set(entry.name, await inflated(bytes, entry))
  }
  return parts
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

async function inflated(bytes: Buffer, entry: Entry): Promise<Buffer> {
  const { offset, compressed, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw new FileRefused('DAMAGED', 'part')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + compressed > bytes.length) throw new FileRefused('DAMAGED', 'part')
  const data = bytes.subarray(start, start + compressed)
  const part = method === 0 ? data : method === 8 ? await inflateUpTo(data, entry.inflated) : null
  if (part === null) throw new FileRefused('UNSUPPORTED_FORMAT', 'compression')
  if (part.length !== entry.inflated) throw new FileRefused('DAMAGED', 'size of a part')
  if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) throw new FileRefused('DAMAGED', 'DOCTYPE')
  return part
}

/** Stops at the declared size, so a part that inflates to more is refused without its memory. */
async function inflateUpTo(data: Buffer, size: number): Promise<Buffer> {
  try {
    return await inflate(data, { maxOutputLength: Math.max(size, 1) })
  } catch {
    // The messages of zlib say nothing to the person who uploaded the file.
    throw new FileRefused('DAMAGED', 'compression')
  }
}

/**
 * Returns an archive of exactly these parts without compression. What reads it can't find entries that were not checked, and
 * has nothing to inflate.
 */
export function storedZip(parts: ReadonlyMap<string, Buffer>): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, part] of parts) {
    const title = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(part), 10)
    common.writeUInt32LE(part.length, 14)
    common.writeUInt32LE(part.length, 18)
    common.writeUInt16LE(title.length, 22)
    const head = Buffer.from('PK\x03\x04', 'latin1')
    pieces.push(head, common, title, part)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, title)
    offset += head.length + common.length + title.length + part.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, list, end])
}
