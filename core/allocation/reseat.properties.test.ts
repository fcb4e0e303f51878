import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBoard } from './board.ts'
import { inOrder } from './moves.ts'
import { type ReseatLimits, reseat, reseatLimits, type TakenSpot } from './reseat.ts'
import { sweep } from './sweep.ts'
import { afterMove, fewestMoves, isFree, mostAtOnce, type TakenLot, takenLots } from './testing.ts'

type Reseat = typeof reseat

const small = fc.oneof(takenLots('ALIKE', 3, 10), takenLots('MIXED', 3, 8))
const larger = fc.oneof(takenLots('ALIKE', 6, 60), takenLots('MIXED', 6, 60))
/** So much, so little that only the sweeps are left, and nearly nothing. */
const limits = fc.constantFrom<Partial<ReseatLimits>>({}, { max_steps: 0 }, { max_moves: 1 })

const atOnce = ({ spots, wanted }: TakenLot) => mostAtOnce([...spots.flatMap(({ stays }) => stays), wanted])

/** Each move finds its spot free and moves only who may be moved, no one twice; then the wanted stay fits. */
function movesCanBeMade(reseat: Reseat) {
  return fc.property(larger, limits, ({ spots, wanted }, some) => {
    const found = reseat(spots, wanted, { ...reseatLimits, max_steps: 2000, ...some })
    if (!found) return
    const after = found.moves.reduce<readonly TakenSpot[]>(afterMove, spots)
    const seat = after.find(({ spot_id }) => spot_id === found.spot_id)
    expect(seat && isFree(seat, wanted)).toBe(true)
    expect(new Set(found.moves.map(({ stay_id }) => stay_id)).size).toBe(found.moves.length)
    expect(found.moves.length).toBeLessThanOrEqual(some.max_moves ?? reseatLimits.max_moves)
  })
}

/** In small lots it moves as few as when every order of moves is walked, and finds none only where there is none. */
function fewestOfAll(reseat: Reseat) {
  return fc.property(small, (lot) => {
    expect(reseat(lot.spots, lot.wanted)?.moves.length ?? null).toBe(fewestMoves(lot))
  })
}

/** Where all may sit anywhere and may change places, there is a fit unless too many are wanted at once. */
function fitsUnlessTooMany(reseat: Reseat) {
  return fc.property(takenLots('ALIKE', 5, 40), (lot) => {
    const found = reseat(lot.spots, lot.wanted, { max_moves: 99, max_steps: 50_000, may_swap: true })
    expect(found !== null).toBe(atOnce(lot) <= lot.spots.length)
  })
}

const flexible = (spots: readonly TakenSpot[]) =>
  spots.map((spot) => ({ ...spot, stays: spot.stays.map((stay) => ({ ...stay, is_flexible: true })) }))
const anywhere = (spots: readonly TakenSpot[]) =>
  spots.map(({ stays, ...spot }) => {
    return {
      ...spot,
      stays: stays.map(({ stay_id, from, to, is_flexible }) => ({ stay_id, from, to, is_flexible })),
    }
  })

/** Re-seatings that are wrong in the ways they go wrong. */
const broken = {
  /** Whoever has begun is moved as well. */
  fixedMoved: (spots, wanted, limits) => reseat(flexible(spots), wanted, limits),
  /** A closed spot is as good as another. */
  closedForgotten: (spots, wanted, limits) =>
    reseat(
      spots.map((spot) => ({ ...spot, closed: [] })),
      wanted,
      limits,
    ),
  /** Any spot will do for everybody. */
  allowedForgotten: (spots, wanted, limits) =>
    reseat(anywhere(spots), { from: wanted.from, to: wanted.to }, limits),
  /** Who makes the others leave comes before they have left. */
  wrongOrder(spots, wanted, limits) {
    const found = reseat(spots, wanted, limits)
    return found && { ...found, moves: found.moves.toReversed() }
  },
  /** Two change places, which cannot be done one after the other. */
  swaps: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, may_swap: true }),
  /** One stay makes another leave, and that is all. */
  oneMoveEach: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, max_moves: 1 }),
  /** The first way that is found. */
  sweepsAlone(spots, wanted, limits = reseatLimits) {
    const board = makeBoard(spots)
    const guest = { ...wanted, stay_id: '', seat: -1 }
    const seating = sweep(board, guest, limits)
    return (
      seating && { spot_id: board.spots[seating.seat]?.spot_id ?? '', moves: inOrder(board, seating.plan) }
    )
  },
  /** As many as it takes. */
  noBound: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, max_moves: 99 }),
} satisfies Record<string, Reseat>

