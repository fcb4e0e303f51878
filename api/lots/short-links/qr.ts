import qrcode from 'qrcode'
import sharp from 'sharp'

/** The modules of a QR code, including the quiet zone around it. */
export interface QrMatrix {
  /** The number of modules per side. */
  side: number
  isDark: (x: number, y: number) => boolean
}

const quiet = 4

/** Encodes a text at level M, at which 15% of the codewords can be restored. */
export function qrMatrix(text: string): QrMatrix {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const inner = modules.size
  const isInside = (at: number) => at >= quiet && at < quiet + inner
  return {
    side: inner + 2 * quiet,
    isDark: (x, y) => isInside(x) && isInside(y) && modules.get(y - quiet, x - quiet) === 1,
  }
}

/** Returns the dark modules as one SVG path; a run within a row is one rectangle. */
export function qrPath({ side, isDark }: QrMatrix): string {
  let path = ''
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (!isDark(x, y)) continue
      const from = x
      while (isDark(x + 1, y)) x += 1
      path += `M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`
    }
  }
  return path
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

export function qrSvg(matrix: QrMatrix, title: string, size: number): Buffer {
  const { side } = matrix
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img"><title>${escape(title)}</title><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(matrix)}"/></svg>\n`,
  )
}

/** Draws modules of whole pixels for sharp edges. The remainder becomes border. */
export function qrPng({ side, isDark }: QrMatrix, size: number): Promise<Buffer> {
  const scale = Math.floor(size / side)
  const left = Math.floor((size - scale * side) / 2)
  const pixels = Buffer.alloc(size * size, 255)
  for (let y = 0; y < scale * side; y += 1) {
    for (let x = 0; x < scale * side; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) pixels[(y + left) * size + x + left] = 0
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
