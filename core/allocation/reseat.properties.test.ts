import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largerLots, limitsTried, maxAtOnce, takenLots } from '../testing/allocation.ts'
import { expectMade, fewestMoves, sweepAlone } from '../testing/moves.ts'
import { notices } from '../testing/notices.ts'
import { reseat, reseatLimits, type TakenSpot } from './reseat.ts'

type Reseat = typeof reseat

const small = fc.oneof(takenLots('ALIKE', 4, 3), takenLots('MIXED', 4, 3))

/** Each move goes to a free spot and moves only flexible reservations, each at most once; then the wanted one fits. */
function movesCanBeMade(reseat: Reseat) {
  return fc.property(largerLots, limitsTried, ({ spots, wanted }, limits) => {
    expectMade({ spots, wanted }, reseat(spots, wanted, limits), limits)
  })
}

/**
 * In small lots the number of moves equals the minimum found by exhaustive search, and null means that no plan exists.
 */
function fewestOfAll(reseat: Reseat) {
  return fc.property(small, (lot) => {
    expect(reseat(lot.spots, lot.wanted)?.moves.length ?? null).toBe(fewestMoves(lot))
  })
}

/** If all reservations may use any spot and may swap, the wanted one fits unless demand exceeds the number of spots. */
function fitsUnlessTooMany(reseat: Reseat) {
  return fc.property(takenLots('ALIKE', 5, 8), (lot) => {
    const found = reseat(lot.spots, lot.wanted, { max_moves: 99, max_steps: 50_000, may_swap: true })
    expect(found !== null).toBe(maxAtOnce(lot) <= lot.spots.length)
  })
}

const flexible = (spots: readonly TakenSpot[]) =>
  spots.map((spot) => ({
    ...spot,
    reservations: spot.reservations.map((reservation) => ({ ...reservation, is_flexible: true })),
  }))
const anywhere = (spots: readonly TakenSpot[]) =>
  spots.map(({ reservations, ...spot }) => {
    return {
      ...spot,
      reservations: reservations.map(({ reservation_id, from, to, is_flexible }) => ({
        reservation_id,
        from,
        to,
        is_flexible,
      })),
    }
  })

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** Moves fixed reservations too. */
  fixedMoved: (spots, wanted, limits) => reseat(flexible(spots), wanted, limits),
  /** Ignores closures. */
  closedForgotten: (spots, wanted, limits) =>
    reseat(
      spots.map((spot) => ({ ...spot, closed: [] })),
      wanted,
      limits,
    ),
  /** Ignores which spots are allowed. */
  allowedForgotten: (spots, wanted, limits) =>
    reseat(anywhere(spots), { from: wanted.from, to: wanted.to }, limits),
  /** Returns the moves in reverse order, so a reservation arrives before the previous one has left. */
  wrongOrder(spots, wanted, limits) {
    const found = reseat(spots, wanted, limits)
    return found && { ...found, moves: found.moves.toReversed() }
  },
  /** Swaps two reservations, which is impossible one move at a time. */
  swaps: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, may_swap: true }),
  /** Tries plans with only one move. */
  oneMoveEach: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, max_moves: 1 }),
  /** Returns the first plan that the sweep finds. */
  sweepsAlone: sweepAlone,
  /** Ignores the limit on moves. */
  noBound: (spots, wanted, limits) => reseat(spots, wanted, { ...reseatLimits, ...limits, max_moves: 99 }),
} satisfies Record<string, Reseat>

type Broken = keyof typeof broken

function entry<Of>(of: (reseat: Reseat) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (reseat: Reseat) => notices(of(reseat), 4 * runs)
  return { name: of.name, of: () => fc.assert(of(reseat), { numRuns: runs }), check, fails }
}

const properties = [
  entry(movesCanBeMade, 4000, [
    'fixedMoved',
    'closedForgotten',
    'allowedForgotten',
    'wrongOrder',
    'swaps',
    'noBound',
  ]),
  entry(fewestOfAll, 4000, ['fixedMoved', 'closedForgotten', 'swaps', 'oneMoveEach', 'sweepsAlone']),
  entry(fitsUnlessTooMany, 1500, ['oneMoveEach']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all generated lots', { timeout: 30_000 }, () => of())

  test.each(fails)('detects the broken implementation %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name])).toBe(true)
  })
})
