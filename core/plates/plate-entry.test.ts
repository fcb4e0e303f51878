import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateEntry } from './plate-entry.ts'
import { normalizePlate } from './plates.ts'

const problemOf = (raw: string, region = '') => plateEntry(raw, region).problem

test('A picture, an emoji of several characters, and a control character are refused by name', () => {
  expect(problemOf('🚗123')).toEqual({ kind: 'SIGN', character: '🚗' })
  expect(problemOf('AB 🇺🇸 1')).toEqual({ kind: 'SIGN', character: '🇺🇸' })
  expect(problemOf('AB1️⃣')).toEqual({ kind: 'SIGN', character: '1️⃣' })
  expect(problemOf('AB™')).toEqual({ kind: 'SIGN', character: '™' })
  expect(problemOf('AB\u0007C')).toEqual({ kind: 'SIGN', character: 'U+0007' })
})

test('Punctuation alone, nothing, and too many characters are refused for their length', () => {
  for (const raw of ['---', '…', '  ', 'A'.repeat(16)]) expect(problemOf(raw)).toEqual({ kind: 'LENGTH' })
})

test('Letters of another alphabet are refused with the Latin plate that looks the same, if there is one', () => {
  expect(problemOf('АА 1234 АА', 'TX')).toEqual({
    kind: 'LETTER',
    character: 'А',
    suggestion: 'AA 1234 AA',
  })
  expect(problemOf('ab Χ12', 'DE')).toEqual({ kind: 'LETTER', character: 'Χ', suggestion: 'AB X12' })
  expect(problemOf('аb123')).toEqual({ kind: 'LETTER', character: 'а', suggestion: 'AB123' })
  expect(problemOf('京A12345')).toEqual({ kind: 'LETTER', character: '京', suggestion: null })
  expect(problemOf('АД123', 'UA')).toEqual({ kind: 'LETTER', character: 'Д', suggestion: null })
})

test('Where plates have only letters that two alphabets share, those letters are read as Latin', () => {
  expect(plateEntry('СВ 1234 МН', 'BG')).toMatchObject({ plate: 'CB 1234 MH', plate_normalized: 'CB1234MH' })
  expect(plateEntry('АІ 1234 ВС', 'ua')).toMatchObject({ plate: 'AI 1234 BC', plate_normalized: 'AI1234BC' })
  expect(plateEntry('ΙΧΝ 1234', 'GR')).toMatchObject({ plate_normalized: 'IXN1234' })
  expect(problemOf('AІ1', 'BG')).toMatchObject({ kind: 'LETTER', character: 'І', suggestion: 'AI1' })
})

test('Only California has a heart, a star, a hand, and a plus on its plates', () => {
  expect(plateEntry('KIDS ❤️ 1', 'CA')).toMatchObject({ plate_normalized: 'KIDS1' })
  expect(problemOf('KIDS ❤️ 1', 'NV')).toEqual({ kind: 'SIGN', character: '❤️' })
})

test('Any plate of Latin letters and digits has the same key as before, and reading it twice changes nothing', () => {
  const latin = fc.string({ unit: fc.constantFrom(...Array.from('ABZabzüÉß019 -.·')), maxLength: 12 })
  fc.assert(
    fc.property(latin, fc.constantFrom('', 'BG', 'GR', 'CA', 'UA'), (raw, region) => {
      const entry = plateEntry(raw, region)
      if (entry.problem !== null) {
        expect(normalizePlate(raw)).toMatch(/^$|^.{16,}$/)
        return
      }
      expect(entry).toMatchObject({ plate: raw.trim(), plate_normalized: normalizePlate(raw) })
      expect(plateEntry(entry.plate_normalized, region)).toMatchObject({
        plate_normalized: entry.plate_normalized,
      })
    }),
  )
  const any = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(any, fc.constantFrom('', 'BG', 'GR', 'CA'), (raw, region) => {
      const entry = plateEntry(raw, region)
      if (entry.problem === null) expect(entry.plate_normalized).toBe(normalizePlate(entry.plate))
    }),
  )
})
