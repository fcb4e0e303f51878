import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isFree,
  largerLots,
  limitsTried,
  maxAtOnce,
  spans,
  type TakenLot,
  takenLots,
} from '../testing/allocation.ts'
import { expectMade, newcomer, sweepAlone } from '../testing/moves.ts'
import { hasRoomThroughout, makeBoard } from './board.ts'
import { findChain } from './chains.ts'
import { reseat, reseatLimits } from './reseat.ts'

const reservation = (reservation_id: string, from: number, to: number) => ({
  reservation_id: reservation_id,
  from,
  to,
  is_flexible: true,
})

describe('sweep without the search', () => {
  test('makes only valid moves, of reservations that start no earlier than the wanted one', {
    timeout: 20_000,
  }, () => {
    fc.assert(
      fc.property(largerLots, limitsTried, (lot, limits) => {
        const found = sweepAlone(lot.spots, lot.wanted, limits)
        expectMade(lot, found, limits)
        for (const { reservation_id } of found?.moves ?? []) {
          const moved = lot.spots
            .flatMap(({ reservations }) => reservations)
            .find((each) => each.reservation_id === reservation_id)
          expect(moved?.from).toBeGreaterThanOrEqual(lot.wanted.from)
        }
      }),
      { numRuns: 4000 },
    )
  })

  test('finds a plan exactly if demand never exceeds the spots, when swaps are allowed', {
    timeout: 20_000,
  }, () => {
    const limits = { max_moves: 200, max_steps: 1_000_000, may_swap: true }
    fc.assert(
      fc.property(takenLots('ALIKE', 8, 15), (lot) => {
        expect(sweepAlone(lot.spots, lot.wanted, limits) !== null).toBe(maxAtOnce(lot) <= lot.spots.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('finds a plan when three spots suffice, because it seats the earliest start first', () => {
    const times = [
      [2, 4, 4, 9, 11, 17, 22, 26, 28, 31],
      [3, 7, 8, 10, 10, 12, 15, 18],
      [0, 1, 1, 4, 5, 8, 9, 13, 13, 16, 16, 20],
    ]
    const spots = times.map((all, seat) => {
      const starts = all.filter((_, at) => at % 2 === 0)
      const reservations = starts.map((from, at) =>
        reservation(`${seat}.${at}`, from, all[at * 2 + 1] ?? from),
      )
      return { spot_id: `spot ${seat}`, closed: [], reservations }
    })
    const wanted = { from: 7, to: 11 }
    expect(maxAtOnce({ spots, wanted })).toBe(3)
    expect(sweepAlone(spots, wanted, { max_moves: 99, max_steps: 9999, may_swap: true })).not.toBeNull()
  })
})

test('hasRoomThroughout is true exactly if some spot is free at each moment', () => {
  const closed = fc.array(spans, { maxLength: 2 })
  fc.assert(
    fc.property(largerLots, closed, ({ spots, wanted }, closed) => {
      const lot = spots.map((spot, at) => (at < 2 ? { ...spot, closed: [...spot.closed, ...closed] } : spot))
      const moments = Array.from({ length: wanted.to - wanted.from }, (_, at) => wanted.from + at)
      const isRoom = moments.every((at) => lot.some((spot) => isFree(spot, { from: at, to: at + 1 })))
      expect(hasRoomThroughout(lot, wanted)).toBe(isRoom)
    }),
    { numRuns: 3000 },
  )
})

test('sweeps in both directions find plans that the limited search misses', () => {
  const limits = { max_moves: 20, max_steps: 40, may_swap: true }
  const all = fc.sample(largerLots, { numRuns: 3000, seed: 1 })
  const seated = (how: (lot: TakenLot) => unknown) => all.filter((lot) => how(lot) !== null).length
  const byChains = ({ spots, wanted }: TakenLot) =>
    findChain(makeBoard(spots), newcomer(wanted), limits).seating
  const forwards = (lot: TakenLot) => byChains(lot) ?? sweepAlone(lot.spots, lot.wanted, limits)
  expect(seated(forwards)).toBeGreaterThan(seated(byChains))
  expect(seated(({ spots, wanted }) => reseat(spots, wanted, limits))).toBeGreaterThan(seated(forwards))
})

test('prefers two independent moves to a chain of three, and a free spot to any move', () => {
  const spots = [
    { spot_id: 'a', closed: [{ from: 0, to: 10 }], reservations: [reservation('one', 10, 20)] },
    { spot_id: 'b', closed: [], reservations: [reservation('two', 8, 14), reservation('three', 16, 22)] },
    { spot_id: 'c', closed: [{ from: 14, to: 16 }], reservations: [] },
  ]
  const found = reseat(spots, { from: 12, to: 18 })
  expect(found?.spot_id).toBe('b')
  expect(found?.moves.map(({ to_spot_id }) => to_spot_id)).toEqual(['c', 'c'])
  const free = { spot_id: 'd', closed: [], reservations: [] }
  expect(reseat([...spots, free], { from: 12, to: 18 })).toEqual({ moves: [], spot_id: 'd' })
})

test('returns null if two reservations would have to swap, unless swaps are allowed or a third spot is free', () => {
  const spots = [
    { spot_id: 'a', closed: [], reservations: [reservation('first', 10, 22), reservation('fourth', 33, 45)] },
    { spot_id: 'b', closed: [], reservations: [reservation('second', 5, 15), reservation('third', 28, 40)] },
  ]
  const wanted = { from: 20, to: 30 }
  expect(reseat(spots, wanted)).toBeNull()
  expect(reseat(spots, wanted, { ...reseatLimits, may_swap: true })?.moves).toHaveLength(2)
  // With a third spot one of the two can move there and remain there.
  const third = { spot_id: 'c', closed: [{ from: 0, to: 24 }], reservations: [] }
  expect(reseat([...spots, third], wanted)).toEqual({
    moves: [{ reservation_id: 'third', from_spot_id: 'b', to_spot_id: 'c' }],
    spot_id: 'b',
  })
})
