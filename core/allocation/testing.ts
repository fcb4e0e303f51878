import fc from 'fast-check'
import type { Span } from '../windows/spans.ts'
import type { Wish } from './optimum.ts'
import type { ReseatLimits, SeatedStay, TakenSpot } from './reseat.ts'

/** Material for the tests of allocation: small lots, and stays that just do not fit there. */

/** Everything begins within so many minutes, which stand for half hours. */
const HORIZON = 12

/** Mostly short, some without end. */
export const spans: fc.Arbitrary<Span> = fc
  .tuple(fc.nat({ max: HORIZON }), fc.integer({ min: 1, max: 7 }), fc.nat({ max: 15 }))
  .map(([from, length, chance]) => ({ from, to: chance === 0 ? Number.POSITIVE_INFINITY : from + length }))

export const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `spot ${at}`)

/** The spots that would do: mostly all of them. */
function allowedOf(ids: string[]): fc.Arbitrary<ReadonlySet<string> | undefined> {
  const some = fc.subarray(ids, { minLength: 1 }).map((each) => new Set(each))
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some })
}

const withAllowed = (span: Span, allowed: ReadonlySet<string> | undefined): Wish =>
  allowed ? { ...span, allowed } : span

/** Wishes for spots of these ids. */
export function wishesFor(ids: string[], maxLength: number): fc.Arbitrary<Wish[]> {
  return fc.array(
    fc.tuple(spans, allowedOf(ids)).map(([span, allowed]) => withAllowed(span, allowed)),
    { maxLength, size: 'max' },
  )
}

export interface TakenLot {
  spots: TakenSpot[]
  wanted: Wish
}

/** A stay and the gap before it, in minutes that stand for half hours; by `chance` it has begun or has no end. */
const stayDrawn = fc.record({
  gap: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 5),
  length: fc.integer({ min: 1, max: 6 }),
  chance: fc.nat({ max: 9 }),
})

/**
 * A lot and a stay that is wanted there and does not fit as it is.
 * @param kind `ALIKE`: every stay may be moved anywhere and nothing is closed
 * @param spots up to so many, with up to so many stays each
 */
export function takenLots(kind: 'ALIKE' | 'MIXED', spots: number, stays: number): fc.Arbitrary<TakenLot> {
  return fc.integer({ min: 2, max: spots }).chain((count) => {
    const ids = idsOf(count)
    const isMixed = kind === 'MIXED'
    const allowed = isMixed ? allowedOf(ids) : fc.constant(undefined)
    const spot = fc.record({
      drawn: fc.array(fc.tuple(stayDrawn, allowed), { minLength: 1, maxLength: stays, size: 'max' }),
      closed: isMixed ? fc.array(spans, { maxLength: 1 }) : fc.constant([]),
    })
    const wanted = fc.record({ from: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 5 }) })
    return fc
      .tuple(fc.array(spot, { minLength: count, maxLength: count, size: 'max' }), wanted, allowed)
      .map(([all, { from, length }, allowed]) => ({
        spots: all.map(({ drawn, closed }, seat) => ({
          spot_id: ids[seat] ?? '',
          stays: layOut(drawn, seat, isMixed),
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

/** Much, so little that much is left to the sweeps, and few moves; one after another and at once. */
export const limitsTried: fc.Arbitrary<ReseatLimits> = fc.record({
  max_moves: fc.constantFrom(1, 8),
  max_steps: fc.constantFrom(50, 1000),
  may_swap: fc.boolean(),
})

type Drawn = [{ gap: number; length: number; chance: number }, ReadonlySet<string> | undefined]

/** One stay after the other. */
function layOut(drawn: readonly Drawn[], seat: number, isMixed: boolean): SeatedStay[] {
  const stays: SeatedStay[] = []
  let at = 0
  for (const [index, [{ gap, length, chance }, allowed]] of drawn.entries()) {
    const isEndless = chance === 0 && index === drawn.length - 1
    const span = { from: at + gap, to: isEndless ? Number.POSITIVE_INFINITY : at + gap + length }
    const is_flexible = !isMixed || chance !== 1
    stays.push({ ...withAllowed(span, allowed), stay_id: `stay ${seat}.${index}`, is_flexible })
    at = span.to
  }
  return stays
}

export function meet(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}

/** How many are wanted at once at most, with the one that is wanted. */
export function mostAtOnce({ spots, wanted }: TakenLot): number {
  return mostOf([wanted, ...spots.flatMap(({ stays }) => stays)])
}

/** How many of the spans run at once at most. */
export function mostOf(all: readonly Span[]): number {
  return Math.max(
    0,
    ...all.map(({ from }) => all.filter((span) => span.from <= from && from < span.to).length),
  )
}

/** Whether a stay would find a spot free, and may sit there. */
export function isFree({ spot_id, stays, closed }: TakenSpot, stay: Wish): boolean {
  return (stay.allowed?.has(spot_id) ?? true) && ![...stays, ...closed].some((span) => meet(span, stay))
}
