import sharp, { type Sharp } from 'sharp'

/** Returns a plain picture with a stripe, to be encoded in any format. */
export function aPicture(width = 64, height = 48): Sharp {
  const pixels = Buffer.alloc(width * height * 3, 0xd0)
  for (let x = 0; x < width; x += 1) pixels.set([0x1f, 0x5f, 0xd6], x * 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export interface Sent {
  field?: string
  name?: string
  type?: string
  bytes: Uint8Array | string
}

/** Returns a multipart form as bytes, written by hand so that it can be wrong in every way. */
export function formOf(parts: readonly Sent[], { closed = true } = {}): { body: Buffer; type: string } {
  const boundary = 'a-boundary-of-the-tests'
  const chunks: Buffer[] = []
  for (const { field = 'image', name = 'lot.png', type = 'image/png', bytes } of parts) {
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    )
  }
  if (closed) chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(chunks), type: `multipart/form-data; boundary=${boundary}` }
}

/** Returns a picture form as a browser sends it. */
export async function pictureForm(width = 64, height = 48): Promise<FormData> {
  const form = new FormData()
  form.append(
    'image',
    new Blob([await aPicture(width, height).png().toBuffer()], { type: 'image/png' }),
    'lot.png',
  )
  return form
}
/** Returns a drawing of a lot from above: two rows of stalls with a lane between them. */
export function aPlan(width = 1200, height = 700): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height, 0xf4)
  const rows = [0.13, 0.63].map((top) => Math.round(top * height))
  const depth = Math.round(height * 0.24)
  const line = (from: number, at: number) => pixels.fill(0x40, at * width + from, at * width + from + 3)
  for (const top of rows) {
    for (let y = top; y < top + depth; y += 1) {
      for (let n = 0; n <= 12; n += 1) line(Math.round(width * (0.0636 + n * 0.07273)), y)
    }
    pixels.fill(0x40, (top - 2) * width, top * width)
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}
