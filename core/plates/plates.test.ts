import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { lookAlikeKey, normalizePlate } from './plates.ts'

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

function isIdempotent(normalise: (raw: string) => string) {
  return fc.property(text, (raw) => {
    const once = normalise(raw)
    expect(normalise(once)).toBe(once)
    expect(normalise(raw.toLowerCase())).toBe(normalise(raw.toLowerCase().toUpperCase()))
    expect(once).toMatch(/^[\p{L}\p{Nd}]*$/u)
  })
}

test('normalizePlate keeps only letters and digits, in upper case and without diacritics', () => {
  expect(['b-ür 7 e', ' ab·12  cd ', 'ＡＢ１２', 'straße 1', '', '---'].map(normalizePlate)).toEqual([
    'BUR7E',
    'AB12CD',
    'AB12',
    'STRASSE1',
    '',
    '',
  ])
})

test('normalizing twice changes nothing, and the property detects a function that keeps marks', () => {
  fc.assert(isIdempotent(normalizePlate), { numRuns: 3000 })
  const marksKept = (raw: string) => raw.toUpperCase().replaceAll(/\s/g, '')
  expect(notices(isIdempotent(marksKept), 2000)).toBe(true)
})

test('look-alikes share a key', () => {
  expect(lookAlikeKey('OD1QZ')).toBe('00102')
  expect(lookAlikeKey('A80I23')).toBe(lookAlikeKey('AB0123'))
  expect(lookAlikeKey('AC0123')).not.toBe(lookAlikeKey('AB0123'))
})
