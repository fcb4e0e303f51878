import { openSignInLinkRoute, sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  listSessionsRoute,
} from '@openspot/contract/identity/sessions.ts'
import { getMeRoute, getUserRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { listLotAuditRoute, listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import {
  banUserRoute,
  getPlatformUserRoute,
  listPlatformUsersRoute,
  unbanUserRoute,
} from '@openspot/contract/platform/platform.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { emailsTo } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
let admin: Person
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  lot = await aLot(api, { name: 'Quarry Lot' })
})
afterAll(() => api.close())

const of = ({ user_id }: Person) => ({ params: { user_id } })

/** Opens the lot's event stream; `ended` resolves when the server ends it. */
async function watch(person: Person): Promise<{ ended: Promise<void> }> {
  const answer = await fetch(`${api.base}/api/v1/monitor/lots/${lot.lot_id}/events`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  const ended = (async () => {
    while (reader && !(await reader.read()).done);
  })()
  return { ended }
}

test('ends the sessions, links, and streams of a banned user at once', async () => {
  const staff = await aMember(api, lot.lot_id, 'ADMIN')
  await api.call(sendSignInLinkRoute, { body: { email: staff.email } })
  const link = { body: { token: await tokenSentTo(api, staff.email) } }
  const stream = await watch(staff)
  const other = await watch(await aMember(api, lot.lot_id, 'ADMIN'))
  const banned = await api.call(
    banUserRoute,
    { ...of(staff), body: { reason: 'Sold spots twice' } },
    admin.token,
  )
  expect(banned).toMatchObject({
    account_status: 'BANNED',
    ban_reason: 'Sold spots twice',
    banned_by_name: 'Pia Example',
    sessions: 0,
  })
  await stream.ended
  expect((await api.refusal(getMeRoute, {}, staff.token)).status).toBe(401)
  expect((await api.refusal(openSignInLinkRoute, link)).status).toBe(410)
  await api.call(sendSignInLinkRoute, { body: { email: staff.email } })
  expect(await Promise.race([other.ended.then(() => 'ended'), Promise.resolve('open')])).toBe('open')
  await api.runJobs()
  expect((await emailsTo(api, staff.email)).map(({ subject }) => subject)).toContain(
    'Your account was closed',
  )
  const again = await api.refusal(banUserRoute, { ...of(staff), body: { reason: 'Twice' } }, admin.token)
  expect(again).toMatchObject({ status: 409, code: 'ban_not_possible' })

  const opened = await api.call(
    unbanUserRoute,
    { ...of(staff), body: { reason: 'It was a mistake' } },
    admin.token,
  )
  expect(opened).toMatchObject({ account_status: 'ACTIVE', ban_reason: null })
  expect((await api.refusal(getMeRoute, {}, staff.token)).code).toBe('session_ended')
  const { items } = await api.call(
    listPlatformAuditRoute,
    { query: { subject_id: staff.user_id } },
    admin.token,
  )
  expect(items.map(({ action, details }) => [action, details['reason']])).toEqual([
    ['user.unban', 'It was a mistake'],
    ['user.ban', 'Sold spots twice'],
  ])
})

test('closes the lot’s event stream when a membership ends', async () => {
  const staff = await aMember(api, lot.lot_id, 'PATROLLER')
  const stream = await watch(staff)
  await api.deps.database.db
    .updateTable('memberships')
    .set({ status: 'REMOVED' })
    .where('user_id', '=', staff.user_id)
    .execute()
  api.app.changes.announce(staff.user_id)
  await stream.ended
})

test('rejects platform routes for lot owners and a ban of one’s own account', async () => {
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const reason = { body: { reason: 'For fun' } }
  expect((await api.refusal(listPlatformUsersRoute, { query: {} }, owner.token)).status).toBe(403)
  expect((await api.refusal(listPlatformLotsRoute, { query: {} }, owner.token)).status).toBe(403)
  expect((await api.refusal(listPlatformAuditRoute, { query: {} }, owner.token)).status).toBe(403)
  expect((await api.refusal(getPlatformUserRoute, of(admin), owner.token)).status).toBe(404)
  expect((await api.refusal(banUserRoute, { ...of(admin), ...reason }, owner.token)).status).toBe(404)
  expect((await api.refusal(getUserRoute, of(admin), owner.token)).status).toBe(404)
  expect((await api.refusal(banUserRoute, { ...of(admin), ...reason }, admin.token)).code).toBe(
    'ban_not_possible',
  )
})

test('shows a user with each lot where they have a role or reservations, and how many', async () => {
  const elsewhere = await aLot(api, { name: 'Abbey Lot' })
  const user = await aMember(api, lot.lot_id, 'ADMIN')
  const payment_method_id = await aCard(api, user)
  await bookAs(api, user, { spot_id: elsewhere.spot_ids[0] ?? '', payment_method_id })
  const none = { reservations: 0, live_reservations: 0, unpaid_invoices: 0 }
  expect((await api.call(getPlatformUserRoute, of(user), admin.token)).lots).toEqual([
    {
      lot_id: elsewhere.lot_id,
      lot_name: 'Abbey Lot',
      role: null,
      status: null,
      ...none,
      reservations: 1,
      live_reservations: 1,
    },
    { lot_id: lot.lot_id, lot_name: 'Quarry Lot', role: 'ADMIN', status: 'ACTIVE', ...none },
  ])
})

test('an audit entry names the user that it is about for platform admins, and not in the log of a lot', async () => {
  const user = await aMember(api, lot.lot_id, 'ADMIN')
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await api.deps.database.db
    .insertInto('audit_log')
    .values({
      at: api.ports.now().toISOString(),
      lot_id: lot.lot_id,
      actor_role: 'system',
      action: 'user.ban',
      subject_kind: 'user',
      subject_id: user.user_id,
      details: '{}',
    })
    .execute()
  const query = { subject_id: user.user_id }
  const onPlatform = await api.call(listPlatformAuditRoute, { query }, admin.token)
  expect(onPlatform.items).toMatchObject([{ subject_name: 'Ada Example' }])
  const params = { lot_id: lot.lot_id }
  const inLot = await api.call(listLotAuditRoute, { params, query }, owner.token)
  expect(inLot.items).toMatchObject([{ subject_id: user.user_id, subject_name: null }])
})

test('finds users by a part of their data, page by page', async () => {
  const people = await Promise.all([1, 2, 3].map((i) => aPerson(api, { first_name: `Marmot${i}` })))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await api.call(
      listPlatformUsersRoute,
      { query: { search: 'marmot', limit: 2, ...(cursor ? { cursor } : {}) } },
      admin.token,
    )
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen.toSorted()).toEqual(people.map(({ user_id }) => user_id).toSorted())
  const [first] = people
  const byEmail = await api.call(
    listPlatformUsersRoute,
    { query: { search: first?.email ?? '' } },
    admin.token,
  )
  expect(byEmail.items.map(({ id }) => id)).toEqual([first?.user_id])
  const none = await api.call(listPlatformUsersRoute, { query: { search: '100%_' } }, admin.token)
  expect(none.items).toEqual([])
  const admins = await api.call(listPlatformUsersRoute, { query: { role: 'OPENSPOT_ADMIN' } }, admin.token)
  expect(admins.items.map(({ id }) => id)).toEqual([admin.user_id])
})

