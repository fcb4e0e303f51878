import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { openSignInLinkRoute, sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { getMyEarningsRoute } from '@openspot/contract/money/earnings.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { listSavedLotsRoute, saveLotRoute } from '@openspot/contract/people/saved-lots.ts'
import { listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { mergeUserRoute, previewMergeRoute } from '@openspot/contract/platform/merges.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { banUserRoute } from '@openspot/contract/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maskAddress } from '../../people/invites/addresses.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aProtectedAdmin, protect } from '../../testing/factories/admins.ts'
import { emailsTo } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aHost, aHostAccount, aPaidReservation } from '../../testing/factories/payouts.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { tokenSentTo } from '../../testing/sign-in.ts'
import { brokenInvariants } from '../invariants/invariants.sql.ts'

let api: TestApi
let admin: Person
let lot: TestLot
beforeEach(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 8)
  admin = await aProtectedAdmin(api)
})
afterEach(async () => {
  await api.runJobs()
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

type Id = { user_id: string }
const merge = (from: Id, into: Id, by: Pick<Person, 'token'> = admin) =>
  [
    mergeUserRoute,
    { params: { user_id: from.user_id }, body: { into_user_id: into.user_id, reason: 'Signed up twice' } },
    by.token,
  ] as const
const preview = (from: Id, into: Id) =>
  api.call(
    previewMergeRoute,
    { params: { user_id: from.user_id }, query: { into_user_id: into.user_id } },
    admin.token,
  )
const refusal = async (from: Id, into: Id) => (await api.refusal(...merge(from, into))).details?.['blockers']

async function aGhost(email: string): Promise<Id> {
  const { id } = await api.deps.database.db
    .insertInto('users')
    .values({ first_name: 'Gil', source: 'DATA_SOURCE_IMPORT', email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { user_id: id }
}

test('moves everything of an account to another one, and both addresses learn of it', async () => {
  const [first, second] = [await aHost(api, lot), await aPerson(api)]
  await aPaidReservation(api, { spot_id: first.spot_id })
  const made = await bookAs(api, first, {
    spot_id: lot.spot_ids[3] ?? '',
    payment_method_id: await aCard(api, first),
  })
  for (const [person, plate] of [
    [first, 'OLD 1'],
    [first, 'BOTH 1'],
    [second, 'BOTH 1'],
  ] as const)
    await aCar(api, person, plate)
  await api.deps.database.db
    .insertInto('memberships')
    .values({ lot_id: lot.lot_id, user_id: first.user_id, role: 'ADMIN', status: 'ACTIVE' })
    .execute()
  const plan = await preview(first, second)
  expect(plan).toMatchObject({
    blockers: [],
    from: { id: first.user_id },
    into: { id: second.user_id },
    moves: { reservations: 1, live_reservations: 1, payment_methods: 1, memberships: 1, hosted_spots: 1 },
    earnings: [{ currency: 'USD' }],
  })
  const earned = await api.call(getMyEarningsRoute, { query: {} }, first.token)

  expect(await api.call(...merge(first, second))).toMatchObject({ id: second.user_id, reservations: 1 })
  const params = { reservation_id: made.reservation.id }
  expect((await api.call(getReservationRoute, { params }, second.token)).id).toBe(made.reservation.id)
  expect(
    (await api.call(listMyCarsRoute, {}, second.token)).items.map(({ plate }) => plate).toSorted(),
  ).toEqual(expect.arrayContaining(['BOTH 1', 'OLD 1']))
  expect((await api.call(listPaymentMethodsRoute, {}, second.token)).items).toHaveLength(1)
  expect((await api.call(listMyMembershipsRoute, {}, second.token)).items).toMatchObject([
    { lot_id: lot.lot_id, role: 'ADMIN', spots: [{ id: first.spot_id }] },
  ])
  expect(await api.call(getMyEarningsRoute, { query: {} }, second.token)).toEqual(earned)

  expect((await api.refusal(getMeRoute, {}, first.token)).code).toBe('session_ended')
  await api.call(sendSignInLinkRoute, { body: { email: first.email } })
  const token = await tokenSentTo(api, first.email)
  if (token !== '') {
    const { user } = await api.call(openSignInLinkRoute, { body: { token } })
    expect([first.user_id, second.user_id]).not.toContain(user.id)
  }
  await api.runJobs()
  for (const { email } of [first, second] as const)
    expect((await emailsTo(api, email)).map(({ subject }) => subject)).toContain('Your accounts were merged')
  // Each notice masks the address that its reader may not know.
  for (const [reader, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { rows } = await api.deps.database.pool.query<{ sent: string }>(
      `select body_text || body_html as sent from emails where to_address = $1 and kind = 'account_merged'`,
      [reader.email],
    )
    expect(rows[0]?.sent).toContain(reader.email)
    expect(rows[0]?.sent).toContain(maskAddress(other.email))
    expect(rows[0]?.sent).not.toContain(other.email)
  }
  const { items } = await api.call(listNotificationsRoute, { query: {} }, second.token)
  expect(items.filter(({ kind }) => kind === 'ACCOUNT_MERGED')).toHaveLength(1)
  const audit = await api.call(listPlatformAuditRoute, { query: { subject_id: second.user_id } }, admin.token)
  expect(audit.items).toMatchObject([
    { action: 'user.merge', details: { reason: 'Signed up twice', merged_user_id: first.user_id } },
  ])
})

test('saved views of both accounts are kept as long as there is room, and the account’s own win over a name that both have', async () => {
  const [first, second] = [await aPerson(api), await aPerson(api)]
  const save = (who: Id, slot: number, name: string, query: string) =>
    api.deps.database.pool.query(
      `insert into saved_views (lot_id, user_id, list, slot, name, query, created_at) values ($1, $2, 'SPOTS', $3, $4, $5, now())`,
      [lot.lot_id, who.user_id, slot, name, query],
    )
  await save(first, 1, 'mine', 'q=first')
  await save(first, 2, 'Late', 'q=late')
  await save(first, 3, 'Too many', 'q=more')
  await save(second, 1, 'Mine', 'q=second')
  for (let slot = 2; slot < 20; slot++) await save(second, slot, `View ${slot}`, '')
  await api.call(...merge(first, second))
  const { rows } = await api.deps.database.pool.query(
    `select user_id, slot, name, query from saved_views where name in ('mine', 'Mine', 'Late', 'Too many') order by slot`,
  )
  expect(rows).toEqual([
    { user_id: second.user_id, slot: 1, name: 'Mine', query: 'q=second' },
    { user_id: second.user_id, slot: 20, name: 'Late', query: 'q=late' },
  ])
})

test('the lots that either account saved are saved once', async () => {
  const [first, second] = [await aPerson(api), await aPerson(api)]
  const other = await aLot(api, { name: 'Other Lot' })
  for (const who of [first, second])
    await api.call(saveLotRoute, { params: { lot_id: lot.lot_id } }, who.token)
  await api.call(saveLotRoute, { params: { lot_id: other.lot_id } }, first.token)
  await api.call(...merge(first, second))
  const { items } = await api.call(listSavedLotsRoute, {}, second.token)
  expect(items.map(({ id }) => id).toSorted()).toEqual([lot.lot_id, other.lot_id].toSorted())
})

test('merges an imported resident into the account that they opened with another address', async () => {
  const resident = await aGhost('gil@building.example')
  await aCar(api, { ...resident, token: '', email: '' }, 'RES 1')
  const account = await aPerson(api)
  expect((await preview(resident, account)).moves.vehicles).toBe(1)
  await api.call(...merge(resident, account))
  const { items } = await api.call(listMyCarsRoute, {}, account.token)
  expect(items.map(({ plate }) => plate)).toEqual(['RES 1'])
})

test('refuses with every reason when accounts can’t be merged, and changes nothing', async () => {
  const [ada, bo] = [await aPerson(api), await aPerson(api)]
  expect(await refusal(ada, ada)).toEqual(['SAME_ACCOUNT'])
  expect(await refusal(ada, admin)).toContain('PLATFORM_ADMIN')
  expect(await refusal(ada, await aGhost('late@building.example'))).toEqual(['INTO_UNCLAIMED'])
  const banned = await aPerson(api)
  const ban = { params: { user_id: banned.user_id }, body: { reason: 'Fraud' } }
  await api.call(banUserRoute, ban, admin.token)
  expect(await refusal(banned, ada)).toEqual(['FROM_NOT_OPEN'])
  expect(await refusal(ada, banned)).toEqual(['INTO_NOT_OPEN'])
  const safe = await aPerson(api)
  await protect(api, safe)
  expect(await refusal(safe, ada)).toEqual(['SECOND_FACTOR_LOST', 'CHANGED_LATELY'])
  const hosts = [await aHost(api, lot, 5), await aHost(api, lot, 6)] as const
  for (const host of hosts) await aHostAccount(api, host)
  expect(await refusal(...hosts)).toContain('TWO_PAYOUT_ACCOUNTS')
  expect((await preview(...hosts)).blockers).toContain('TWO_PAYOUT_ACCOUNTS')
  expect(await api.refusal(...merge(...hosts))).toMatchObject({
    status: 409,
    code: 'merge_not_possible',
    message: expect.stringContaining('Both have a bank account for payouts.'),
  })
  for (const person of [...hosts, ada, bo])
    expect((await api.call(getMeRoute, {}, person.token)).email).toBe(person.email)
  expect((await emailsTo(api, hosts[0].email)).map(({ subject }) => subject)).not.toContain(
    'Your accounts were merged',
  )
})

test('refuses to make a host the driver of a reservation of their own spot', async () => {
  const host = await aHost(api, lot)
  const { driver } = await aPaidReservation(api, { spot_id: host.spot_id })
  expect(await refusal(driver, host)).toEqual(['HOST_OF_EACH_OTHER'])
  expect(await refusal(host, driver)).toEqual(['HOST_OF_EACH_OTHER'])
})

test('requires two-step verification and a recent sign-in of the admin', async () => {
  const [ada, bo] = [await aPerson(api), await aPerson(api)]
  const plain = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect((await api.refusal(...merge(ada, bo, plain))).code).toBe('second_factor_not_set')
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(...merge(ada, bo))).code).toBe('recent_sign_in_required')
})

test('of two merges in opposite directions, one happens and the other is refused', async () => {
  const [ada, bo] = [await aPerson(api), await aPerson(api)]
  const results = await Promise.allSettled([api.call(...merge(ada, bo)), api.call(...merge(bo, ada))])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
