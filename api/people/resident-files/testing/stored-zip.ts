import { crc32 } from 'node:zlib'

/** Returns an archive of exactly these parts without compression. */
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
