import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './testing/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
let lot_id: string
let user_id: string
const base = Date.parse('2026-03-01T00:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  user_id = await one(`insert into users (email) values ('a@people.example') returning id`)
  lot_id = await one(
    `insert into lots (public_id, name, lat, lng, time_zone) values ('${'x'.repeat(24)}', 'Lot', 41.8, -87.6, 'America/Chicago') returning id`,
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function one(statement: string): Promise<string> {
  return (await client.query<{ id: string }>(statement)).rows[0]?.id ?? ''
}

const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString()

interface Reservation {
  from: number
  to: number | null
  status: string
}
const holding = new Set(['PENDING', 'CHECKOUT', 'ACTIVE'])
/** Half-open: reservations that touch do not overlap. */
const meet = (a: Reservation, b: Reservation) => a.from < (b.to ?? Infinity) && b.from < (a.to ?? Infinity)

const reservations = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 60 }),
    length: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(null)),
    status: fc.constantFrom('ACTIVE', 'CHECKOUT', 'PENDING', 'CANCELED', 'EXPIRED'),
  }),
  { maxLength: 12 },
)

/** Inserts reservations for a new spot one after another and returns which were accepted. */
async function takenBy(list: Reservation[]): Promise<boolean[]> {
  const spot = await one(
    `insert into spots (lot_id, spot_no, label) select '${lot_id}', n, 'S' || n from (select count(*) + 1 as n from spots) x returning id`,
  )
  const taken: boolean[] = []
  for (const reservation of list) {
    const { rowCount } = await client.query(
      `insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents, terms_version, cancel_until_at, created_at, created_by_user_id, hold_expires_at)
       values ($1, $2, $3, $4, $5, $6, 'USD', 0, 1, $5, $5, $3, $5) on conflict do nothing`,
      [
        lot_id,
        spot,
        user_id,
        reservation.status,
        at(reservation.from),
        reservation.to === null ? null : at(reservation.to),
      ],
    )
    taken.push(rowCount === 1)
  }
  return taken
}

/** The expected result. */
function model(list: Reservation[], overlaps: (a: Reservation, b: Reservation) => boolean): boolean[] {
  const kept: Reservation[] = []
  return list.map((reservation) => {
    const isFree =
      !holding.has(reservation.status) ||
      !kept.some((other) => holding.has(other.status) && overlaps(reservation, other))
    if (isFree) kept.push(reservation)
    return isFree
  })
}

const property = (overlaps: (a: Reservation, b: Reservation) => boolean) =>
  fc.asyncProperty(reservations, async (drawn) => {
    const list = drawn.map(({ from, length, status }) => ({
      from,
      to: length === null ? null : from + length,
      status,
    }))
    expect(await takenBy(list)).toEqual(model(list, overlaps))
  })

test('accepts exactly the reservations that do not overlap another one holding the spot', async () => {
  await fc.assert(property(meet), { numRuns: 150 })
})

test('the overlap property detects a model that keeps touching reservations apart', async () => {
  const tooStrict = (a: Reservation, b: Reservation) =>
    a.from <= (b.to ?? Infinity) && b.from <= (a.to ?? Infinity)
  await expect(fc.assert(property(tooStrict), { numRuns: 300 })).rejects.toThrow('Property failed')
})
