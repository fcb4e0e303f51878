import { CallError } from '@openspot/contract/call.ts'
import { deleteSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars, takeSpot } from '../../testing/factories/calendars.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { inTurn, reversed } from '../../testing/waiting.ts'

let api: TestApi
let driver: Person
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api)
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const noon = { starts_at: '2026-03-03T18:00:00.000Z', ends_at: '2026-03-03T20:00:00.000Z' }

/** Books a spot in a transaction. */
async function book(lot_id: string, spot_id: string): Promise<string> {
  const client = await api.deps.database.pool.connect()
  try {
    await client.query('begin')
    const { outcome } = await takeSpot(api, { lot_id, spot_id, user_id: driver.user_id, ...noon }, client)
    await client.query(outcome === 'held' ? 'commit' : 'rollback')
    return outcome
  } finally {
    client.release()
  }
}

test.each([
  ['taking a spot away', () => null],
  ['assigning it', (assignee: string) => ({ assigned_user_id: assignee })],
])('lets exactly one win when %s races with a booking, in every round', async (_, bodyOf) => {
  const { pool } = api.deps.database
  const wide = await aLot(api, {}, atDepth(18, 42))
  const boss = await aMember(api, wide.lot_id, 'ADMIN')
  const body = bodyOf(boss.user_id)
  const count = { gone: 0, held: 0 }
  for (const [round, spot_id] of wide.spot_ids.entries()) {
    const params = { spot_id }
    const take = async () => {
      try {
        if (body) await api.call(updateSpotRoute, { params, body }, boss.token)
        else await api.call(deleteSpotRoute, { params }, boss.token)
        return true
      } catch (error) {
        if (error instanceof CallError && error.body.code === 'spot_in_use') return false
        throw error
      }
    }
    const hold = () => book(wide.lot_id, spot_id)
    // One third is taken first, one third is booked first, and one third is left to chance.
    const order = round % 3
    const [isGone, outcome] =
      order === 0
        ? await inTurn(pool, spot_id, take, hold)
        : order === 1
          ? reversed(await inTurn(pool, spot_id, hold, take))
          : await Promise.all([take(), hold()])
    expect(outcome === 'held', `round ${round}: ${outcome}`).toBe(!isGone)
    count[isGone ? 'gone' : 'held']++
  }
  // Otherwise the race never happened.
  expect(Math.min(count.gone, count.held)).toBeGreaterThan(5)
})
