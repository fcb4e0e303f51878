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
  windowsAround,
} from '../testing/windows.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { localDate } from '../time/zone.ts'
import { occurrences, type RepeatWindow, windowFault } from './windows.ts'

type Occurrences = typeof occurrences

const input = changeDays.chain(({ zone, date, at }) =>
  fc.tuple(fc.constant(zone), windowsAround(zone, date), rangesAround(at, 1)),
)

/** Equals an independent slow search that asks Intl and walks date by date. */
function agreesWithBruteForce(find: Occurrences) {
  return fc.property(input, ([zone, window, { from, to }]) => {
    expect(find(zone, window, from, to)).toEqual(bruteForce(zone, window, from, to))
  })
}

/** The occurrences of a range are the union of those of its two halves. */
function halvesMakeTheWhole(find: Occurrences) {
  return fc.property(input, fc.integer({ min: 0, max: 4 * DAY }), ([zone, window, { from, to }], part) => {
    const middle = Math.min(to, from + part)
    const both = [...find(zone, window, from, middle), ...find(zone, window, middle, to)]
    expect([...new Map(both.map((span) => [span.from, span])).values()]).toEqual(find(zone, window, from, to))
  })
}

/**
 * A window that started at the same local time whole weeks earlier, up to twenty years, has the same occurrences since.
 */
function ageDoesNotMatter(find: Occurrences) {
  return fc.property(input, fc.integer({ min: 1, max: 1040 }), ([zone, window, { from, to }], weeks) => {
    fc.pre(window.repeat_frequency !== 'NEVER')
    const old = { ...window, starts_at: '', ends_at: '' }
    for (const field of ['starts_at', 'ends_at'] as const) {
      const [date = '', time = ''] = readWall(zone, minutesOf(window[field] ?? '')).split(' ')
      const minuteOfDay = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
      const at = findInstant(zone, laterDate(date, -7 * weeks), minuteOfDay)
      // Excludes times that were skipped on the earlier date.
      fc.pre(readWall(zone, at).endsWith(time))
      old[field] = isoOf(at)
    }
    const [date = ''] = readWall(zone, minutesOf(window.starts_at)).split(' ')
    const since = find(zone, old, from, to).filter((span) => localDate(zone, span.from) >= date)
    expect(since).toEqual(find(zone, window, from, to))
  })
}

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** Treats every day as 24 hours. */
  utcDays: (_zone, window, from, to) => occurrences('UTC', window, from, to),
  /** Gives every occurrence the length of the first: 8 hours even in the night of a clock change. */
  fixedLength(zone, window, from, to) {
    const length = minutesOf(window.ends_at ?? '9999-01-01T00:00Z') - minutesOf(window.starts_at)
    return occurrences(zone, window, from, to).map((span) => ({ from: span.from, to: span.from + length }))
  },
  /** Omits occurrences that started before the range. */
  onlyBeginning: (zone, window, from, to) =>
    occurrences(zone, window, from, to).filter((span) => span.from >= from),
  /** Cuts occurrences to the range. */
  clipped: (zone, window, from, to) =>
    occurrences(zone, window, from, to).map((span) => ({ from: Math.max(from, span.from), to: span.to })),
  /** Excludes the last day. */
  untilExclusive: (zone, window, from, to) =>
    occurrences(zone, window, from, to).filter((span) => localDate(zone, span.from) !== window.until_on),
  /** Ignores the weekdays. */
  everyDay: (zone, window, from, to) =>
    occurrences(
      zone,
      window.repeat_frequency === 'WEEKLY' ? { ...window, repeat_frequency: 'DAILY' } : window,
      from,
      to,
    ),
  /** Searches only two years. */
  shortMemory: (zone, window, from, to) =>
    occurrences(zone, window, from, to).filter(
      (span) => span.from < minutesOf(window.starts_at) + 2 * 366 * DAY,
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
  test('holds for every generated window, time zone, and range', { timeout: 30_000 }, () => of())

  test.each(fails)('detects the broken expansion %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name], 3000)).toBe(true)
  })
})

test('windowFault rejects exactly the windows that are reversed, overlap themselves, or end before they start', {
  timeout: 30_000,
}, () => {
  // In UTC, where local times and instants coincide, the occurrences suffice to show what is wrong.
  fc.assert(
    fc.property(windowsAround('UTC', '2026-06-01'), (window: RepeatWindow) => {
      const starts = minutesOf(window.starts_at)
      const all = bruteForce('UTC', window, starts, starts + 60 * DAY)
      // Without its last day, so that an overlap that would only occur later is visible.
      const endless = bruteForce('UTC', { ...window, until_on: null }, starts, starts + 60 * DAY)
      const overlaps = endless.some((span, index) => span.to > (endless[index + 1]?.from ?? span.to))
      expect(windowFault('UTC', window) === null).toBe(all.length > 0 && !overlaps)
    }),
    { numRuns: 2000 },
  )
})
