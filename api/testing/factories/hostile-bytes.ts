import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { aPicture } from './files.ts'

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  return Buffer.concat([number(data.length), named, number(crc32(named))])
}

export const withChunk = (before: Buffer, kind: string, data: Buffer, after = Buffer.alloc(0)) =>
  Buffer.concat([before, chunk(kind, data), after])

export function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.concat([number(width), number(height), Buffer.from([8, 2, 0, 0, 0])])
  const parts = [chunk('IHDR', head), ...(pixels.length > 0 ? [chunk('IDAT', pixels)] : [])]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts, chunk('IEND', Buffer.alloc(0))])
}

/** Returns a PNG with many pixels in few bytes. */
export const bomb = (width: number, height: number) =>
  pngOf(width, height, deflateSync(Buffer.alloc(2_000_000)))

export function webpHead(width: number, height: number): Buffer {
  const frame = Buffer.from([0x30, 1, 0, 0x9d, 1, 0x2a, width & 255, width >> 8, height & 255, height >> 8])
  const size = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, 0, 0])
  const body = Buffer.concat([Buffer.from('WEBPVP8 '), size(frame.length), frame])
  return Buffer.concat([Buffer.from('RIFF'), size(body.length), body])
}

/** Returns a copy with one byte flipped. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 0xff
  return other
}

export function animated(width: number, height: number, frames: number): Promise<Buffer> {
  const size = width * height * 3
  const pixels = Buffer.alloc(size * frames)
  // Identical frames would be merged into one.
  for (let frame = 0; frame < frames; frame += 2) pixels.fill(255, frame * size, (frame + 1) * size)
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .webp({ effort: 0, delay: Array.from({ length: frames }, () => 50) })
    .toBuffer()
}

export function withComment(jpeg: Buffer, text: string): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(text.length + 2)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('fffe', 'hex'),
    size,
    Buffer.from(text),
    jpeg.subarray(2),
  ])
}

export const withPlace = () =>
  aPicture()
    .withExif({
      IFD0: { Model: 'SecretCamera' },
      IFD3: { GPSLatitude: '41/1 52/1 44/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
