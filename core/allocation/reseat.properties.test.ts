import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notices } from '../testing-notices.ts'
import { reseat, reseatLimits, type TakenSpot } from './reseat.ts'
import { largerLots, limitsTried, mostAtOnce, takenLots } from './testing.ts'
import { expectMade, fewestMoves, sweepAlone } from './testing-moves.ts'

type Reseat = typeof reseat

const small = fc.oneof(takenLots('ALIKE', 4, 3), takenLots('MIXED', 4, 3))

/** Each move finds its spot free and moves only who may be moved, no one twice; then the wanted stay fits. */
function movesCanBeMade(reseat: Reseat) {
  return fc.property(largerLots, limitsTried, ({ spots, wanted }, limits) => {
    expectMade({ spots, wanted }, reseat(spots, wanted, limits), limits)
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
  return fc.property(takenLots('ALIKE', 5, 8), (lot) => {
    const found = reseat(lot.spots, lot.wanted, { max_moves: 99, max_steps: 50_000, may_swap: true })
    expect(found !== null).toBe(mostAtOnce(lot) <= lot.spots.length)
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
  sweepsAlone: sweepAlone,
  /** As many as it takes. */
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
  test('holds for all lots tried', { timeout: 30_000 }, () => of())

  test.each(fails)('notices a re-seating that is broken by %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name])).toBe(true)
  })
})
