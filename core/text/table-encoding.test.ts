import { expect, test } from 'vitest'
import { decodeTable, encodingOfTable } from './table-encoding.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

test.each([
  ['nothing', bytes(), 'utf-8', ''],
  ['ASCII', bytes('a,b'), 'utf-8', 'a,b'],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'ë'), 'utf-8', 'ë'],
  ['a letter of four bytes', bytes('🚗'), 'utf-8', '🚗'],
  ['UTF-16 with the low byte first', bytes([0xff, 0xfe, 0xeb, 0x00]), 'utf-16le', 'ë'],
  ['UTF-16 with the high byte first', bytes([0xfe, 0xff, 0x00, 0xeb]), 'utf-16be', 'ë'],
  // These five are control characters in Latin-1, with which some decoders confuse Windows-1252.
  ['letters of Windows-1252', bytes([0x80, 0x92, 0x96, 0x9f, 0xeb]), 'windows-1252', '€’–Ÿë'],
  ['a letter that is cut at the end', bytes('a', [0xc3]), 'windows-1252', 'aÃ'],
] as const)('%s is recognized and decoded', (_, table, encoding, text) => {
  expect(encodingOfTable(table)).toBe(encoding)
  expect(decodeTable(table)).toBe(text)
})

test('a letter across the pieces in which a large table is checked is recognized', () => {
  const table = bytes('a'.repeat(65_535), 'ë', 'a'.repeat(65_536))
  expect(encodingOfTable(table)).toBe('utf-8')
})
