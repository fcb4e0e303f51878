import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import {
  bruteForce,
  changeDays,
  DAY,
  findInstant,
  laterDate,
  rangesAround,
  readWall,
  recurrencesAround,
} from '../testing/recurrence.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { localDate } from '../time/zone.ts'
import { occurrences, type Recurrence, recurrenceFault } from './recurrence.ts'

type Occurrences = typeof occurrences

const input = changeDays.chain(({ zone, date, at }) =>
  fc.tuple(fc.constant(zone), recurrencesAround(zone, date), rangesAround(at, 1)),
)

/** Equals an independent slow search that asks Intl and walks date by date. */
function agreesWithBruteForce(find: Occurrences) {
  return fc.property(input, ([zone, recurrence, { from, to }]) => {
    expect(find(zone, recurrence, from, to)).toEqual(bruteForce(zone, recurrence, from, to))
  })
}

/** The occurrences of a range are the union of those of its two halves. */
function halvesMakeTheWhole(find: Occurrences) {
  return fc.property(
    input,
    fc.integer({ min: 0, max: 4 * DAY }),
    ([zone, recurrence, { from, to }], part) => {
      const middle = Math.min(to, from + part)
      const both = [...find(zone, recurrence, from, middle), ...find(zone, recurrence, middle, to)]
      expect([...new Map(both.map((span) => [span.from, span])).values()]).toEqual(
        find(zone, recurrence, from, to),
      )
    },
  )
}

/**
 * A recurrence that started at the same local time whole weeks earlier, up to twenty years, has the same occurrences
 * since.
 */
function ageDoesNotMatter(find: Occurrences) {
  return fc.property(input, fc.integer({ min: 1, max: 1040 }), ([zone, recurrence, { from, to }], weeks) => {
    fc.pre(recurrence.repeat_frequency !== 'NEVER')
    const old = { ...recurrence, starts_at: '', ends_at: '' }
    for (const field of ['starts_at', 'ends_at'] as const) {
      const [date = '', time = ''] = readWall(zone, minutesOf(recurrence[field] ?? '')).split(' ')
      const minuteOfDay = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
      const at = findInstant(zone, laterDate(date, -7 * weeks), minuteOfDay)
      // Excludes times that were skipped on the earlier date.
      fc.pre(readWall(zone, at).endsWith(time))
      old[field] = isoOf(at)
    }
    const [date = ''] = readWall(zone, minutesOf(recurrence.starts_at)).split(' ')
    const since = find(zone, old, from, to).filter((span) => localDate(zone, span.from) >= date)
    expect(since).toEqual(find(zone, recurrence, from, to))
  })
}

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** Treats every day as 24 hours. */
  utcDays: (_zone, recurrence, from, to) => occurrences('UTC', recurrence, from, to),
  /** Gives every occurrence the length of the first: 8 hours even in the night of a clock change. */
  fixedLength(zone, recurrence, from, to) {
    const length = minutesOf(recurrence.ends_at ?? '9999-01-01T00:00Z') - minutesOf(recurrence.starts_at)
    return occurrences(zone, recurrence, from, to).map((span) => ({
      from: span.from,
      to: span.from + length,
    }))
  },
  /** Omits occurrences that started before the range. */
  onlyBeginning: (zone, recurrence, from, to) =>
    occurrences(zone, recurrence, from, to).filter((span) => span.from >= from),
  /** Cuts occurrences to the range. */
  clipped: (zone, recurrence, from, to) =>
    occurrences(zone, recurrence, from, to).map((span) => ({ from: Math.max(from, span.from), to: span.to })),
  /** Excludes the last day. */
  untilExclusive: (zone, recurrence, from, to) =>
    occurrences(zone, recurrence, from, to).filter(
      (span) => localDate(zone, span.from) !== recurrence.until_on,
    ),
  /** Ignores the weekdays. */
  everyDay: (zone, recurrence, from, to) =>
    occurrences(
      zone,
      recurrence.repeat_frequency === 'WEEKLY' ? { ...recurrence, repeat_frequency: 'DAILY' } : recurrence,
      from,
      to,
    ),
  /** Searches only two years. */
  shortMemory: (zone, recurrence, from, to) =>
    occurrences(zone, recurrence, from, to).filter(
      (span) => span.from < minutesOf(recurrence.starts_at) + 2 * 366 * DAY,
    ),
} satisfies Record<string, Occurrences>

type Broken = keyof typeof broken

function entry<Of>(of: (find: Occurrences) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (find: Occurrences, numRuns: number) => notices(of(find), numRuns)
  return { name: of.name, of: () => fc.assert(of(occurrences), { numRuns: runs }), check, fails }
}

const properties = [
  entry(agreesWithBruteForce, 3000, [
    'utcDays',
    'fixedLength',
    'onlyBeginning',
    'clipped',
    'untilExclusive',
    'everyDay',
  ]),
  entry(halvesMakeTheWhole, 2000, ['clipped']),
  entry(ageDoesNotMatter, 1000, ['shortMemory']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for every generated recurrence, time zone, and range', { timeout: 30_000 }, () => of())

  test.each(fails)('detects the broken expansion %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name], 3000)).toBe(true)
  })
})

test('recurrenceFault rejects exactly what is reversed, overlaps itself, or ends before it starts', {
  timeout: 30_000,
}, () => {
  // In UTC, where local times and instants coincide, the occurrences suffice to show what is wrong.
  fc.assert(
    fc.property(recurrencesAround('UTC', '2026-06-01'), (recurrence: Recurrence) => {
      const starts = minutesOf(recurrence.starts_at)
      const all = bruteForce('UTC', recurrence, starts, starts + 60 * DAY)
      // Without its last day, so that an overlap that would only occur later is visible.
      const endless = bruteForce('UTC', { ...recurrence, until_on: null }, starts, starts + 60 * DAY)
      const overlaps = endless.some((span, index) => span.to > (endless[index + 1]?.from ?? span.to))
      expect(recurrenceFault('UTC', recurrence) === null).toBe(all.length > 0 && !overlaps)
    }),
    { numRuns: 2000 },
  )
})
