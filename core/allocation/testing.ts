import fc from 'fast-check'
import type { Span } from '../windows/spans.ts'
import type { Wish } from './optimum.ts'
import type { ReseatMove, SeatedStay, TakenSpot } from './reseat.ts'

/** Material for the tests of allocation: small lots and stays that often just do not fit, and slow ways to the answers. */

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
    { maxLength },
  )
}

export interface TakenLot {
  spots: TakenSpot[]
  wanted: Wish
}

/**
 * A lot and a stay that is wanted there. Stays that would overlap another are left out.
 * @param kind `ALIKE`: every stay may be moved anywhere and nothing is closed
 */
export function takenLots(kind: 'ALIKE' | 'MIXED', spots: number, stays: number): fc.Arbitrary<TakenLot> {
  return fc.integer({ min: 1, max: spots }).chain((count) => {
    const ids = idsOf(count)
    const isMixed = kind === 'MIXED'
    const allowed = isMixed ? allowedOf(ids) : fc.constant(undefined)
    const drawn = fc.array(fc.tuple(spans, fc.nat({ max: count - 1 }), allowed, fc.nat({ max: 5 })), {
      maxLength: stays,
    })
    const closed = fc.array(fc.tuple(spans, fc.nat({ max: count - 1 })), { maxLength: isMixed ? 3 : 0 })
    return fc.record({ drawn, closed, wanted: fc.tuple(spans, allowed) }).map(({ drawn, closed, wanted }) => {
      const all: (TakenSpot & { stays: SeatedStay[] })[] = ids.map((spot_id, seat) => ({
        spot_id,
        stays: [],
        closed: closed.filter(([, at]) => at === seat).map(([span]) => span),
      }))
      for (const [index, [span, seat, allowed, chance]] of drawn.entries()) {
        const stays = all[seat]?.stays
        if (!stays || stays.some((stay) => meet(stay, span))) continue
        const is_flexible = !isMixed || chance > 0
        stays.push({ ...withAllowed(span, allowed), stay_id: `stay ${index}`, is_flexible })
      }
      return { spots: all, wanted: withAllowed(...wanted) }
    })
  })
}

export function meet(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to
}

/** How many of the spans run at once at most. */
export function mostAtOnce(all: readonly Span[]): number {
  return Math.max(
    0,
    ...all.map(({ from }) => all.filter((span) => span.from <= from && from < span.to).length),
  )
}

/** Whether a stay would find a spot free, and may sit there. */
export function isFree({ spot_id, stays, closed }: TakenSpot, stay: Wish): boolean {
  return (stay.allowed?.has(spot_id) ?? true) && ![...stays, ...closed].some((span) => meet(span, stay))
}

/** The spots after a move. Throws where it is none: a stay that is not there, may not be moved, or finds no room. */
export function afterMove(spots: readonly TakenSpot[], move: ReseatMove): TakenSpot[] {
  const from = spots.find(({ spot_id }) => spot_id === move.from_spot_id)
  const to = spots.find(({ spot_id }) => spot_id === move.to_spot_id)
  const stay = from?.stays.find(({ stay_id }) => stay_id === move.stay_id)
  if (!from || !to || !stay || from === to) throw new Error('The stay is not there')
  if (!stay.is_flexible) throw new Error('The stay may not be moved')
  if (!isFree(to, stay)) throw new Error('The spot is not free')
  return spots.map((spot) => {
    if (spot === from) return { ...spot, stays: spot.stays.filter((other) => other !== stay) }
    return spot === to ? { ...spot, stays: [...spot.stays, stay] } : spot
  })
}

/** The fewest moves, one after another and at most one a stay, after which a stay fits; null if none do. Slow. */
export function fewestMoves({ spots, wanted }: TakenLot): number | null {
  const home = new Map(spots.flatMap(({ spot_id, stays }) => stays.map(({ stay_id }) => [stay_id, spot_id])))
  const seen = new Set<string>()
  let states: (readonly TakenSpot[])[] = [spots]
  for (let moves = 0; states.length > 0; moves += 1) {
    if (states.some((state) => state.some((spot) => isFree(spot, wanted)))) return moves
    const next: (readonly TakenSpot[])[] = []
    for (const state of states) {
      for (const { spot_id, stays } of state) {
        const movable = stays.filter((stay) => stay.is_flexible && home.get(stay.stay_id) === spot_id)
        for (const stay of movable) {
          for (const to of state.filter((spot) => spot.spot_id !== spot_id && isFree(spot, stay))) {
            const moved = afterMove(state, {
              stay_id: stay.stay_id,
              from_spot_id: spot_id,
              to_spot_id: to.spot_id,
            })
            const name = moved.map(({ stays }) => stays.map(({ stay_id }) => stay_id).sort()).join('; ')
            if (!seen.has(name)) next.push(moved)
            seen.add(name)
          }
        }
      }
    }
    states = next
  }
  return null
}