test('shows a lot’s audit log to its super admins and platform admins only and audits each reading', async () => {
  const own = await aLot(api)
  const [owner, staff] = [
    await aMember(api, own.lot_id, 'SUPER_ADMIN'),
    await aMember(api, own.lot_id, 'ADMIN'),
  ]
  const ask = { params: { lot_id: own.lot_id }, query: {} }
  expect((await api.refusal(listLotAuditRoute, ask, staff.token)).status).toBe(403)
  expect((await api.refusal(listLotAuditRoute, ask, (await aPerson(api)).token)).status).toBe(403)
  expect((await api.call(listLotAuditRoute, ask, owner.token)).items).toEqual([])
  const { items } = await api.call(listLotAuditRoute, ask, admin.token)
  expect(items).toMatchObject([
    { action: 'audit_log.read', actor_user_id: owner.user_id, actor_role: 'super_admin', lot_id: own.lot_id },
  ])
  const query = { action: 'audit_log', actor_user_id: admin.user_id }
  const filtered = await api.call(listLotAuditRoute, { ...ask, query }, owner.token)
  expect(filtered.items.map(({ actor_role }) => actor_role)).toEqual(['platform_admin'])
  const other = await api.call(listLotAuditRoute, { ...ask, query: { action: 'spot' } }, owner.token)
  expect(other.items).toEqual([])
})

test('lists sessions and ends one or all others', async () => {
  const ada = await aPerson(api)
  const enter = async () => {
    await api.call(sendSignInLinkRoute, { body: { email: ada.email } })
    return (await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, ada.email) } })).token
  }
  const [phone, desk] = [await enter(), await enter()]
  api.ports.advance({ minutes: 11 })
  const { items } = await api.call(listSessionsRoute, {}, desk)
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({
    is_this: true,
    method: 'LINK',
    last_seen_at: api.ports.now().toISOString(),
  })
  const mine = await api.call(listSessionsRoute, {}, phone)
  const session_id = mine.items.find(({ is_this }) => is_this)?.id ?? ''
  const stranger = await aPerson(api)
  expect((await api.refusal(endSessionRoute, { params: { session_id } }, stranger.token)).status).toBe(404)
  await api.call(endSessionRoute, { params: { session_id } }, desk)
  expect((await api.refusal(getMeRoute, {}, phone)).code).toBe('session_ended')
  expect(await api.call(endOtherSessionsRoute, {}, desk)).toEqual({ ended: 1 })
  expect((await api.refusal(getMeRoute, {}, ada.token)).code).toBe('session_ended')
  expect((await api.call(getMeRoute, {}, desk)).id).toBe(ada.user_id)
})

test('rejects writing roles, status, and verification, and normalizes phone numbers', async () => {
  const ada = await aPerson(api)
  for (const field of ['roles', 'account_status', 'email_verified_at', 'phone_verified_at']) {
    const answer = await fetch(`${api.base}/api/v1/users/${ada.user_id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ [field]: field === 'roles' ? ['OPENSPOT_ADMIN'] : 'ACTIVE' }),
    })
    expect(answer.status).toBe(400)
  }
  const patched = await api.call(patchUserRoute, { ...of(ada), body: { phone: '(312) 555-0142' } }, ada.token)
  expect(patched).toMatchObject({ phone: '+13125550142', phone_verified_at: null })
  expect(await api.refusal(patchUserRoute, { ...of(ada), body: { phone: '12' } }, ada.token)).toMatchObject({
    status: 400,
    field: 'phone',
  })
})
