import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { listSessionsRoute } from '@openspot/contract/identity/sessions.ts'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import {
  beginAccountViewRoute,
  endAccountViewRoute,
  getAccountViewRoute,
} from '@openspot/contract/platform/account-views.ts'
import { listLotAuditRoute, listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { banUserRoute, listPlatformUsersRoute } from '@openspot/contract/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { describedBy } from '../../testing/described.ts'
import { aProtectedAdmin } from '../../testing/factories/admins.ts'
import { everythingIn } from '../../testing/factories/everything.ts'
import { emailsTo } from '../../testing/factories/fines.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { asOwner } from '../../testing/owner.ts'
import { endExpiredViews } from './end-expired.ts'

let api: TestApi
let admin: Person
let ada: Person
beforeEach(async () => {
  api = await testApi()
  admin = await aProtectedAdmin(api)
  ada = await aPerson(api)
})
afterEach(() => api.close())

const of = ({ user_id }: Person, reason = 'Can’t find their receipt') => ({
  params: { user_id },
  body: { reason },
})
const begin = (person = ada) => api.call(beginAccountViewRoute, of(person), admin.token)
const me = async () => (await api.call(getMeRoute, {}, admin.token)).id
const auditOf = async (person: Person) => {
  const query = { subject_id: person.user_id }
  const { items } = await api.call(listPlatformAuditRoute, { query }, (await aProtectedAdmin(api)).token)
  return items.map(({ action, actor_user_id, details }) => ({ action, actor_user_id, ...details }))
}

test('an admin reads as the user until they end it, and both are in the audit log', async () => {
  const view = await begin()
  expect(view).toMatchObject({ user_id: ada.user_id, name: 'Ada Example' })
  expect(await me()).toBe(ada.user_id)
  expect(await api.call(getAccountViewRoute, {}, admin.token)).toEqual({ view })
  expect((await api.refusal(listPlatformUsersRoute, { query: {} }, admin.token)).code).toBe('forbidden')
  // Other sessions, of the admin and of the user, are what they were.
  expect((await api.call(getMeRoute, {}, ada.token)).id).toBe(ada.user_id)
  const other = await anotherSession(api, admin.user_id)
  expect((await api.call(getMeRoute, {}, other)).id).toBe(admin.user_id)
  expect(await api.call(getAccountViewRoute, {}, ada.token)).toEqual({ view: null })

  await api.call(endAccountViewRoute, {}, admin.token)
  expect(await me()).toBe(admin.user_id)
  await api.call(endAccountViewRoute, {}, admin.token)
  expect(await auditOf(ada)).toEqual([
    { action: 'user.view_end', actor_user_id: admin.user_id, is_expired: false },
    {
      action: 'user.view_begin',
      actor_user_id: admin.user_id,
      reason: 'Can’t find their receipt',
      ends_at: view.ends_at,
    },
  ])
})

test('the user is notified of who viewed the account and why, in the product and by email', async () => {
  await begin()
  await api.runJobs()
  expect((await emailsTo(api, ada.email)).map(({ subject }) => subject)).toEqual([
    'Support viewed your account',
  ])
  const { items } = await api.call(listNotificationsRoute, { query: {} }, ada.token)
  expect(items).toMatchObject([
    { kind: 'ACCOUNT_VIEWED', text: expect.stringContaining('Reason: Can’t find their receipt') },
  ])
  expect(items[0]?.text).toContain('Pia Example')
})

test('refuses every call of the contract that changes something, and nothing else but secrets', async () => {
  const { ids } = await everythingIn(api, false)
  await begin()
  const { calls } = await describedBy(api.base)
  const open: string[] = []
  const secret: string[] = []
  let changes = 0
  for (const { name, method, path, hasBody, operation } of calls) {
    if (path.endsWith('/events')) continue
    const isForm = 'multipart/form-data' in (operation.requestBody?.content ?? {})
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    const url = path.replace(/\{(\w+)\}/g, (_all, word: string) => ids[word] ?? '2026')
    const answer = await fetch(new URL(url, api.base), {
      method,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-forwarded-for': `10.9.${changes % 250}.${secret.length}`,
        ...(hasBody && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: isForm ? form : '{}' } : {}),
    })
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    if (method === 'GET') {
      if (code === 'view_only') secret.push(name)
      continue
    }
    changes += 1
    if (code !== 'view_only') open.push(name)
    if (name === 'POST /api/v1/account-view/end') await begin()
  }
  // Errors of pages are not about the person.
  expect(open.toSorted()).toEqual(['POST /api/v1/account-view/end', 'POST /m'])
  expect(changes).toBeGreaterThan(150)
  expect(secret.toSorted()).toEqual([
    'GET /api/v1/accounts/lots/{lot_id}',
    'GET /api/v1/accounts/mine',
    'GET /api/v1/lots/{lot_id}/join-code',
    'GET /api/v1/lots/{lot_id}/signs/sheet',
    'GET /api/v1/payment-methods',
    'GET /api/v1/qr/minify',
    'GET /api/v1/qr/minify-qr/png',
    'GET /api/v1/qr/minify-qr/svg',
    'GET /api/v1/sessions',
    'GET /api/v1/users/me/export',
    'GET /api/v1/users/me/ways-in',
  ])
})

