import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSpans, type Span } from '../recurrence/spans.ts'
import { idsOf, meet, spans } from '../testing/allocation.ts'
import { notices } from '../testing/notices.ts'
import { bestFit, rankSpots, type SpotCalendar } from './best-fit.ts'

const all = { bestFit, rankSpots }
type Choices = typeof all

const DAY = 1440
/** Stretches each unit to four hours, so that gaps reach and exceed a day, from which they count as equal. */
const inHours = ({ from, to }: Span): Span => ({ from: from * 240, to: to * 240 })
const lots = fc
  .array(fc.array(spans.map(inHours), { maxLength: 4 }).map(mergeSpans), { maxLength: 6 })
  .map((busy) => idsOf(busy.length).map((spot_id, at): SpotCalendar => ({ spot_id, busy: busy[at] ?? [] })))
const request = fc.tuple(
  lots,
  spans.map(inHours),
  fc.nat({ max: 20 }).map((hours) => hours * 60),
)

const freeOf = (spots: SpotCalendar[], reservation: Span) =>
  spots.filter(({ busy }) => !busy.some((span) => meet(span, reservation))).map(({ spot_id }) => spot_id)

/** Ranks exactly the free spots, and `bestFit` returns the first of them. */
function ranksWhatIsFree({ bestFit, rankSpots }: Choices) {
  return fc.property(request, ([spots, reservation, now]) => {
    const ranked = rankSpots(spots, reservation, now)
    expect(ranked.map(({ spot_id }) => spot_id).sort()).toEqual(freeOf(spots, reservation))
    expect(bestFit(spots, reservation, now)).toEqual(ranked[0] ?? null)
  })
}

/** Each reported gap is free, and it could not be one minute longer. */
function gapsAreFree({ rankSpots }: Choices) {
  return fc.property(request, ([spots, reservation, now]) => {
    for (const { spot_id, gap_before, gap_after } of rankSpots(spots, reservation, now)) {
      const busy = spots.find((spot) => spot.spot_id === spot_id)?.busy ?? []
      const past = { from: Number.NEGATIVE_INFINITY, to: Math.min(now, reservation.from) }
      const from = reservation.from - gap_before
      const to = reservation.to + gap_after
      expect([past, ...busy].some((span) => meet(span, { from, to }))).toBe(false)
      expect([past, ...busy].some((span) => meet(span, { from: from - 1, to: reservation.from }))).toBe(true)
      const isLast = to === Number.POSITIVE_INFINITY
      expect(isLast || busy.some((span) => meet(span, { from: reservation.to, to: to + 1 }))).toBe(true)
    }
  })
}

/** No spot is ranked before one whose smaller gap and total gap are both at least as good, with one of them better. */
function leavesLeastBroken({ rankSpots }: Choices) {
  return fc.property(request, ([spots, reservation, now]) => {
    const counted = rankSpots(spots, reservation, now).map(({ spot_id, gap_before, gap_after }) => {
      const gaps = [Math.min(gap_before, DAY), Math.min(gap_after, DAY)].sort((a, b) => a - b)
      return { gaps, given: spots.findIndex((spot) => spot.spot_id === spot_id) }
    })
    for (const [index, { gaps, given }] of counted.entries()) {
      const next = counted[index + 1]
      if (!next) continue
      expect(gaps[0]).toBeLessThanOrEqual(next.gaps[0] ?? 0)
      if (gaps[0] !== next.gaps[0]) continue
      expect(gaps[1]).toBeLessThanOrEqual(next.gaps[1] ?? 0)
      if (gaps[1] === next.gaps[1]) expect(given).toBeLessThan(next.given)
    }
  })
}

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** A reservation that ends exactly when the new one starts counts as a conflict. */
  closedEnds: {
    ...all,
    rankSpots: (spots, reservation, now) =>
      rankSpots(spots, reservation, now).filter(
        ({ gap_before, gap_after }) => gap_before > 0 && gap_after > 0,
      ),
  },
  /** Checks only the first minute of the reservation. */
  startAlone: {
    bestFit: (spots, reservation, now) => bestFit(spots, { ...reservation, to: reservation.from + 1 }, now),
    rankSpots: (spots, reservation, now) =>
      rankSpots(spots, { ...reservation, to: reservation.from + 1 }, now),
  },
  /** Returns nothing when the first spot is taken. */
  firstOrNone: {
    bestFit: (spots, reservation, now) => bestFit(spots.slice(0, 1), reservation, now),
    rankSpots: (spots, reservation, now) => rankSpots(spots.slice(0, 1), reservation, now),
  },
  /** Counts the past as a gap. */
  pastCounts: {
    ...all,
    rankSpots: (spots, reservation) => rankSpots(spots, reservation, Number.NEGATIVE_INFINITY),
  },
  /** Ranks by spot ID instead of by gaps. */
  firstFit: {
    ...all,
    rankSpots: (spots, reservation, now) =>
      rankSpots(spots, reservation, now).sort((a, b) => (a.spot_id < b.spot_id ? -1 : 1)),
  },
  /** Breaks ties in reverse order. */
  lastOfEqual: {
    ...all,
    rankSpots: (spots, reservation, now) => rankSpots(spots.toReversed(), reservation, now),
  },
} satisfies Record<string, Choices>

type Broken = keyof typeof broken

function entry<Of>(of: (choices: Choices) => fc.IProperty<Of>, fails: Broken[]) {
  const check = (choices: Choices) => notices(of(choices), 2000)
  return { name: of.name, of: () => fc.assert(of(all), { numRuns: 2000 }), check, fails }
}

const properties = [
  entry(ranksWhatIsFree, ['closedEnds', 'startAlone', 'firstOrNone']),
  entry(gapsAreFree, ['pastCounts', 'startAlone']),
  entry(leavesLeastBroken, ['firstFit', 'lastOfEqual']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for every generated lot and reservation', { timeout: 20_000 }, () => of())

  test.each(fails)('detects the broken implementation %s', (name) => {
    expect(check(broken[name])).toBe(true)
  })
})

test('ranks an exact fit first, then the smaller smallest gap, then the given order', () => {
  const spots = [
    { spot_id: 'empty', busy: [] },
    { spot_id: 'empty too', busy: [] },
    { spot_id: 'half an hour left', busy: [{ from: 0, to: 570 }] },
    {
      spot_id: 'exact',
      busy: [
        { from: 0, to: 600 },
        { from: 720, to: 900 },
      ],
    },
    { spot_id: 'right after', busy: [{ from: 0, to: 600 }] },
    { spot_id: 'taken', busy: [{ from: 719, to: 900 }] },
  ]
  const ranked = rankSpots(spots, { from: 600, to: 720 }, -9 * DAY)
  expect(ranked.map(({ spot_id }) => spot_id)).toEqual([
    'exact',
    'right after',
    'half an hour left',
    'empty',
    'empty too',
  ])
  expect(ranked[1]).toEqual({ spot_id: 'right after', gap_before: 0, gap_after: Number.POSITIVE_INFINITY })
})

test('reports a gap of 0 after an open-ended reservation', () => {
  const reservation = { from: 600, to: Number.POSITIVE_INFINITY }
  expect(bestFit([{ spot_id: 'a', busy: [] }], reservation, 540)).toEqual({
    spot_id: 'a',
    gap_before: 60,
    gap_after: 0,
  })
  expect(bestFit([{ spot_id: 'a', busy: [{ from: 9000, to: 9060 }] }], reservation, 540)).toBeNull()
})
