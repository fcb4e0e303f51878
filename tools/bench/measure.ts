import type pg from 'pg'
import { countDeadlocks, countMismatches, countOverlaps } from './exact.ts'
import { type Growth, measureGrowth } from './growth.ts'
import type { Result, Usage } from './messages.ts'
import { type BenchContext, compare, type Ratio, run } from './rounds.ts'
import { idOf } from './size.ts'

export interface Measured {
  ratios: Ratio[]
  /** Searches without and with concurrent bookings, at two numbers of clients. */
  searches: { result: Result; bookings: Result | null }[]
  /** Searches that look near first and widen their radius, at the same numbers of clients. */
  narrow: Result[]
  /** The monitor of a lot with 1,000 spots, one reader after the other. */
  monitor: Result
  exact: { queries: number; mismatches: number; lots: number }
  contention: { through: string; result: Result; deadlocks: number; overlaps: number }[]
  growth: Growth[]
  before: Usage
  after: Usage
}

const common = { in_flight: 8, seconds: 3, pairs: 5 }

/** Compares bookings over HTTP, and `hold_spot` through pg, with the minimal booking function. */
export async function measureBookings(context: BenchContext): Promise<Ratio[]> {
  // Long enough that full-page images after the checkpoint are over.
  const setting = { ...common, warm_up: 6 }
  return [
    await compare(context, 'booking', ['book', 'book_minimal'], { ...setting, target: 0.3 }),
    await compare(context, 'hold_spot alone', ['book_sql', 'book_minimal'], { ...setting, target: 0.6 }),
  ]
}

/** Runs all measurements, those that write last. */
export async function measure(context: BenchContext, client: pg.Client): Promise<Measured> {
  const growth = measureGrowth()
  context.print('growth of pure functions: done')
  const before = await context.processes.usage()
  const queries = 50
  const exact = { queries, ...(await countMismatches(context, client, queries)) }
  context.print(`search compared with the reference: ${exact.mismatches} of ${queries} differ`)
  const ratios = [
    await compare(context, 'read by ID', ['read', 'read_bare'], { ...common, warm_up: 2, target: 0.45 }),
    await compare(context, 'search', ['search', 'search_sql'], { ...common, warm_up: 3, target: 1.5 }),
  ]
  await run(context, 'monitor', 1, 2)
  const monitor = await run(context, 'monitor', 1, 4)
  const searches: Measured['searches'] = []
  for (const in_flight of [8, 32])
    searches.push({ result: await run(context, 'search', in_flight, 4), bookings: null })
  const narrow: Measured['narrow'] = []
  for (const in_flight of [8, 32]) narrow.push(await run(context, 'search_narrow', in_flight, 4))
  for (const in_flight of [8, 32]) {
    const [result, bookings] = await Promise.all([
      run(context, 'search', in_flight, 4),
      run(context, 'book', 4, 4, 1),
    ])
    searches.push({ result, bookings })
  }
  context.print('searches during bookings: done')
  ratios.push(...(await measureBookings(context)))
  const contention: Measured['contention'] = []
  for (const [through, task] of [
    ['64 connections to the API', 'contend'],
    ['64 connections to the database', 'contend_sql'],
  ] as const) {
    const deadlocks = await countDeadlocks(client)
    const result = await run(context, task, 64, 5)
    // Statistics of a backend arrive with a delay of up to a second.
    await client.query('select pg_sleep(1.1), pg_stat_clear_snapshot()')
    contention.push({
      through,
      result,
      deadlocks: (await countDeadlocks(client)) - deadlocks,
      overlaps: await countOverlaps(client, idOf('lot', 0)),
    })
  }
  return {
    growth,
    ratios,
    searches,
    narrow,
    monitor,
    exact,
    contention,
    before,
    after: await context.processes.usage(),
  }
}