test('shows neither payment methods nor ways to sign in, and hides digits in invoices', async () => {
  const lot = await aLot(api)
  const payment_method_id = await aCard(api, ada)
  const { reservation } = await bookAs(api, ada, { lot_id: lot.lot_id, payment_method_id })
  await begin()
  for (const route of [listPaymentMethodsRoute, getWaysInRoute, listSessionsRoute])
    expect(await api.refusal(route, {}, admin.token)).toMatchObject({ status: 403, code: 'view_only' })
  const params = { reservation_id: reservation.id }
  expect((await api.call(getReservationRoute, { params }, admin.token)).id).toBe(reservation.id)
  const shown = JSON.stringify(await api.call(listReservationInvoicesRoute, { params }, admin.token))
  const own = JSON.stringify(await api.call(listReservationInvoicesRoute, { params }, ada.token))
  expect(own).toContain('"last4":"4242"')
  expect(shown).not.toContain('4242')
  expect(shown).toContain('••••')
  expect(
    (await api.refusal(patchUserRoute, { ...of(ada), body: { first_name: 'Eve' } }, admin.token)).code,
  ).toBe('view_only')
  expect((await api.call(getMeRoute, {}, ada.token)).first_name).toBe('Ada')
})

test('ends by itself after 30 minutes, which is recorded once', async () => {
  await begin()
  api.ports.advance({ minutes: 29 })
  expect(await me()).toBe(ada.user_id)
  api.ports.advance({ minutes: 1 })
  expect(await me()).toBe(admin.user_id)
  const deps = { db: api.deps.database.db, ports: api.deps.ports }
  await Promise.all([endExpiredViews(deps), endExpiredViews(deps)])
  expect(await auditOf(ada)).toMatchObject([
    { action: 'user.view_end', actor_user_id: null, is_expired: true, admin_user_id: admin.user_id },
    { action: 'user.view_begin' },
  ])
})

test('what the admin reads meanwhile is in the audit log of the lot with the admin’s name', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await begin(owner)
  const ask = { params: { lot_id: lot.lot_id }, query: {} }
  await api.call(listLotAuditRoute, ask, admin.token)
  const { items } = await api.call(listLotAuditRoute, ask, owner.token)
  expect(items).toMatchObject([
    { action: 'audit_log.read', actor_user_id: admin.user_id, actor_role: 'platform_admin' },
  ])
})

test('is refused for other admins, closed accounts, without a second factor, and without a recent sign-in', async () => {
  const [other, plain] = [await aProtectedAdmin(api), await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })]
  const refusal = async (person: Person, by = admin) =>
    (await api.refusal(beginAccountViewRoute, of(person), by.token)).code
  expect(await refusal(other)).toBe('view_not_possible')
  expect(await refusal(admin)).toBe('view_not_possible')
  expect(await refusal(ada, plain)).toBe('second_factor_not_set')
  expect(await refusal(plain, ada)).toBe('not_found')
  const banned = await aPerson(api)
  await api.call(banUserRoute, of(banned, 'Fraud'), admin.token)
  expect(await refusal(banned)).toBe('view_not_possible')
  api.ports.advance({ minutes: 16 })
  expect(await refusal(ada)).toBe('recent_sign_in_required')
})

test('ends at once when the user becomes an admin or is banned, or the admin is no longer one', async () => {
  const { pool } = api.deps.database
  await begin()
  await pool.query(`update users set roles = '{OPENSPOT_ADMIN}' where id = $1`, [ada.user_id])
  expect(await me()).toBe(admin.user_id)
  await pool.query(`update users set roles = '{}', account_status = 'BANNED' where id = $1`, [ada.user_id])
  expect(await me()).toBe(admin.user_id)
  await pool.query(`update users set account_status = 'ACTIVE' where id = $1`, [ada.user_id])
  expect(await me()).toBe(ada.user_id)
  await aProtectedAdmin(api)
  await pool.query(`update users set roles = '{}' where id = $1`, [admin.user_id])
  expect(await me()).toBe(admin.user_id)
})

test('the database refuses a view of an admin, and one of more than 30 minutes', async () => {
  const other = await aProtectedAdmin(api)
  const insert = (user_id: string, minutes: number) =>
    asOwner(
      api,
      `insert into account_views (session_id, admin_user_id, user_id, reason, begins_at, ends_at)
       values (uuidv7(), '${admin.user_id}', '${user_id}', 'x', now(), now() + interval '${minutes} minutes')`,
    )
  await expect(insert(other.user_id, 10)).rejects.toMatchObject({ code: 'OS033' })
  await expect(insert(ada.user_id, 31)).rejects.toMatchObject({ code: '23514' })
})
