import fc from 'fast-check'
import type { AllocatedReservation } from '../allocation/board.ts'
import type { ReseatLimits, TakenSpot } from '../allocation/reseat.ts'
import type { Span } from '../recurrence/spans.ts'
import type { SpotRequest } from './optimum.ts'

/** Generators for the allocation tests: small lots, and reservations that do not quite fit there. */

/** Everything starts within this many minutes; in these tests a minute stands for half an hour. */
const HORIZON = 12

/** Mostly short spans; some are open-ended. */
export const spans: fc.Arbitrary<Span> = fc
  .tuple(fc.nat({ max: HORIZON }), fc.integer({ min: 1, max: 7 }), fc.nat({ max: 15 }))
  .map(([from, length, random]) => ({ from, to: random === 0 ? Number.POSITIVE_INFINITY : from + length }))

export const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `spot ${at}`)

/** The acceptable spots: mostly all of them. */
function allowedOf(ids: string[]): fc.Arbitrary<ReadonlySet<string> | undefined> {
  const some = fc.subarray(ids, { minLength: 1 }).map((each) => new Set(each))
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some })
}

const withAllowed = (span: Span, allowed: ReadonlySet<string> | undefined): SpotRequest =>
  allowed ? { ...span, allowed } : span

/** Generates requests for spots with these IDs. */
export function requestsFor(ids: string[], maxLength: number): fc.Arbitrary<SpotRequest[]> {
  return fc.array(
    fc.tuple(spans, allowedOf(ids)).map(([span, allowed]) => withAllowed(span, allowed)),
    { maxLength, size: 'max' },
  )
}

export interface TakenLot {
  spots: TakenSpot[]
  wanted: SpotRequest
}

/**
 * A reservation and the gap before it, in minutes that stand for half hours. `random` decides whether it has started or
 * is open-ended.
 */
const reservationDrawn = fc.record({
  gap: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 5),
  length: fc.integer({ min: 1, max: 6 }),
  random: fc.nat({ max: 9 }),
})

/**
 * Generates a lot and a reservation that does not fit there without moves.
 * @param kind `ALIKE`: every reservation may be moved anywhere and nothing is closed
 * @param spots maximum number of spots, each with at most `stays` reservations
 */
export function takenLots(
  kind: 'ALIKE' | 'MIXED',
  spots: number,
  reservations: number,
): fc.Arbitrary<TakenLot> {
  return fc.integer({ min: 2, max: spots }).chain((count) => {
    const ids = idsOf(count)
    const isMixed = kind === 'MIXED'
    const allowed = isMixed ? allowedOf(ids) : fc.constant(undefined)
    const spot = fc.record({
      drawn: fc.array(fc.tuple(reservationDrawn, allowed), {
        minLength: 1,
        maxLength: reservations,
        size: 'max',
      }),
      closed: isMixed ? fc.array(spans, { maxLength: 1 }) : fc.constant([]),
    })
    const wanted = fc.record({ from: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 5 }) })
    return fc
      .tuple(fc.array(spot, { minLength: count, maxLength: count, size: 'max' }), wanted, allowed)
      .map(([all, { from, length }, allowed]) => ({
        spots: all.map(({ drawn, closed }, seat) => ({
          spot_id: ids[seat] ?? '',
          reservations: arrange(drawn, seat, isMixed),
          closed,
        })),
        wanted: withAllowed({ from, to: from + length }, allowed),
      }))
      .filter((lot) => !lot.spots.some((spot) => isFree(spot, lot.wanted)))
  })
}

export const largerLots = fc.oneof(
  takenLots('ALIKE', 8, 12),
  takenLots('MIXED', 8, 12),
  takenLots('MIXED', 4, 4),
)

/**
 * Generous and tight step limits (tight ones leave most of the work to the sweeps), few and many moves, with and
 * without swaps.
 */
export const limitsTried: fc.Arbitrary<ReseatLimits> = fc.record({
  max_moves: fc.constantFrom(1, 8),
  max_steps: fc.constantFrom(50, 1000),
  may_swap: fc.boolean(),
})

type Drawn = [{ gap: number; length: number; random: number }, ReadonlySet<string> | undefined]

/** Places the generated reservations one after another on a spot. */
function arrange(drawn: readonly Drawn[], seat: number, isMixed: boolean): AllocatedReservation[] {
  const reservations: AllocatedReservation[] = []
  let at = 0
  for (const [index, [{ gap, length, random }, allowed]] of drawn.entries()) {
    const isEndless = random === 0 && index === drawn.length - 1
    const span = { from: at + gap, to: isEndless ? Number.POSITIVE_INFINITY : at + gap + length }
    const is_flexible = !isMixed || random !== 1
    reservations.push({ ...withAllowed(span, allowed), reservation_id: `stay ${seat}.${index}`, is_flexible })
    at = span.to
  }
  return reservations
}

export function meet(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}

/** Returns the maximum number of reservations at once, including the wanted one. */
export function maxAtOnce({ spots, wanted }: TakenLot): number {
  return maxOf([wanted, ...spots.flatMap(({ reservations: all }) => all)])
}

/** Returns the maximum number of spans that overlap at one moment. */
export function maxOf(all: readonly Span[]): number {
  return Math.max(
    0,
    ...all.map(({ from }) => all.filter((span) => span.from <= from && from < span.to).length),
  )
}

/** Whether the spot is free for a reservation and allowed for it. */
export function isFree({ spot_id, reservations: all, closed }: TakenSpot, reservation: SpotRequest): boolean {
  return (
    (reservation.allowed?.has(spot_id) ?? true) &&
    ![...all, ...closed].some((span) => meet(span, reservation))
  )
}
