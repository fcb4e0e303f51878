import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { clipSpans, covers, mergeSpans, type Span, subtractSpans, touches } from './recurrence.ts'

const all = { clipSpans, covers, mergeSpans, subtractSpans, touches }
type Sums = typeof all

const END = 24
/** Short spans that touch and overlap; some are reversed or empty, which count as no time. */
const spans = fc.array(
  fc.tuple(fc.integer({ min: 0, max: END }), fc.integer({ min: -1, max: 6 })).map(([from, length]): Span => {
    return { from, to: from + length > END - 2 ? Number.POSITIVE_INFINITY : from + length }
  }),
  { maxLength: 7 },
)
const bounds = fc.tuple(fc.integer({ min: -2, max: END }), fc.integer({ min: 0, max: END + 4 }))

/** Returns which minutes from -2 on the spans contain. */
function minutesIn(given: readonly Span[]): boolean[] {
  return Array.from({ length: END + 10 }, (_, index) =>
    given.some(({ from, to }) => from <= index - 2 && index - 2 < to),
  )
}

/** In order, not empty, and with a gap between each and the next. */
function expectTidy(given: readonly Span[]) {
  for (const [index, { from, to }] of given.entries()) {
    const next = given[index + 1]
    expect(from).toBeLessThan(to)
    if (next) expect(to).toBeLessThan(next.from)
  }
}

/** Every operation contains exactly the minutes counted one by one. */
function countsMinutes(sums: Sums) {
  return fc.property(spans, spans, bounds, (a, b, [from, to]) => {
    const [inA, inB] = [minutesIn(a), minutesIn(b)]
    const requested = minutesIn([{ from, to }])
    expect(minutesIn(sums.mergeSpans(a))).toEqual(inA)
    expect(minutesIn(sums.subtractSpans(a, b))).toEqual(inA.map((is, at) => is && !inB[at]))
    expect(minutesIn(sums.clipSpans(a, from, to))).toEqual(inA.map((is, at) => is && requested[at]))
    expect(sums.touches(a, from, to)).toBe(inA.some((is, at) => is && requested[at]))
    expect(sums.covers(a, from, to)).toBe(inA.every((is, at) => is || !requested[at]))
  })
}

/** Results are minimal, and inputs are not changed. */
function reservationsTidy(sums: Sums) {
  return fc.property(spans, spans, (a, b) => {
    const before = JSON.stringify([a, b])
    expectTidy(sums.mergeSpans(a))
    expectTidy(sums.subtractSpans(a, b))
    expect(JSON.stringify([a, b])).toBe(before)
  })
}

const broken = {
  /** Joins only overlapping spans. */
  touchingApart: {
    ...all,
    mergeSpans: (given) =>
      mergeSpans(given).flatMap((span) => (span.to - span.from > 3 ? halves(span) : [span])),
  },
  /** Takes the end of the last span, even if an earlier one was longer. */
  lastEndWins: {
    ...all,
    mergeSpans: (given) =>
      mergeSpans(given.map((span, at) => ({ ...span, to: given[at + 1]?.from ?? span.to }))),
  },
  /** Subtracts only the first hole. */
  firstHoleOnly: { ...all, subtractSpans: (a, b) => subtractSpans(a, mergeSpans(b).slice(0, 1)) },
  /** Treats ends as closed. */
  closedEnds: {
    ...all,
    touches: (given, from, to) => given.some((span) => span.from <= to && span.to >= from),
  },
  /** Requires one span to cover everything. */
  coversByOne: {
    ...all,
    covers: (given, from, to) => from >= to || given.some((span) => span.from <= from && to <= span.to),
  },
  /** Sorts the input in place. */
  inPlace: { ...all, mergeSpans: (given) => mergeSpans((given as Span[]).sort((a, b) => a.from - b.from)) },
} satisfies Record<string, Sums>

function halves({ from, to }: Span): Span[] {
  return [
    { from, to: from + 1 },
    { from: from + 1, to },
  ]
}

type Broken = keyof typeof broken

function entry<Of>(of: (sums: Sums) => fc.IProperty<Of>, fails: Broken[]) {
  const check = (sums: Sums) => notices(of(sums), 3000)
  return { name: of.name, of: () => fc.assert(of(all), { numRuns: 3000 }), check, fails }
}

const properties = [
  entry(countsMinutes, ['lastEndWins', 'firstHoleOnly', 'closedEnds', 'coversByOne']),
  entry(reservationsTidy, ['touchingApart', 'inPlace']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all generated spans', { timeout: 20_000 }, () => of())

  test.each(fails)('detects the broken operation %s', (name) => {
    expect(check(broken[name])).toBe(true)
  })
})

test('an infinite span covers everything after its start', () => {
  const forEver = Number.POSITIVE_INFINITY
  expect(covers([{ from: 5, to: forEver }], 5, forEver)).toBe(true)
  expect(covers([{ from: 5, to: forEver }], 4, forEver)).toBe(false)
  expect(subtractSpans([{ from: 0, to: forEver }], [{ from: 5, to: 6 }])).toEqual([
    { from: 0, to: 5 },
    { from: 6, to: forEver },
  ])
})
