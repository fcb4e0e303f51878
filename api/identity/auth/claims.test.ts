import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import {
  claimAccountRoute,
  openSignInLinkRoute,
  sendGuestLinkRoute,
  sendSignInLinkRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { getMeRoute, listMyMembershipsRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { until } from '@openspot/db/testing/until.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
let drawn = 0
const newEmail = () => `claim${++drawn}@people.example`
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 40)
})
afterAll(() => api.close())
afterEach(async () => {
  await api.runJobs()
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  api.ports.advance({ hours: 3 })
})

const db = () => api.deps.database.db

async function aGuest(email: string): Promise<Person> {
  const body = { email, first_name: 'Gil', last_name: 'Guest', bot_check: await solvedCheck(api) }
  const { user, token } = await api.call(startGuestRoute, { body })
  return { user_id: user.id, token: token ?? '', email }
}

async function backBy(email: string, own: string | null = null): Promise<{ user_id: string; token: string }> {
  await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
  const link = { body: { token: await tokenSentTo(api, email) } }
  const { user, token } = await api.call(openSignInLinkRoute, link, own)
  return { user_id: user.id, token: token ?? '' }
}

/** Creates the GHOST that a lot knows by an address or number, with a vehicle, a membership, and a note. */
async function aGhost(more: { email?: string; phone?: string }): Promise<string> {
  const { id } = await db()
    .insertInto('users')
    .values({ first_name: 'Gil', source: 'INVITE', ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  const created_at = api.ports.now().toISOString()
  await db()
    .insertInto('cars')
    .values({ user_id: id, plate: 'GHO 57', plate_normalized: 'GHO57', created_at })
    .execute()
  await db()
    .insertInto('memberships')
    .values({ user_id: id, lot_id: lot.lot_id, role: 'PATROLLER', status: 'ACTIVE' })
    .execute()
  await db().insertInto('notifications').values({ user_id: id, kind: 'starting', created_at }).execute()
  return id
}

test('gives a guest link only for a known address and merges all reservations made with it', async () => {
  const email = newEmail()
  const [one, other] = [await aGuest(email), await aGuest(email)]
  const first = await bookAs(api, one, {
    lot_id: lot.lot_id,
    payment_method_id: await aCard(api, one),
  })
  const second = await bookAs(api, other, {
    lot_id: lot.lot_id,
    payment_method_id: await aCard(api, other),
  })
  await api.call(sendGuestLinkRoute, {
    body: { email: 'nobody@people.example', bot_check: await solvedCheck(api) },
  })
  expect(await tokenSentTo(api, 'nobody@people.example')).toBe('')
  const back = await backBy(email)
  for (const { reservation } of [first, second]) {
    const seen = await api.call(
      getReservationRoute,
      { params: { reservation_id: reservation.id } },
      back.token,
    )
    expect(seen.id).toBe(reservation.id)
  }
  expect((await api.call(getMeRoute, {}, back.token)).account_status).toBe('GHOST')
  // Saved cards stay with the session in which they were added; this session is new.
  expect(await api.call(listPaymentMethodsRoute, {}, back.token)).toEqual({ items: [] })
})

test('rejects a claim by an unverified guest with claim_needs_link and creates the account by the link', async () => {
  const guest = await aGuest(newEmail())
  expect(await api.refusal(claimAccountRoute, { body: {} }, guest.token)).toMatchObject({
    status: 409,
    code: 'claim_needs_link',
  })
  const opened = await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, guest.email) } })
  const claimed = await api.call(
    claimAccountRoute,
    { body: { password: 'a long enough word' } },
    opened.token,
  )
  expect(claimed.user).toMatchObject({ id: guest.user_id, email: guest.email, account_status: 'ACTIVE' })
  expect(claimed.user.email_verified_at).not.toBeNull()
})

test('merges a guest into the account of the same address, with reservations, vehicles, and cards', async () => {
  const account = await aPerson(api)
  const guest = await aGuest(account.email)
  const card = await aCard(api, guest)
  await aCard(api, account)
  const made = await bookAs(api, guest, { lot_id: lot.lot_id, payment_method_id: card })
  const back = await backBy(account.email, guest.token)
  // The open streams of both check their access again.
  const told = new Set<string>()
  const stops = [account, guest].map(({ user_id }) =>
    api.deps.changes.watch(user_id, () => told.add(user_id)),
  )
  const { user, token } = await api.call(claimAccountRoute, { body: {} }, back.token)
  expect(user.id).toBe(account.user_id)
  await until(async () => told.size === stops.length)
  for (const stop of stops) stop()
  const params = { reservation_id: made.reservation.id }
  expect((await api.call(getReservationRoute, { params }, token)).id).toBe(made.reservation.id)
  expect((await api.refusal(getMeRoute, {}, guest.token)).code).toBe('session_ended')
  expect((await api.refusal(getMeRoute, {}, back.token)).code).toBe('session_ended')
  // The card belongs to the guest's customer at the provider but still works.
  const again = await bookAs(
    api,
    { ...account, token: token ?? '' },
    {
      lot_id: lot.lot_id,
      ...twoHours(api, 20),
      payment_method_id: card,
    },
  )
  expect(again.reservation.status).toBe('ACTIVE')
})

