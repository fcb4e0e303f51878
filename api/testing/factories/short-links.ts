/**
 * Decodes a QR code from a picture, independently of the library: its modules, mask, and bytes. Supports only what
 * short links need: versions 1 to 3 at level M, which have one block, without error correction.
 */
export function readQr(isDark: (x: number, y: number) => boolean, pixels: number): string {
  const corner = firstDark(isDark, pixels)
  // The finder pattern in the corner is seven modules wide.
  let run = 0
  while (isDark(corner + run, corner)) run += 1
  const scale = run / 7
  let last = pixels - 1
  while (!isDark(last, corner)) last -= 1
  const side = Math.round((last + 1 - corner) / scale)
  const square = (x: number, y: number) =>
    isDark(Math.floor(corner + (x + 0.5) * scale), Math.floor(corner + (y + 0.5) * scale))
  const mask = maskOf(square)
  const bits: boolean[] = []
  let up = true
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let n = 0; n < side; n += 1) {
      const y = up ? side - 1 - n : n
      for (const x of [right, right - 1]) {
        if (!isFixed(x, y, side)) bits.push(square(x, y) !== mask(x, y))
      }
    }
    up = !up
  }
  return bytesOf(bits)
}

function firstDark(isDark: (x: number, y: number) => boolean, pixels: number): number {
  for (let at = 0; at < pixels; at += 1) if (isDark(at, at)) return at
  throw new Error('There is nothing dark in this picture.')
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Reads the mask from the format information beside the upper left finder pattern, which is itself masked. */
function maskOf(square: (x: number, y: number) => boolean): (x: number, y: number) => boolean {
  const written = [2, 3, 4].reduce((sum, x) => sum * 2 + (square(x, 8) ? 1 : 0), 0)
  return masks[written ^ 0b101] ?? (() => false)
}

/** Modules that carry patterns and not data. */
function isFixed(x: number, y: number, side: number): boolean {
  const far = side - 8
  if ((x < 9 && y < 9) || (x >= far && y < 9) || (x < 9 && y >= far)) return true
  if (x === 6 || y === 6) return true
  // The single alignment pattern of versions 2 and up.
  const middle = side - 7
  return side > 21 && Math.abs(x - middle) <= 2 && Math.abs(y - middle) <= 2
}

function bytesOf(bits: readonly boolean[]): string {
  const read = (from: number, length: number) =>
    bits.slice(from, from + length).reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0)
  // Segments have several modes: letters and digits are packed more tightly than bytes.
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
  let text = ''
  let at = 0
  for (;;) {
    const kind = read(at, 4)
    at += 4
    if (kind === 0 || at >= bits.length) return text
    const [size, width] = kind === 4 ? [8, 8] : kind === 2 ? [9, 11] : [10, 10]
    let count = read(at, size)
    at += size
    while (count > 0) {
      if (kind === 4) {
        text += String.fromCharCode(read(at, width))
        at += width
        count -= 1
      } else if (kind === 2) {
        const isPair = count > 1
        const value = read(at, isPair ? 11 : 6)
        at += isPair ? 11 : 6
        text += isPair ? `${letters[Math.floor(value / 45)]}${letters[value % 45]}` : letters[value]
        count -= isPair ? 2 : 1
      } else {
        const digits = Math.min(3, count)
        const long = [0, 4, 7, 10][digits] ?? 0
        text += String(read(at, long)).padStart(digits, '0')
        at += long
        count -= digits
      }
    }
  }
}
