import { expect, test } from 'vitest'
import { makeDemand, measuredDays, warmUpDays } from './demand.ts'
import { runJob } from './jobs.ts'
import { simulate, simulateMovable } from './simulate.ts'
import { smallCases } from './small-cases.ts'
import { strategies } from './strategies.ts'

const options = { mix: 'airport', spot_count: 20, load: 1.1, flexible_percent: 100, seed: 7 } as const

test('demand matches the requested load, and no request starts before it is made', () => {
  const demand = makeDemand(options)
  const hours = demand.reduce((sum, { from, to }) => sum + (to - from) / 60, 0)
  expect(hours / (20 * 24 * (warmUpDays + measuredDays))).toBeCloseTo(1.1, 1)
  expect(demand.every(({ requested_at, from }) => requested_at <= from)).toBe(true)
  expect(demand.map(({ requested_at }) => requested_at)).toEqual(
    demand.map(({ requested_at }) => requested_at).sort((a, b) => a - b),
  )
})

test('the requests are the same for every share of flexible drivers and for the same seed', () => {
  const people = (flexible_percent: number) =>
    makeDemand({ ...options, flexible_percent }).map(({ from, to, requested_at }) => ({
      from,
      to,
      requested_at,
    }))
  expect(people(50)).toEqual(people(100))
  const job = { ...options, columns: 'strategies' } as const
  expect(runJob(job)).toEqual(runJob(job))
})

test('every strategy holds a request that has no competition', () => {
  const demand = makeDemand({ ...options, load: 0.01 })
  const all = simulateMovable(20, demand)
  for (const strategy of Object.values(strategies)) expect(simulate(20, demand, strategy)).toEqual(all)
})

test('with all drivers flexible and swaps allowed, reseating holds as much as moving cars at any time', () => {
  const demand = makeDemand(options)
  const limits = { max_moves: 99, max_steps: 100_000, may_swap: true }
  const swapped = simulate(20, demand, { ...strategies['may swap'], reseat: limits })
  const { bookings, hours } = simulateMovable(20, demand)
  expect(swapped).toMatchObject({ bookings, hours })
})

test('no strategy exceeds the optimum, and reseating comes closest', () => {
  const [first, random, best, reseated] = smallCases(3, 100).map(({ percent }) => percent)
  expect(Math.max(first ?? 101, random ?? 101, best ?? 101, reseated ?? 101)).toBeLessThanOrEqual(100)
  expect(reseated).toBeGreaterThan(best ?? 101)
  expect(best).toBeGreaterThan(random ?? 101)
})