test('merges the GHOST of a newly verified address into the account without duplicates', async () => {
  const account = await aPerson(api)
  const email = newEmail()
  const ghost = await aGhost({ email })
  const created_at = api.ports.now().toISOString()
  await db()
    .insertInto('cars')
    .values({ user_id: account.user_id, plate: 'GHO57', plate_normalized: 'GHO57', created_at })
    .execute()
  await api.call(patchUserRoute, { params: { user_id: account.user_id }, body: { email } }, account.token)
  expect((await api.call(getMeRoute, {}, account.token)).email).toBe(account.email)
  const link = { body: { token: await tokenSentTo(api, email) } }
  // A reader of the address who is not signed in to the account must not get into it.
  expect((await api.refusal(openSignInLinkRoute, link)).code).toBe('sign_in_required')
  const { user, token } = await api.call(openSignInLinkRoute, link, account.token)
  expect(user).toMatchObject({ id: account.user_id, email })
  expect((await api.call(listMyCarsRoute, {}, token)).items).toHaveLength(1)
  expect((await api.call(listMyMembershipsRoute, {}, token)).items).toMatchObject([
    { lot_id: lot.lot_id, role: 'PATROLLER', status: 'ACTIVE' },
  ])
  const left = await db().selectFrom('users').selectAll().where('id', '=', ghost).executeTakeFirstOrThrow()
  expect(left).toMatchObject({ account_status: 'DELETED', merged_into_id: account.user_id, email: null })
})

test('moves what a GHOST does during its claim to the account', async () => {
  for (let i = 0; i < 8; i++) {
    const account = await aPerson(api)
    const guest = await aGuest(account.email)
    const card = await aCard(api, guest)
    const back = await backBy(account.email)
    const hours = { ...twoHours(api, 2 + 3 * i), lot_id: lot.lot_id, payment_method_id: card }
    const [booked, claimed] = await Promise.allSettled([
      bookAs(api, { ...guest, token: back.token }, hours),
      api.call(claimAccountRoute, { body: {} }, back.token),
    ])
    expect(claimed.status).toBe('fulfilled')
    const strays = await db()
      .selectFrom('reservations')
      .select('id')
      .where('user_id', '=', guest.user_id)
      .execute()
    expect(strays).toEqual([])
    if (booked.status === 'fulfilled') {
      const owner = await db()
        .selectFrom('reservations')
        .select('user_id')
        .where('id', '=', booked.value.reservation.id)
        .executeTakeFirstOrThrow()
      expect(owner.user_id).toBe(account.user_id)
    }
    api.ports.advance({ hours: 1 })
  }
})

test('gives a GHOST as a whole to one of two concurrent claimants', async () => {
  for (let i = 0; i < 6; i++) {
    const email = newEmail()
    const ghost = await aGhost({ email })
    const account = await aPerson(api)
    await api.call(sendSignInLinkRoute, { body: { email } })
    const own = { body: { token: await tokenSentTo(api, email) } }
    await api.call(patchUserRoute, { params: { user_id: account.user_id }, body: { email } }, account.token)
    const change = { body: { token: await tokenSentTo(api, email) } }
    const [asGhost, asAccount] = await Promise.allSettled([
      api.call(openSignInLinkRoute, own),
      api.call(openSignInLinkRoute, change, account.token),
    ])
    const winner = asAccount.status === 'fulfilled' ? account.user_id : ghost
    expect([asGhost.status, asAccount.status]).toContain('fulfilled')
    for (const table of ['cars', 'memberships', 'notifications'] as const) {
      const rows = await db()
        .selectFrom(table)
        .select('user_id')
        .where('user_id', 'in', [ghost, account.user_id])
        .execute()
      expect(rows.map(({ user_id }) => user_id)).toEqual([winner])
    }
    api.ports.advance({ hours: 1 })
  }
})

test('updates every column that references a merged user, except the known historical ones', async () => {
  const account = await aPerson(api)
  const email = newEmail()
  const ghost = await aGhost({ email })
  await db()
    .updateTable('spots')
    .set({ assigned_user_id: ghost })
    .where('id', '=', lot.spot_ids[39] ?? '')
    .execute()
  await api.call(patchUserRoute, { params: { user_id: account.user_id }, body: { email } }, account.token)
  await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, email) } }, account.token)
  const { rows } = await api.deps.database.pool.query<{ the_table: string; the_column: string }>(
    'select the_table::text, the_column from user_columns()',
  )
  expect(rows.length).toBeGreaterThan(30)
  const left: string[] = []
  for (const { the_table, the_column } of rows) {
    const found = await api.deps.database.pool.query(`select from ${the_table} where ${the_column} = $1`, [
      ghost,
    ])
    if ((found.rowCount ?? 0) > 0) left.push(`${the_table}.${the_column}`)
  }
  expect(left).toEqual([])
})
