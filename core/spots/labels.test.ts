import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SPOTS_AT_ONCE, readLabels } from './labels.ts'

const labelsOf = (text: string) => {
  const read = readLabels(text)
  return read.ok ? read.labels : read.reason
}

test.each([
  ['A1', ['A1']],
  ['A1-A3', ['A1', 'A2', 'A3']],
  ['A1 – A3', ['A1', 'A2', 'A3']],
  ['P1-001..P1-003', ['P1-001', 'P1-002', 'P1-003']],
  ['P1-001-P1-003', ['P1-001', 'P1-002', 'P1-003']],
  ['P1-001', ['P1-001']],
  ['A-12', ['A-12']],
  ['8-11', ['8', '9', '10', '11']],
  ['08..11', ['08', '09', '10', '11']],
  ['A9..11', ['A9', 'A10', 'A11']],
  ['A1, B7;C\nEntrance\n\n', ['A1', 'B7', 'C', 'Entrance']],
  ['A 1-A 2', ['A 1', 'A 2']],
  ['A1، B7؛C、D；E，F', ['A1', 'B7', 'C', 'D', 'E', 'F']],
])('reads %j', (text, labels) => {
  expect(labelsOf(text)).toEqual(labels)
})

test.each([
  ['', { code: 'no_labels' }],
  [' , \n', { code: 'no_labels' }],
  ['A3-A1', { code: 'range_descending', range: 'A3-A1' }],
  ['A1..B3', { code: 'range_mixed', range: 'A1..B3' }],
  ['A..B', { code: 'range_mixed', range: 'A..B' }],
  ['A1..', { code: 'range_incomplete', range: 'A1..' }],
  ['A1..A2..A3', { code: 'range_incomplete', range: 'A1..A2..A3' }],
  ['A1, A1', { code: 'label_twice', label: 'A1' }],
  ['A1-A5, A3', { code: 'label_twice', label: 'A3' }],
  ['A'.repeat(21), { code: 'label_too_long', label: 'A'.repeat(21), max: 20 }],
  ['A1-A2001', { code: 'too_many_labels', max: 2000 }],
  ['1-1999, B1-B2', { code: 'too_many_labels', max: 2000 }],
])('rejects %j with a reason', (text, reason) => {
  expect(labelsOf(text)).toEqual(reason)
})

const prefix = fc
  .string({ unit: fc.constantFrom('A', 'b', '-', '1', ' '), maxLength: 8 })
  .map((p) => `x${p}x`)

test('a range contains every number once and in order, in both notations', () => {
  fc.assert(
    fc.property(
      prefix,
      fc.nat(9000),
      fc.integer({ min: 1, max: MAX_SPOTS_AT_ONCE }),
      fc.boolean(),
      (name, first, count, zeros) => {
        const width = zeros ? 5 : 0
        const label = (number: number) => name + String(number).padStart(width, '0')
        const wanted = Array.from({ length: count }, (_, at) => label(first + at))
        const [from, to] = [label(first), label(first + count - 1)]
        expect(labelsOf(`${from}..${to}`)).toEqual(wanted)
        expect(labelsOf(`${from}-${to}`)).toEqual(wanted)
        // A label that looks like a range itself must be written with dots.
        if (!name.includes('-')) expect(labelsOf(wanted.join(','))).toEqual(wanted)
      },
    ),
    { numRuns: 200 },
  )
})

test('any input is read as distinct labels of valid length or rejected with a reason', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('A', '1', '0', '-', '.', ',', ' ', '\n'), maxLength: 30 }),
      (text) => {
        const read = readLabels(text)
        if (!read.ok) {
          expect(read.reason.code).toMatch(/^(no_labels|label_|range_|too_many_labels)/)
          return
        }
        expect(new Set(read.labels).size).toBe(read.labels.length)
        for (const label of read.labels) expect(label.trim()).toMatch(/^.{1,20}$/)
      },
    ),
  )
})
