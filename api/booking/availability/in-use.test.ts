import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { createZoneRoute, deleteZoneRoute } from '@openspot/contract/booking/prices.ts'
import { CallError, type Input } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation, brokenCalendars, takeSpot } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { inTurn, reversed } from '../../testing/waiting.ts'
import type { HoldOutcome } from '../reservations/hold.sql.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let assignee: Person
let driver: Person
let own: string
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api)
  lot = await aLot(api, {}, 12)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  assignee = await aMember(api, lot.lot_id, 'MEMBER')
  own = await anOwnSpot()
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

let used = 0
/** Assigns the next unused spot to the assignee and returns its id. */
async function anOwnSpot(): Promise<string> {
  const spot_id = lot.spot_ids[used++] ?? ''
  const give = { params: { spot_id }, body: { assigned_user_id: assignee.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
  return spot_id
}

/** The instant that many hours after the start of a day far enough ahead. */
const hour = (hours: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + hours * 3_600_000).toISOString()
type Body = Input<typeof createSpotAvailabilityRoute>['body']
const create = (spot_id: string, body: Body, who = assignee) =>
  api.call(createSpotAvailabilityRoute, { params: { spot_id }, body }, who.token)
const reservation = (spot_id: string, from: number, to: number | null, user_id = driver.user_id) =>
  aReservation(api, {
    lot_id: lot.lot_id,
    spot_id,
    user_id,
    starts_at: hour(from),
    ends_at: to === null ? null : hour(to),
  })
const inUse = (count: number, from: number, to: number | null) => ({
  status: 409,
  code: 'availability_in_use',
  details: { count, starts_at: hour(from), ends_at: to === null ? null : hour(to) },
})

test('rejects removing the part of a rule that a reservation depends on, by the assignee or by staff', async () => {
  const { id } = await create(own, { kind: 'OPEN', starts_at: hour(0), ends_at: hour(10) })
  const other = await create(own, { kind: 'OPEN', starts_at: hour(5), ends_at: hour(8) })
  await reservation(own, 6, 7)
  await reservation(own, 2, 4)
  const one = { params: { availability_id: id } }
  const change = (body: Input<typeof updateAvailabilityRoute>['body']) => ({ ...one, body })
  for (const who of [assignee, admin]) {
    // The second reservation is covered by the other availability rule too, so it does not depend on only one of them.
    expect(await api.refusal(deleteAvailabilityRoute, one, who.token)).toMatchObject(inUse(1, 2, 4))
    const late = change({ starts_at: hour(3) })
    expect(await api.refusal(updateAvailabilityRoute, late, who.token)).toMatchObject(inUse(1, 2, 4))
  }
  const refused = await api.refusal(deleteAvailabilityRoute, one, assignee.token)
  expect(JSON.stringify(refused)).not.toContain(driver.user_id)
  await api.call(deleteAvailabilityRoute, { params: { availability_id: other.id } }, assignee.token)
  expect(await api.refusal(deleteAvailabilityRoute, one, assignee.token)).toMatchObject(inUse(2, 2, 4))
  // The unbooked part of the availability rule may go, and its note may change.
  await api.call(
    updateAvailabilityRoute,
    change({ starts_at: hour(2), ends_at: hour(7), note: 'x' }),
    assignee.token,
  )
})

test('rejects an assignee’s closure over another driver’s reservation, but allows one by staff', async () => {
  const spot_id = await anOwnSpot()
  await create(spot_id, { kind: 'OPEN', starts_at: hour(0), ends_at: null })
  await reservation(spot_id, 2, 4)
  await reservation(spot_id, 8, 9, assignee.user_id)
  const closed: Body = { kind: 'CLOSED', starts_at: hour(3), ends_at: hour(5) }
  const asked = { params: { spot_id }, body: closed }
  expect(await api.refusal(createSpotAvailabilityRoute, asked, assignee.token)).toMatchObject(inUse(1, 2, 4))
  const { id } = await create(spot_id, { ...closed, starts_at: hour(4), ends_at: hour(9) })
  const earlier = { params: { availability_id: id }, body: { starts_at: hour(3) } }
  expect(await api.refusal(updateAvailabilityRoute, earlier, assignee.token)).toMatchObject(inUse(1, 2, 4))
  // A closure by staff does not invalidate the reservation, so the assignee still cannot remove its availability rule.
  await create(spot_id, { ...closed, starts_at: hour(3) }, admin)
  const endless = (await listOpen(spot_id))[0] ?? ''
  const gone = { params: { availability_id: endless } }
  expect(await api.refusal(deleteAvailabilityRoute, gone, assignee.token)).toMatchObject(inUse(1, 2, 4))
})

async function listOpen(spot_id: string): Promise<string[]> {
  const rows = await api.deps.database.db
    .selectFrom('availability')
    .select('id')
    .where('spot_id', '=', spot_id)
    .where('kind', '=', 'OPEN')
    .execute()
  return rows.map(({ id }) => id)
}

test('requires an endless availability rule for an open-ended reservation and ignores past reservations', async () => {
  const spot_id = await anOwnSpot()
  const { id } = await create(spot_id, { kind: 'OPEN', starts_at: '2026-03-01T00:00:00Z', ends_at: null })
  await reservation(spot_id, 100, null)
  const params = { availability_id: id }
  const bounded = { params, body: { ends_at: hour(5000) } }
  expect(await api.refusal(updateAvailabilityRoute, bounded, assignee.token)).toMatchObject(
    inUse(1, 100, null),
  )
  const repeated = { params, body: { ends_at: '2026-03-02T00:00:00Z', repeat_frequency: 'DAILY' as const } }
  // The spot would be closed beyond the horizon.
  expect(await api.refusal(updateAvailabilityRoute, repeated, assignee.token)).toMatchObject(
    inUse(1, 100, null),
  )
  const past = await anOwnSpot()
  const rule = await create(past, { kind: 'OPEN', starts_at: '2026-03-01T00:00:00Z', ends_at: hour(0) })
  await aReservation(api, {
    lot_id: lot.lot_id,
    spot_id: past,
    user_id: driver.user_id,
    starts_at: '2026-03-02T10:00:00Z',
    ends_at: '2026-03-02T15:00:00Z',
  })
  await api.call(deleteAvailabilityRoute, { params: { availability_id: rule.id } }, assignee.token)
})

/** Returns whether a call succeeded, or false if it was rejected with one of the given codes. */
async function went(work: Promise<unknown>, ...unless: string[]): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof CallError && unless.includes(error.body.code)) return false
    throw error
  }
}

