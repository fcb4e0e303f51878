import { inflateSync } from 'node:zlib'

/**
 * Returns the font inside a WOFF file: its tables decompressed and laid out again (https://www.w3.org/TR/WOFF, 3 to 5).
 * The PDF library reads WOFF too, but fails to decompress some of these files.
 */
export function fontIn(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const heads = Array.from({ length: count }, (_, at) => {
    const from = 44 + at * 20
    const [offset, packed, length] = [4, 8, 12].map((more) => woff.readUInt32BE(from + more))
    return { from, offset: offset ?? 0, packed: packed ?? 0, length: length ?? 0 }
  })
  const font = Buffer.alloc(heads.reduce((end, { length }) => end + padded(length), 12 + count * 16))
  // Copy the font type and the number of tables; the numbers after it only speed up the search for them.
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  let end = 12 + count * 16
  heads.forEach(({ from, offset, packed, length }, at) => {
    const to = 12 + at * 16
    woff.copy(font, to, from, from + 4)
    woff.copy(font, to + 4, from + 16, from + 20)
    font.writeUInt32BE(end, to + 8)
    font.writeUInt32BE(length, to + 12)
    const table = woff.subarray(offset, offset + packed)
    font.set(packed < length ? inflateSync(table) : table, end)
    end += padded(length)
  })
  return font
}

const padded = (length: number): number => Math.ceil(length / 4) * 4
