import { expect, test } from 'vitest'
import { assumed, launchNeeds, type Measured, mixOf, plansOf } from './model.ts'

const cost = (api_us: number, database_us: number) => ({
  api_us,
  database_us,
  p50_ms: 1,
  p99_ms: 2,
  per_second: 100,
  refused: 0,
})
const measured: Measured = {
  machine: 'a machine',
  taken_at: '2026-11-26T00:00:00.000Z',
  load_before: 0,
  lots: 200,
  spots: 20_000,
  reservations: 100_000,
  search: cost(500, 50),
  read: cost(200, 100),
  monitor: cost(5_000, 20_000),
  booking: { ...cost(8_000, 9_000), worker_us: 4_000 },
  event_us: 30,
  watcher_kb: 40,
  bytes: {
    bookings: 10,
    per_booking: 10_000,
    wal_per_booking: 50_000,
    tables: [],
    per_lot: 2_000,
    per_spot: 500,
  },
  launch: { seconds: 1, steps: [], api_mb: 300 },
}

test('a booking costs its own processor time and that of the searches, reads, monitors, and events that come with it', () => {
  expect(mixOf(measured)).toEqual({
    api_us: 40 * 500 + 10 * 200 + 2 * 5_000 + 8_000 + 2 * 3 * 30,
    database_us: 40 * 50 + 10 * 100 + 2 * 20_000 + 9_000,
    worker_us: 4_000,
  })
})

test('one machine shares its cores, a cluster is limited by the scarcer part, and cities on Citus add up', () => {
  const { api_us, database_us, worker_us } = mixOf(measured)
  const [machine, cluster, citus] = plansOf(measured)
  expect(machine?.peak_bookings).toBeCloseTo((0.6 * 8 * 1e6) / (api_us + database_us + worker_us))
  expect(cluster?.peak_bookings).toBeCloseTo((0.6 * 16 * 1e6) / database_us)
  expect(citus?.peak_bookings).toBeCloseTo((8 * 0.6 * 16 * 1e6) / (database_us * assumed.citus_factor))
  const slow = plansOf({ ...measured, booking: { ...measured.booking, api_us: 1e6 } })[1]
  expect(slow?.peak_bookings).toBeCloseTo((0.6 * 32 * 1e6) / (api_us - 8_000 + 1e6 + worker_us))
})

test('space grows with bookings, and the standby and the backups cost as well', () => {
  const [machine] = plansOf(measured)
  const a_day = ((machine?.peak_bookings ?? 0) / 2 / 0.12) * 3600
  expect(machine?.bookings_per_day).toBeCloseTo(a_day)
  const gb = (a_day * 365 * 10_000) / 1e9
  expect(machine?.gb_per_year).toBeCloseTo(gb)
  expect(machine?.dollars_per_month).toBeCloseTo(
    8 * 22 + gb * 0.12 + (gb * 4 + (a_day * 14 * 50_000) / 1e9) * 0.025,
  )
})

test('the minute before a game needs cores for 833 searches and 17 bookings a second', () => {
  const needs = launchNeeds(measured)
  expect(needs.api_cores).toBeCloseTo(((50_000 / 60) * 500 + (1_000 / 60) * 12_000) / 1e6 / 0.6)
  expect(needs.database_cores).toBeCloseTo(((50_000 / 60) * 50 + (1_000 / 60) * 9_000) / 1e6 / 0.6)
  expect(needs.loaded_gb).toBeCloseTo((10_000 * 2_000 + 3e6 * 500) / 1e9)
})