/** Books a spot in a transaction. */
async function book(spot_id: string, from: number, to: number): Promise<HoldOutcome> {
  const client = await api.deps.database.pool.connect()
  try {
    await client.query('begin')
    const reservation = { lot_id: lot.lot_id, spot_id, user_id: driver.user_id }
    const { outcome } = await takeSpot(
      api,
      { ...reservation, starts_at: hour(from), ends_at: hour(to) },
      client,
    )
    await client.query(outcome === 'held' ? 'commit' : 'rollback')
    return outcome
  } finally {
    client.release()
  }
}

test('lets exactly one win when a closing races with a booking, in every round', async () => {
  const { pool } = api.deps.database
  const spot_id = await anOwnSpot()
  const count = { held: 0, spot_closed: 0 }
  for (let round = 0; round < atDepth(18, 90); round++) {
    const at = round * 24
    const { id } = await create(spot_id, { kind: 'OPEN', starts_at: hour(at), ends_at: hour(at + 10) })
    const one = { params: { availability_id: id } }
    const change = { ...one, body: { ends_at: hour(at + 4) } }
    const ways = [
      () => api.call(deleteAvailabilityRoute, one, assignee.token),
      () => api.call(updateAvailabilityRoute, change, assignee.token),
      () => create(spot_id, { kind: 'CLOSED', starts_at: hour(at + 2), ends_at: hour(at + 5) }),
    ]
    const close = () => went(ways[round % 3]?.() ?? Promise.reject(), 'availability_in_use')
    const hold = () => book(spot_id, at + 3, at + 6)
    // One third is closed first, one third is booked first, and one third is left to chance.
    const order = Math.floor(round / 3) % 3
    const [closed, outcome] =
      order === 0
        ? await inTurn(pool, spot_id, close, hold)
        : order === 1
          ? reversed(await inTurn(pool, spot_id, hold, close))
          : await Promise.all([close(), hold()])
    expect(outcome, `round ${round}`).toBe(closed ? 'spot_closed' : 'held')
    count[closed ? 'spot_closed' : 'held']++
  }
  // Otherwise the race never happened.
  expect(Math.min(count.held, count.spot_closed)).toBeGreaterThan(5)
})

test('keeps calendars correct under concurrent zone closures, spot moves, and subletting', async () => {
  const wide = await aLot(api, {}, 8)
  const boss = await aMember(api, wide.lot_id, 'ADMIN')
  const params = { lot_id: wide.lot_id }
  for (let round = 0; round < 12; round++) {
    const names = [`${round} a`, `${round} b`]
    const zones = await Promise.all(
      names.map((name) => api.call(createZoneRoute, { params, body: { name } }, boss.token)),
    )
    const [a, b] = [zones[0]?.id ?? '', zones[1]?.id ?? '']
    const move = (spot: number, zone_id: string | null) =>
      api.call(
        updateSpotRoute,
        { params: { spot_id: wide.spot_ids[spot] ?? '' }, body: { zone_id } },
        boss.token,
      )
    await Promise.all([move(0, a), move(1, a), move(2, b), move(3, b)])
    const times = { starts_at: hour(round * 24), ends_at: hour(round * 24 + 5) }
    const close = (zone_id: string | null) =>
      api.call(createLotClosureRoute, { params, body: { ...times, zone_id } }, boss.token)
    const closeSpot = (spot: number) => create(wide.spot_ids[spot] ?? '', { kind: 'CLOSED', ...times }, boss)
    const actions = [
      close(a),
      move(4, a),
      move(2, a),
      move(0, b),
      close(b),
      closeSpot(0),
      closeSpot(4),
      move(5, b),
      ...(round % 3 === 0 ? [close(null)] : []),
      ...(round % 2 === 0 ? [api.call(deleteZoneRoute, { params: { zone_id: b } }, boss.token)] : []),
    ]
    // A zone that was deleted in the meantime is not found; no other error may occur.
    await Promise.all(actions.map((action) => went(action, 'request_invalid', 'not_found')))
    expect(await brokenCalendars(api), `round ${round}`).toEqual([])
  }
})
