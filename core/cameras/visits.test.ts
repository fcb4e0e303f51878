import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { type Passage, visitsOf } from './visits.ts'

const minute = 60_000
const pass = (id: string, at: number, direction: Passage['direction'], is_by_staff = false): Passage => ({
  id,
  at: at * minute,
  direction,
  is_by_staff,
})
const shown = (passages: Passage[]) =>
  visitsOf(passages).map(({ entered, exited, end_reason }) => [
    entered === null ? null : entered / minute,
    exited === null ? null : exited / minute,
    end_reason,
  ])

test.each<[string, Passage[], unknown[]]>([
  ['an entry', [pass('a', 0, 'IN')], [[0, null, null]]],
  ['an entry and an exit', [pass('a', 0, 'IN'), pass('b', 90, 'OUT')], [[0, 90, 'EXIT']]],
  ['an exit only', [pass('a', 5, 'OUT')], [[null, 5, 'EXIT']]],
  ['a read inside only', [pass('a', 5, 'INSIDE')], [[null, null, null]]],
  [
    'a read inside between entry and exit',
    [pass('a', 0, 'IN'), pass('b', 5, 'INSIDE'), pass('c', 9, 'OUT')],
    [[0, 9, 'EXIT']],
  ],
  [
    'two entries with a missed exit',
    [pass('a', 0, 'IN'), pass('b', 90, 'IN')],
    [
      [0, 0, 'SEEN_ENTERING_AGAIN'],
      [90, null, null],
    ],
  ],
  ['two reads of one entry', [pass('a', 0, 'IN'), pass('b', 1, 'IN')], [[0, null, null]]],
  [
    'a vehicle that waits at the entry for minutes',
    [pass('a', 0, 'IN'), pass('b', 1, 'IN'), pass('c', 2.5, 'IN'), pass('d', 4, 'IN')],
    [[0, null, null]],
  ],
  [
    'two reads of one exit',
    [pass('a', 0, 'IN'), pass('b', 30, 'OUT'), pass('c', 31, 'OUT')],
    [[0, 31, 'EXIT']],
  ],
  [
    'a camera for both directions',
    [pass('a', 0, 'UNKNOWN'), pass('b', 1, 'UNKNOWN'), pass('c', 60, 'UNKNOWN'), pass('d', 90, 'UNKNOWN')],
    [
      [0, 60, 'EXIT'],
      [90, null, null],
    ],
  ],
  ['an exit recorded by staff', [pass('a', 0, 'IN'), pass('b', 60, 'OUT', true)], [[0, 60, 'STAFF']]],
  ['a vehicle that turns around', [pass('a', 0, 'IN'), pass('b', 1, 'OUT')], [[0, 1, 'EXIT']]],
])('%s gives the visits that a person would say', (_name, passages, expected) => {
  expect(shown(passages)).toEqual(expected)
})

const somePassages = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    at: fc.integer({ min: 0, max: 40 }).map((at) => at * minute),
    direction: fc.constantFrom<Passage['direction']>('IN', 'OUT', 'INSIDE', 'UNKNOWN'),
    is_by_staff: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

const isAnyOrder = (of: (passages: Passage[]) => unknown) =>
  fc.property(
    somePassages.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.shuffledSubarray(all),
      ),
    ),
    ([all, shuffled, repeated]) => {
      expect(of([...shuffled, ...repeated])).toEqual(of(all))
    },
  )

test('reads that arrive late, out of order, or repeatedly give the same visits', () => {
  fc.assert(isAnyOrder(visitsOf), { numRuns: 2000 })
  // The property notices a function that depends on the order.
  expect(notices(isAnyOrder((passages) => passages.map(({ id }) => id)))).toBe(true)
})

test('every read belongs to one visit, and the visits of a vehicle do not overlap', () => {
  fc.assert(
    fc.property(somePassages, (passages) => {
      const visits = visitsOf(passages)
      expect(visits.flatMap(({ read_ids }) => read_ids).toSorted()).toEqual(
        passages.map(({ id }) => id).toSorted(),
      )
      for (const [at, visit] of visits.entries()) {
        const next = visits[at + 1]
        expect(visit.first_seen).toBeLessThanOrEqual(visit.last_seen)
        if (visit.entered !== null) expect(visit.entered).toBe(visit.first_seen)
        if (visit.exited !== null) expect(visit.exited).toBe(visit.last_seen)
        if (next) expect(visit.exited).toBeLessThanOrEqual(next.first_seen)
        if (next) expect(visit.exited).not.toBeNull()
      }
    }),
    { numRuns: 2000 },
  )
})