type Broken = keyof typeof broken

function entry<Of>(of: (reseat: Reseat) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (reseat: Reseat) => fc.check(of(reseat), { numRuns: 4 * runs })
  return { name: of.name, of: () => fc.assert(of(reseat), { numRuns: runs }), check, fails }
}

const properties = [
  entry(movesCanBeMade, 2500, [
    'fixedMoved',
    'closedForgotten',
    'allowedForgotten',
    'wrongOrder',
    'swaps',
    'noBound',
  ]),
  entry(fewestOfAll, 1500, ['fixedMoved', 'closedForgotten', 'swaps', 'oneMoveEach', 'sweepsAlone']),
  entry(fitsUnlessTooMany, 1500, ['oneMoveEach']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all lots tried', { timeout: 30_000 }, () => of())

  test.each(fails)('notices a re-seating that is broken by %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name]).failed).toBe(true)
  })
})

/** Interval colouring finds a fit wherever there is one, be the lot large and nothing searched. */
test('where all may change places the sweep alone is exact', { timeout: 20_000 }, () => {
  const limits = { max_moves: 200, max_steps: 1_000_000, may_swap: true }
  fc.assert(
    fc.property(takenLots('ALIKE', 8, 120), (lot) => {
      const found = sweep(makeBoard(lot.spots), { ...lot.wanted, stay_id: '', seat: -1 }, limits)
      expect(found !== null).toBe(atOnce(lot) <= lot.spots.length)
    }),
    { numRuns: 1000 },
  )
})

test('where two would have to change places there is room, and no way to it', () => {
  const stay = (stay_id: string, from: number, to: number) => ({ stay_id, from, to, is_flexible: true })
  const spots = [
    { spot_id: 'a', closed: [], stays: [stay('first', 10, 22), stay('fourth', 33, 45)] },
    { spot_id: 'b', closed: [], stays: [stay('second', 5, 15), stay('third', 28, 40)] },
  ]
  const wanted = { from: 20, to: 30 }
  expect(reseat(spots, wanted)).toBeNull()
  expect(reseat(spots, wanted, { ...reseatLimits, may_swap: true })?.moves).toHaveLength(2)
  // A third spot lets the one wait elsewhere, which is then where it stays.
  const third = { spot_id: 'c', closed: [{ from: 0, to: 24 }], stays: [] }
  expect(reseat([...spots, third], wanted)).toEqual({
    moves: [{ stay_id: 'third', from_spot_id: 'b', to_spot_id: 'c' }],
    spot_id: 'b',
  })
})

/** Stays of hours to days with short gaps between them, a tenth of which are not to be moved. */
function fullLot(count: number, days: number): TakenSpot[] {
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor(((state >>> 8) / 2 ** 24) * limit)
  }
  return Array.from({ length: count }, (_, seat) => {
    const stays = []
    for (let from = below(1440); from < days * 1440; ) {
      const to = from + 120 + below(below(2) * 7200 + 600)
      stays.push({ stay_id: `${seat} ${from}`, from, to, is_flexible: below(10) > 0 })
      from = to + below(600)
    }
    return { spot_id: `spot ${seat}`, stays, closed: [] }
  })
}

test('200 spots for 60 days are looked through in milliseconds', () => {
  const spots = fullLot(200, 60)
  const wishes = Array.from({ length: 40 }, (_, at) => ({
    from: 3000 + at * 1440,
    to: 3000 + at * 1440 + 4 * 1440,
  }))
  for (const wanted of wishes) reseat(spots, wanted)
  const took = wishes.map((wanted) => {
    const from = performance.now()
    reseat(spots, wanted)
    return performance.now() - from
  })
  // The median: other processes may take the machine away for some time. It is about 5 ms on a quiet one.
  expect(took.sort((a, b) => a - b)[wishes.length / 2]).toBeLessThan(40)
})
