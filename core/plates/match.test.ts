import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admittedBy, isOneEdit, matchesOf, matchOf } from './match.ts'

const plate = (plate_normalized: string, region = 'IL') => ({ plate_normalized, region })

test.each([
  ['ABC1234', 'IL', 'ABC1234', 'IL', 'EXACT'],
  ['ABC1234', '', 'ABC1234', 'IL', 'EXACT'],
  ['ABC1234', 'IL', 'ABC1234', '', 'EXACT'],
  ['ABC1234', 'IN', 'ABC1234', 'IL', 'OTHER_REGION'],
  ['A8C1234', 'IL', 'ABC1234', 'IL', 'LOOK_ALIKE'],
  ['0BC1234', 'IL', 'DBCI234', 'IL', 'LOOK_ALIKE'],
  ['ABX1234', 'IL', 'ABC1234', 'IL', 'ONE_EDIT'],
  ['ABC123', 'IL', 'ABC1234', 'IL', 'ONE_EDIT'],
  ['ABC12345', 'IL', 'ABC1234', 'IL', 'ONE_EDIT'],
  ['ABX12', 'IL', 'ABC12', 'IL', null],
  ['ABXX234', 'IL', 'ABC1234', 'IL', null],
  ['BAC1234', 'IL', 'ABC1234', 'IL', null],
])('%s %s compared with %s %s is %s', (read, readRegion, known, knownRegion, expected) => {
  expect(matchOf(plate(read, readRegion), plate(known, knownRegion))).toBe(expected)
})

/** The textbook definition, by trying every edit. */
function oneEditByTrying(a: string, b: string): boolean {
  const letters = [...new Set(Array.from(a + b))]
  const places = Array.from({ length: a.length + 1 }, (_, at) => at)
  const edited = places.flatMap((at) => [
    ...(at < a.length ? [a.slice(0, at) + a.slice(at + 1)] : []),
    ...letters.flatMap((letter) => [
      a.slice(0, at) + letter + a.slice(at),
      ...(at < a.length ? [a.slice(0, at) + letter + a.slice(at + 1)] : []),
    ]),
  ])
  return a !== b && edited.includes(b)
}

test('isOneEdit agrees with trying every edit, in both directions', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'B', '1'), maxLength: 5 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(isOneEdit(a, b)).toBe(oneEditByTrying(a, b))
      expect(isOneEdit(b, a)).toBe(isOneEdit(a, b))
    }),
    { numRuns: 3000 },
  )
})

const admitted = (read: string, known: string[]) =>
  admittedBy(
    matchesOf(
      plate(read),
      known.map((each) => plate(each)),
    ),
  ).map((each) => each.plate_normalized)

test('access goes to an exact match, else to the only look-alike, else to the only plate that is one edit away', () => {
  expect(admitted('ABC1234', ['A8C1234', 'ABC1234'])).toEqual(['ABC1234'])
  expect(admitted('ABC1234', ['A8C1234', 'ABX1234'])).toEqual(['A8C1234'])
  expect(admitted('ABC1234', ['ABX1234'])).toEqual(['ABX1234'])
})

test('access is not guessed between several look-alikes, or several plates that are one edit away', () => {
  expect(admitted('ABC1234', ['A8C1234', 'ABCI234'])).toEqual([])
  expect(admitted('ABC1234', ['ABX1234', 'ABY1234'])).toEqual([])
  expect(admitted('ABC1234', ['XYZ9999'])).toEqual([])
})

test('a vehicle with two rights is still one vehicle', () => {
  expect(admitted('ABC1234', ['A8C1234', 'A8C1234'])).toEqual(['A8C1234', 'A8C1234'])
})
