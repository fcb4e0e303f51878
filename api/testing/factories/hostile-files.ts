import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { aPicture, type Sent } from './files.ts'
import {
  animated,
  bomb,
  flipped,
  pngOf,
  webpHead,
  withChunk,
  withComment,
  withPlace,
} from './hostile-bytes.ts'

/** A form that must be rejected, or whose picture must be stored without its hidden contents. */
export interface Hostile {
  what: string
  parts: readonly Sent[]
  /** The form is cut off before its end. */
  is_cut?: true
  /** The expected rejection. If absent, the file is accepted and what is stored contains nothing of `never`. */
  refused?: [status: number, reason: RegExp]
  never?: readonly string[]
}

const script = '<script>alert(document.domain)</script>'
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}</svg>`

export async function hostileFiles(): Promise<Hostile[]> {
  const png = await aPicture().png().toBuffer()
  const jpeg = await aPicture().jpeg().toBuffer()
  const webp = await aPicture().webp().toBuffer()
  const one = (what: string, bytes: Sent['bytes'], more: Partial<Sent> = {}, reason = notOne): Hostile => ({
    what,
    parts: [{ bytes, ...more }],
    refused: [422, reason],
  })
  const cleaned = (what: string, bytes: Buffer, never: string[], more: Partial<Sent> = {}): Hostile => ({
    what,
    parts: [{ bytes, ...more }],
    never,
  })
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6))
  return [
    // Unsupported formats
    one('SVG with a script, as it is', svg(script), { name: 'a.svg', type: 'image/svg+xml' }, notCalled),
    one('SVG with a script called PNG', svg(script)),
    one('SVG with an event handler', svg('<image href="x" onerror="alert(1)"/>')),
    one(
      'SVG with an outside entity',
      `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    ),
    one('SVG that asks another server', svg('<image href="http://127.0.0.1:1/x.png"/>')),
    one('SVG behind a byte order mark', `\ufeff${svg(script)}`),
    one('SVG in UTF-16', Buffer.from(svg(script), 'utf16le')),
    one('SVG, packed', deflateSync(svg(script))),
    one('HTML', `<!doctype html>${script}`, { name: 'a.html', type: 'text/html' }, notCalled),
    one('HTML called PNG', `<!doctype html>${script}`),
    one('XML', '<?xml version="1.0"?><x/>'),
    one('JavaScript', 'alert(1)', { type: 'text/javascript' }, notCalled),
    one(
      'GIF',
      Buffer.from(
        '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
        'hex',
      ),
    ),
    one('GIF that is JavaScript too', 'GIF89a/*\u0001\u0001\u0000*/=1;alert(1)//;'),
    one('PDF', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    one('TIFF', Buffer.from('49492a00080000000000', 'hex')),
    one('BMP', Buffer.concat([Buffer.from('BM'), randomBytes(60)])),
    one('icon', Buffer.from('00000100010010100000010020006804000016000000', 'hex')),
    one('AVIF', Buffer.from('0000001c667479706176696600000000617669666d696631', 'hex')),
    one('HEIC', Buffer.from('00000018667479706865696300000000686569636d696631', 'hex')),
    one('JPEG XL', Buffer.from('ff0a7f00', 'hex')),
    one('ZIP', Buffer.from('504b0304140000000800', 'hex')),
    one('program', Buffer.concat([Buffer.from('MZ'), randomBytes(200)])),
    one('ELF program', Buffer.concat([Buffer.from('7f454c46', 'hex'), randomBytes(200)])),
    one('PHP', '<?php system($_GET[0]);', { name: 'a.php' }, notCalled),
    one('PostScript', '%!PS\n(/etc/passwd) (r) file'),
    one('a drawing language', "push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/x'"),
    one(
      'WAV in the same container as WebP',
      Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), randomBytes(40)]),
    ),
    one('noise', randomBytes(5000)),
    one('blanks', ' '.repeat(5000)),
    one('zeros', Buffer.alloc(5000)),
    one('nothing', '', {}, /is empty/),
    // Damaged files
    one('only a PNG header', png.subarray(0, 8), {}, damaged),
    one('PNG cut off', half(png), {}, damaged),
    one('PNG with a wrong checksum', flipped(png, 40), {}, damaged),
    one('PNG whose pixels are noise', pngOf(64, 64, randomBytes(400)), {}, damaged),
    one('PNG without pixels', pngOf(64, 64, Buffer.alloc(0)), {}, damaged),
    one('PNG of no width', pngOf(0, 64, deflateSync(Buffer.alloc(64))), {}, damaged),
    one('only a JPEG header', jpeg.subarray(0, 3), {}, damaged),
    one('JPEG cut off', half(jpeg), { name: 'a.jpg', type: 'image/jpeg' }, damaged),
    one(
      'JPEG of heads without end',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe10002'.repeat(5000), 'hex')]),
      {},
      damaged,
    ),
    one('only a WebP header', webp.subarray(0, 12), {}, damaged),
    one('WebP cut off', half(webp), {}, damaged),
    one('WebP that says it is longer', flipped(webp, 20), {}, damaged),
    // Decompression bombs
    one('PNG of 16,000 by 16,000', bomb(16_000, 16_000), {}, tooMany),
    one('PNG of 2,000,000,000 by 2,000,000,000', bomb(2_000_000_000, 2_000_000_000), {}, /./),
    one('PNG of 26 megapixels', bomb(5200, 5001), {}, tooMany),
    one('WebP of 16,383 by 16,383', webpHead(16_383, 16_383), {}, /./),
    one('WebP of 200 frames of 400 by 400', await animated(400, 400, 200), {}, tooMany),
    one(
      'PNG with text that unpacks to 100 MB, and no pixels',
      withChunk(
        png.subarray(0, 33),
        'zTXt',
        Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000_000))]),
      ),
      {},
      damaged,
    ),
    one('one pixel', await aPicture(1, 1).png().toBuffer(), {}, /smaller than/),
    one('a line', await aPicture(4000, 16).png().toBuffer(), {}, /too long or too narrow/),
    {
      what: 'too large',
      parts: [{ bytes: Buffer.concat([png, Buffer.alloc(5_000_000)]) }],
      refused: [413, /larger than 5 MB/],
    },
    // Names and types
    one('name that is a path', png, { name: '../../../etc/cron.d/x.png' }, /file name is a path/),
    one('name that is a path of Windows', png, { name: 'C:\\\\boot.png' }, /file name is a path/),
    one('name that is a path, escaped', png, { name: '..%2f..%2fx.png' }, /file name is a path/),
    one('name with a zero in it', png, { name: 'a.php\0.png' }, /cannot be read|hide its type/),
    one('name with an escaped zero in it', png, { name: 'a.php%00.png' }, /path/),
    one('name written from right to left', png, { name: 'lot\u202egnp.exe' }, /hide its type/),
    one('name with an isolated direction', png, { name: 'lot\u2067gnp.png' }, /hide its type/),
    one('program by its name', png, { name: 'lot.png.exe' }, notCalled),
    one('page by its name', png, { name: 'lot.html' }, notCalled),
    one('page by its kind', png, { type: 'text/html' }, notCalled),
    one('drawing by its kind', png, { type: 'image/svg+xml' }, notCalled),
    // Forms
    one('another field', png, { field: 'picture' }, /Send only “image”/),
    one('a field of the prototype', png, { field: '__proto__' }, /Send only “image”|cannot be read/),
    {
      what: 'two pictures',
      parts: [{ bytes: png }, { bytes: png }],
      refused: [422, /one picture at a time/],
    },
    {
      what: 'another field besides',
      parts: [{ bytes: png }, { bytes: png, field: 'x' }],
      refused: [422, /Send only “image”/],
    },
    { what: 'no picture', parts: [], refused: [422, /missing|cannot be read/] },
    {
      what: 'a form that is cut off',
      parts: [{ bytes: png }],
      is_cut: true,
      refused: [422, /cannot be read/],
    },
    // Accepted without their hidden contents
    cleaned(
      'JPEG with a ZIP behind it',
      Buffer.concat([jpeg, Buffer.from('PK\x03\x04evil.js')]),
      ['PK\x03\x04', 'evil.js'],
      { name: 'a.jpg', type: 'image/jpeg' },
    ),
    cleaned('PNG with a page behind it', Buffer.concat([png, Buffer.from(script)]), ['<script']),
    cleaned(
      'PNG with a page in its text',
      withChunk(png.subarray(0, -12), 'tEXt', Buffer.from(`Comment\0${script}`), png.subarray(-12)),
      ['<script'],
    ),
    cleaned('JPEG that is JavaScript too', withComment(jpeg, '*/=alert("hidden");/*'), ['alert']),
    cleaned('JPEG that says where it was taken', await withPlace(), ['Exif', 'GPS', 'SecretCamera']),
    cleaned(
      'PNG with a colour profile that is none',
      withChunk(
        png.subarray(0, 33),
        'iCCP',
        Buffer.concat([Buffer.from('junk\0\0'), deflateSync(Buffer.from('hidden profile'.repeat(20)))]),
        png.subarray(33),
      ),
      ['hidden', 'ICCP'],
    ),
    cleaned(
      'WebP with notes',
      await aPicture().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">hidden</x:xmpmeta>').webp().toBuffer(),
      ['hidden', 'XMP'],
    ),
    cleaned(
      'PNG that says it is small and unpacks to 100 MB',
      pngOf(64, 64, deflateSync(Buffer.alloc(100_000_000))),
      ['IDAT'],
    ),
    cleaned('WebP that moves', await animated(64, 64, 3), ['ANIM', 'ANMF']),
    cleaned('picture of another kind than it is called', jpeg, ['JFIF'], {
      name: 'lot.png',
      type: 'image/png',
    }),
  ]
}

const notOne = /not a PNG, JPEG, or WebP/
const notCalled = /does not end in .png/
const damaged = /damaged/
const tooMany = /25 megapixels/
