import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import {
  getEarningsPreviewRoute,
  getHostingRoute,
  listHostedReservationsRoute,
  listMySpotsRoute,
  pauseListingRoute,
  setListingRoute,
} from '@openspot/contract/booking/hosting.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getCheckoutRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { getMyEarningsRoute } from '@openspot/contract/money/earnings.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { hostShareOf } from '@openspot/core/money/host-share.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars } from '../../testing/factories/calendars.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const at = (hours: number) => isoOf(Math.ceil(minutesOf(api.ports.now().toISOString()) / 60 + hours) * 60)

async function aHost() {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const give = { params: { spot_id }, body: { assigned_user_id: host.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
  const params = { spot_id }
  const list = (from: number, to: number | null, is_listed = true, hour_cents?: number) =>
    api.call(
      setListingRoute,
      {
        params,
        body: {
          starts_at: at(from),
          ends_at: to === null ? null : at(to),
          is_listed,
          ...(hour_cents ? { rates: { hour_cents } } : {}),
        },
      },
      host.token,
    )
  const isFree = async (from: number, to: number) => {
    const driver = await aPerson(api)
    const query = { spot_id, starts_at: at(from), ends_at: at(to) }
    return (await api.call(getCheckoutRoute, { query }, driver.token)).is_free
  }
  return { lot, spot_id, params, admin, host, list, isFree }
}

test('lists a spot for a time in one rule, joins times that adjoin, and takes back the middle', async () => {
  const { list, isFree } = await aHost()
  expect(await isFree(2, 4)).toBe(false)
  await list(1, 5)
  expect(await isFree(2, 4)).toBe(true)
  const { availability_rules } = await list(5, 9)
  expect(availability_rules).toMatchObject([{ kind: 'OPEN', starts_at: at(1), ends_at: at(9) }])
  const after = await list(4, 6, false)
  expect(after.availability_rules.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
    [at(1), at(4)],
    [at(6), at(9)],
  ])
  expect(await isFree(4, 6)).toBe(false)
  expect(await isFree(6, 8)).toBe(true)
})

test('takes back one time of a repeating rule, and lists it again, without changing the rule', async () => {
  const { list, isFree, params, host } = await aHost()
  const daily = {
    kind: 'OPEN' as const,
    starts_at: at(1),
    ends_at: at(6),
    repeat_frequency: 'DAILY' as const,
  }
  await api.call(createSpotAvailabilityRoute, { params, body: daily }, host.token)
  await list(2, 4, false)
  expect(await isFree(2, 4)).toBe(false)
  expect(await isFree(26, 28)).toBe(true)
  await list(2, 4)
  expect(await isFree(2, 4)).toBe(true)
})

test('keeps a time closed that staff closed, and says that the listing is not complete', async () => {
  const { list, isFree, params, admin } = await aHost()
  const closure = { kind: 'CLOSED' as const, starts_at: at(2), ends_at: at(3) }
  await api.call(createSpotAvailabilityRoute, { params, body: closure }, admin.token)
  expect(await list(1, 5)).toMatchObject({ is_complete: false })
  expect(await isFree(2, 3)).toBe(false)
  expect(await isFree(3, 5)).toBe(true)
})

test('refuses to take back a booked time with 409 availability_in_use, and to charge outside the limits with 400', async () => {
  const { list, host, params, spot_id } = await aHost()
  await list(1, 9)
  const driver = await aPerson(api)
  const order = { spot_id, starts_at: at(2), ends_at: at(4), payment_method_id: await aCard(api, driver) }
  await bookAs(api, driver, order)
  const body = { starts_at: at(3), ends_at: at(9), is_listed: false }
  const taken = await api.refusal(setListingRoute, { params, body }, host.token)
  expect(taken).toMatchObject({ code: 'availability_in_use' })
  await expect(list(5, 9, false)).resolves.toMatchObject({ is_complete: true })
  const dear = { starts_at: at(10), ends_at: at(12), is_listed: true, rates: { hour_cents: 900_000 } }
  const refused = await api.refusal(setListingRoute, { params, body: dear }, host.token)
  expect(refused).toMatchObject({ code: 'request_invalid', field: 'rates.hour_cents' })
})

test('pauses new reservations but keeps existing ones, and resumes', async () => {
  const { list, isFree, params, host, spot_id } = await aHost()
  await list(1, 12)
  const driver = await aPerson(api)
  const order = { spot_id, starts_at: at(2), ends_at: at(4), payment_method_id: await aCard(api, driver) }
  const { reservation } = await bookAs(api, driver, order)
  const pause = (is_paused: boolean) =>
    api.call(pauseListingRoute, { params, body: { is_paused } }, host.token)
  await pause(true)
  await pause(true)
  expect(await isFree(6, 8)).toBe(false)
  expect(await api.call(getHostingRoute, { params }, host.token)).toMatchObject({ is_paused: true })
  const still = { params: { reservation_id: reservation.id } }
  expect(await api.call(getReservationRoute, still, driver.token)).toMatchObject({ status: 'ACTIVE' })
  await pause(false)
  expect(await isFree(6, 8)).toBe(true)
})

test('shows a host who is coming and what they earn, which the ledger has too, and notifies them', async () => {
  const { list, params, host, spot_id, lot } = await aHost()
  await list(1, 9, true, 650)
  const driver = await aPerson(api)
  const order = { spot_id, starts_at: at(2), ends_at: at(4), payment_method_id: await aCard(api, driver) }
  const { reservation } = await bookAs(api, driver, order)
  const hosting = await api.call(getHostingRoute, { params }, host.token)
  const earns_cents = hostShareOf(2 * 650, hosting)
  expect(earns_cents).toBeGreaterThan(0)
  const { items } = await api.call(listHostedReservationsRoute, { params }, host.token)
  expect(items).toMatchObject([{ id: reservation.id, starts_at: at(2), ends_at: at(4), earns_cents }])
  const earned = await api.call(getMyEarningsRoute, { query: {} }, host.token)
  expect(earned.items).toMatchObject([{ amount_cents: earns_cents }])
  const mine = await api.call(listMySpotsRoute, {}, host.token)
  expect(mine.items).toMatchObject([
    { id: spot_id, state: 'MINE', next: { id: reservation.id }, current: null },
  ])
  const memberships = await api.call(listMyMembershipsRoute, {}, host.token)
  expect(memberships.items).toMatchObject([{ lot_id: lot.lot_id, spots: [{ id: spot_id }] }])

  const one = { params: { reservation_id: reservation.id } }
  expect(await api.call(getReservationRoute, one, host.token)).toMatchObject({
    seen_as: 'HOST',
    total_cents: null,
  })
  expect(await api.call(getReservationRoute, one, driver.token)).toMatchObject({ seen_as: 'DRIVER' })

  const cancel = { params: { reservation_id: reservation.id }, body: { refund_cents: 2 * 650 + 99 } }
  await api.runJobs()
  await api.call(cancelReservationRoute, cancel, driver.token)
  await api.runJobs()
  const notices = await api.call(listNotificationsRoute, { query: {} }, host.token)
  expect(notices.items.map(({ kind, path }) => [kind, path])).toEqual([
    ['HOST_CANCELED', `/me/spots/${spot_id}`],
    ['HOST_BOOKED', `/me/spots/${spot_id}`],
  ])
})

test('says how many similar reservations there were, and no amount for fewer than five', async () => {
  const { list, params, host, spot_id } = await aHost()
  await list(1, 60)
  const book = async (from: number) => {
    const driver = await aPerson(api)
    const order = { spot_id, starts_at: at(from), ends_at: at(from + 2) }
    await bookAs(api, driver, { ...order, payment_method_id: await aCard(api, driver) })
  }
  for (const from of [1, 4, 7, 10]) await book(from)
  const hours = async () => (await api.call(getHostingRoute, { params }, host.token)).guidance[0]
  await book(13)
  api.ports.advance({ hours: 13 })
  expect(await hours()).toMatchObject({ unit: 'HOUR', reservation_count: 4, median_cents: null })
  api.ports.advance({ hours: 4 })
  const { usual_rates } = await api.call(getHostingRoute, { params }, host.token)
  expect(await hours()).toMatchObject({ reservation_count: 5, median_cents: usual_rates.hour_cents })
})

test('previews what a time earns, as the booking then pays, and what similar spots were booked', async () => {
  const { list, params, host, spot_id } = await aHost()
  const preview = (from: number, to: number, hour_cents?: number) =>
    api.call(
      getEarningsPreviewRoute,
      {
        params,
        query: { starts_at: at(from), ends_at: at(to), ...(hour_cents === undefined ? {} : { hour_cents }) },
      },
      host.token,
    )
  const own = await preview(1, 3, 650)
  expect(own).toMatchObject({ booked_bps: null, likely_cents: null })
  await list(1, 60, true, 650)
  const book = async (from: number) => {
    const driver = await aPerson(api)
    const order = { spot_id, starts_at: at(from), ends_at: at(from + 2) }
    await bookAs(api, driver, { ...order, payment_method_id: await aCard(api, driver) })
  }
  await book(1)
  const earned = await api.call(getMyEarningsRoute, { query: {} }, host.token)
  expect(earned.items).toMatchObject([{ amount_cents: own.full_cents }])
  for (const from of [4, 7, 10, 13]) await book(from)
  api.ports.advance({ hours: 20 })
  const { spots } = await api.deps.database.pool
    .query<{ spots: number }>(
      'select count(*)::int as spots from spots where lot_id = (select lot_id from spots where id = $1)',
      [spot_id],
    )
    .then(({ rows: [row] }) => row ?? { spots: 0 })
  const booked_bps = Math.round((10 / (spots * 14 * 24)) * 10_000)
  const later = await preview(30, 32)
  expect(later.booked_bps).toBe(booked_bps)
  expect(later.likely_cents).toBe(Math.floor(((later.full_cents ?? 0) * booked_bps) / 10_000))
})
