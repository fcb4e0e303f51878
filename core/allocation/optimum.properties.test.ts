import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSpans, type Span } from '../recurrence/spans.ts'
import { idsOf, maxOf, meet, requestsFor, spans } from '../testing/allocation.ts'
import { afterMove } from '../testing/moves.ts'
import { notices } from '../testing/notices.ts'
import { maxReservations, type SpotRequest } from '../testing/optimum.ts'
import { bestFit, type SpotCalendar } from './best-fit.ts'
import { maxReservationsOnAlikeSpots } from './optimum.ts'
import { reseat, type TakenSpot } from './reseat.ts'

const all = { maxReservations, maxReservationsOnAlikeSpots }
type Optimum = typeof all

const counts = fc.integer({ min: 1, max: 4 })
const alike = fc.tuple(counts, fc.array(spans, { maxLength: 14, size: 'max' }))
const mixed = counts.chain((count) => {
  const ids = idsOf(count)
  const busy = fc.array(fc.array(spans, { maxLength: 2 }).map(mergeSpans), {
    minLength: count,
    maxLength: count,
  })
  const spots = busy.map((all) => ids.map((spot_id, at): SpotCalendar => ({ spot_id, busy: all[at] ?? [] })))
  return fc.tuple(spots, requestsFor(ids, 6))
})

const emptySpots = (count: number): SpotCalendar[] => idsOf(count).map((spot_id) => ({ spot_id, busy: [] }))

/** Tries every request on every spot and on none. */
function bruteForce(spots: readonly SpotCalendar[], requests: readonly SpotRequest[]): number {
  const [request, ...others] = requests
  if (!request) return 0
  const without = bruteForce(spots, others)
  const withIt = spots.map((spot) => {
    if (request.allowed?.has(spot.spot_id) === false || spot.busy.some((span) => meet(span, request)))
      return 0
    const taken = { ...spot, busy: [...spot.busy, request] }
    return (
      1 +
      bruteForce(
        spots.map((other) => (other === spot ? taken : other)),
        others,
      )
    )
  })
  return Math.max(without, ...withIt)
}

/** `mostStays` equals exhaustive search. */
function agreesWithBruteForce({ maxReservations }: Optimum) {
  return fc.property(mixed, ([spots, requests]) => {
    expect(maxReservations(spots, requests)).toBe(bruteForce(spots, requests))
  })
}

/** On empty, identical spots both algorithms agree. */
function bothAgree({ maxReservations, maxReservationsOnAlikeSpots }: Optimum) {
  return fc.property(alike, ([count, requests]) => {
    expect(maxReservationsOnAlikeSpots(count, requests)).toBe(maxReservations(emptySpots(count), requests))
  })
}

/** All requests fit exactly if the number wanted at once never exceeds the number of spots. */
function allWhereNeverTooMany({ maxReservationsOnAlikeSpots }: Optimum) {
  return fc.property(alike, ([count, requests]) => {
    expect(maxReservationsOnAlikeSpots(count, requests) === requests.length).toBe(maxOf(requests) <= count)
  })
}

/**
 * The optimum is never below an online strategy that answers each request as it arrives, with best fit or with
 * reseating.
 */
function neverBelowOnline({ maxReservations }: Optimum) {
  return fc.property(mixed, fc.boolean(), ([spots, requests], mayReseat) => {
    expect(maxReservations(spots, requests)).toBeGreaterThanOrEqual(online(spots, requests, mayReseat))
  })
}

function online(
  spots: readonly SpotCalendar[],
  requests: readonly SpotRequest[],
  mayReseat: boolean,
): number {
  let now: readonly TakenSpot[] = spots.map(({ spot_id, busy }) => ({
    spot_id,
    reservations: [],
    closed: busy,
  }))
  const sit = (spot_id: string, request: SpotRequest, index: number) => {
    const reservation = { ...request, reservation_id: `wish ${index}`, is_flexible: true }
    now = now.map((spot) =>
      spot.spot_id === spot_id ? { ...spot, reservations: [...spot.reservations, reservation] } : spot,
    )
  }
  for (const [index, request] of requests.entries()) {
    const open = now.filter(({ spot_id }) => request.allowed?.has(spot_id) ?? true)
    const busy = open.map(({ spot_id, reservations, closed }) => ({
      spot_id,
      busy: mergeSpans([...reservations, ...closed]),
    }))
    const seat = bestFit(busy, request, 0)
    const found = seat ? { ...seat, moves: [] } : mayReseat ? reseat(now, request) : null
    if (!found) continue
    for (const move of found.moves) now = afterMove(now, move)
    sit(found.spot_id, request, index)
  }
  return now.reduce((sum, { reservations }) => sum + reservations.length, 0)
}

/** Deliberately wrong optima that the properties must catch. */
const broken = {
  /** Takes the earliest start first. */
  byStart: {
    ...all,
    maxReservationsOnAlikeSpots: (count, requests) => greedy(count, requests, (a, b) => a.from - b.from),
  },
  /** Takes the shortest reservation first. */
  byLength: {
    ...all,
    maxReservationsOnAlikeSpots: (count, requests) =>
      greedy(count, requests, (a, b) => a.to - a.from - b.to + b.from),
  },
  /** Ignores which spots are allowed. */
  allowedForgotten: {
    ...all,
    maxReservations: (spots, requests) =>
      maxReservations(
        spots,
        requests.map(({ from, to }) => ({ from, to })),
      ),
  },
  /** Ignores what already occupies the spots. */
  busyForgotten: {
    ...all,
    maxReservations: (spots, requests) =>
      maxReservations(
        spots.map((spot) => ({ ...spot, busy: [] })),
        requests,
      ),
  },
  /** Answers requests in order of arrival, by best fit. */
  online: { ...all, maxReservations: (spots, requests) => online(spots, requests, false) },
  /** Returns one fewer than the optimum. */
  oneShort: {
    ...all,
    maxReservations: (spots, requests) => Math.max(0, maxReservations(spots, requests) - 1),
  },
} satisfies Record<string, Optimum>

function greedy(count: number, requests: readonly Span[], order: (a: Span, b: Span) => number): number {
  const seats: Span[][] = Array.from({ length: count }, () => [])
  for (const request of [...requests].sort(order))
    seats.find((seat) => !seat.some((span) => meet(span, request)))?.push(request)
  return seats.flat().length
}

type Broken = keyof typeof broken

function entry<Of>(of: (optimum: Optimum) => fc.IProperty<Of>, fails: Broken[]) {
  const check = (optimum: Optimum) => notices(of(optimum), 1500)
  return { name: of.name, of: () => fc.assert(of(all), { numRuns: 1500 }), check, fails }
}

const properties = [
  entry(agreesWithBruteForce, ['allowedForgotten', 'busyForgotten', 'online', 'oneShort']),
  entry(bothAgree, ['byStart', 'byLength', 'oneShort']),
  entry(allWhereNeverTooMany, ['byLength']),
  entry(neverBelowOnline, ['oneShort']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all generated spots and requests', { timeout: 20_000 }, () => of())

  test.each(fails)('detects the broken optimum %s', { timeout: 20_000 }, (name) => {
    expect(check(broken[name])).toBe(true)
  })
})
