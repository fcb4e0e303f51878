import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { countLookAlikes, isOneEditApart, isPlate, lookAlikeKey, normalizePlate } from './plates.ts'

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const plate = fc.string({
  unit: fc.constantFrom(...Array.from('0ODQ1IL2Z5S8B6GAK7')),
  minLength: 1,
  maxLength: 8,
})

function settles(normalise: (raw: string) => string) {
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
  fc.assert(settles(normalizePlate), { numRuns: 3000 })
  const marksKept = (raw: string) => raw.toUpperCase().replaceAll(/\s/g, '')
  expect(notices(settles(marksKept), 2000)).toBe(true)
})

test('isPlate accepts 2 to 10 characters', () => {
  expect(['', 'A', 'A1', 'ABCDEF1234', 'ABCDEF12345'].map(isPlate)).toEqual([false, false, true, true, false])
})

test('look-alikes share a key, and countLookAlikes counts their differences', () => {
  expect(lookAlikeKey('OD1QZ')).toBe('00102')
  expect(countLookAlikes('AB0123', 'ABO123')).toBe(1)
  expect(countLookAlikes('AB0123', 'A80I23')).toBe(2)
  expect(countLookAlikes('AB0123', 'AB0123')).toBe(0)
  expect(countLookAlikes('AB0123', 'AC0123')).toBeNull()
  expect(countLookAlikes('AB012', 'AB0123')).toBeNull()
  fc.assert(
    fc.property(plate, plate, (a, b) => {
      expect(countLookAlikes(a, b)).toBe(countLookAlikes(b, a))
      expect(countLookAlikes(a, b) !== null).toBe(lookAlikeKey(a) === lookAlikeKey(b))
    }),
  )
})

test('isOneEditApart is true for one inserted, deleted, or changed character', () => {
  const distance = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length
    if (a[0] === b[0]) return distance(a.slice(1), b.slice(1))
    return 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1)))
  }
  const short = fc.string({ unit: fc.constantFrom('A', 'B'), maxLength: 5 })
  fc.assert(fc.property(short, short, (a, b) => isOneEditApart(a, b) === (distance(a, b) === 1)))
})
