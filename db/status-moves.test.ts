import { fineMoves } from '@openspot/core/fines/states.ts'
import { gateOpenMoves } from '@openspot/core/gates/open-states.ts'
import { membershipMoves } from '@openspot/core/memberships/states.ts'
import { holdingStatuses, reservationMoves } from '@openspot/core/reservations/states.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './testing/database.ts'

let own: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  own = await testDatabase()
  client = new pg.Client({ connectionString: own.owner_url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

const pairsOf = (moves: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(moves)
    .flatMap(([from, to]) => to.map((status) => `${from} ${status}`))
    .sort()

/** The transitions that a trigger allows, from the table that it reads. */
async function enforced(table: string): Promise<string[]> {
  const { rows } = await client.query<{ move: string }>(
    `select from_status || ' ' || to_status as move from ${table}`,
  )
  return rows.map(({ move }) => move).sort()
}

test('the database enforces exactly the reservation transitions that the code knows', async () => {
  expect(await enforced('reservation_moves')).toEqual(pairsOf(reservationMoves))
})

test('the database enforces exactly the membership transitions that the code knows', async () => {
  expect(await enforced('membership_moves')).toEqual(pairsOf(membershipMoves))
})

test('the database enforces exactly the transitions of requests to open a gate that the code knows', async () => {
  expect(await enforced('gate_open_moves')).toEqual(pairsOf(gateOpenMoves))
})

test('the database enforces exactly the transitions of fines that the code knows', async () => {
  expect(await enforced('fine_moves')).toEqual(pairsOf(fineMoves))
})

test('exactly the holding statuses keep two reservations of one spot apart', async () => {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'reservations_no_overlap'`,
  )
  const words = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::reservation_status/g)].map(
    ([, word]) => word,
  )
  expect(new Set(words)).toEqual(new Set(holdingStatuses))
})
