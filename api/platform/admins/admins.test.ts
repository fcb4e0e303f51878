import { eraseMeRoute } from '@openspot/contract/identity/my-data.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import {
  getSetupRoute,
  grantAdminRoute,
  revokeAdminRoute,
  setUpRoute,
} from '@openspot/contract/platform/admins.ts'
import { listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { banUserRoute, listPlatformUsersRoute } from '@openspot/contract/platform/platform.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { appCode } from '../../testing/sign-in.ts'
import { appointConfiguredAdmins } from './appoint-admins.ts'
import { setupToken } from './setup-token.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ OPENSPOT_ADMIN_EMAILS: 'Chosen@people.example' })
})
afterAll(() => api.close())

const token = () => setupToken(api.deps.secrets)
const of = ({ user_id }: Person, reason = 'Joins the team') => ({ params: { user_id }, body: { reason } })
async function rolesOf({ user_id }: Person): Promise<string[]> {
  const { rows } = await api.deps.database.pool.query<{ roles: string[] }>(
    'select roles from users where id = $1',
    [user_id],
  )
  return rows[0]?.roles ?? []
}

async function protect(person: Person): Promise<void> {
  const { secret } = await api.call(startSecondFactorRoute, {}, person.token)
  const code = appCode(secret, api.ports.now())
  await api.call(confirmSecondFactorRoute, { body: { code } }, person.token)
}

const become = (person: Person, given = token()) =>
  api.refusal(setUpRoute, { body: { token: given } }, person.token)

test('the printed token makes one verified account the first platform admin, and works once', async () => {
  const [ada, bo] = [await aPerson(api), await aPerson(api)]
  expect(await api.call(getSetupRoute, {})).toEqual({ is_open: true })
  expect(await become(ada, `${token()}x`)).toMatchObject({ code: 'setup_token_wrong', field: 'token' })
  const unproven = await aPerson(api)
  await api.deps.database.pool.query('update users set email_verified_at = null where id = $1', [
    unproven.user_id,
  ])
  expect(await become(unproven)).toMatchObject({ code: 'account_needed' })
  const results = await Promise.allSettled(
    [ada, bo].map(({ token: session }) => api.call(setUpRoute, { body: { token: token() } }, session)),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([...(await rolesOf(ada)), ...(await rolesOf(bo))]).toEqual(['OPENSPOT_ADMIN'])
  expect(await api.call(getSetupRoute, {})).toEqual({ is_open: false })
  expect(await become(await aPerson(api))).toMatchObject({ status: 409, code: 'setup_closed' })
})

test('admins add and remove others with a reason, and both need two-step verification and a recent sign-in', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  const ada = await aPerson(api)
  const grant = () => api.refusal(grantAdminRoute, of(ada), admin.token)
  expect(await grant()).toMatchObject({ code: 'second_factor_not_set' })
  await protect(admin)
  expect(await grant()).toMatchObject({
    code: 'admin_not_possible',
    message: 'This person must turn on two-step verification first.',
  })
  await protect(ada)
  api.ports.advance({ minutes: 16 })
  expect(await grant()).toMatchObject({ code: 'recent_sign_in_required' })
  api.ports.advance({ minutes: -16 })
  expect(await api.call(grantAdminRoute, of(ada), admin.token)).toMatchObject({ roles: ['OPENSPOT_ADMIN'] })
  expect(await grant()).toMatchObject({ message: 'This person is already a platform admin.' })
  expect((await api.call(listPlatformUsersRoute, { query: {} }, ada.token)).items.length).toBeGreaterThan(1)
  expect(await api.refusal(revokeAdminRoute, of(ada), ada.token)).toMatchObject({
    message: 'You cannot remove your own access. Ask another platform admin.',
  })
  await api.call(revokeAdminRoute, of(ada, 'Left the team'), admin.token)
  expect(await rolesOf(ada)).toEqual([])
  expect(await api.refusal(listPlatformUsersRoute, { query: {} }, ada.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(revokeAdminRoute, of(ada), admin.token)).toMatchObject({
    message: 'This person is not a platform admin.',
  })
  const { items } = await api.call(
    listPlatformAuditRoute,
    { query: { subject_id: ada.user_id } },
    admin.token,
  )
  expect(items.map(({ action, details }) => [action, details['reason']])).toEqual([
    ['user.revoke_admin', 'Left the team'],
    ['user.grant_admin', 'Joins the team'],
  ])
})

test('every platform admin, and the person, are notified in the product and by email of who was added or removed, and why', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const other = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const eve = await aPerson(api, { first_name: 'Eve' })
  await protect(admin)
  await protect(eve)
  await api.call(grantAdminRoute, of(eve), admin.token)
  await api.call(revokeAdminRoute, of(eve, 'Left the team'), admin.token)
  const seen = async ({ token }: Person) =>
    (await api.call(listNotificationsRoute, { query: {} }, token)).items
      .filter(({ kind }) => kind.startsWith('ADMIN_'))
      .map(({ title }) => title)
  for (const person of [admin, other])
    expect(await seen(person)).toEqual([
      'Eve Example is no longer a platform admin',
      'Eve Example is now a platform admin',
    ])
  expect(await seen(eve)).toEqual(['You’re no longer a platform admin', 'You’re now a platform admin'])
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query<{ subject: string; body_text: string }>(
    'select subject, body_text from emails where to_address = $1 order by created_at, id',
    [other.email],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([
    'A platform admin was added',
    'A platform admin was removed',
  ])
  expect(rows[1]?.body_text).toContain('Left the team')
})

test('an account without a verified address, and a banned one, cannot become an admin', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  await protect(admin)
  const [unproven, banned] = [await aPerson(api), await aPerson(api)]
  for (const person of [unproven, banned]) await protect(person)
  await api.deps.database.pool.query('update users set email_verified_at = null where id = $1', [
    unproven.user_id,
  ])
  await api.call(banUserRoute, of(banned), admin.token)
  for (const person of [unproven, banned])
    expect(await api.refusal(grantAdminRoute, of(person), admin.token)).toMatchObject({
      message: 'This person has no active account with a verified email address.',
    })
})

test('an address of OPENSPOT_ADMIN_EMAILS is an admin once it is verified, and only the setting ends that', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  await protect(admin)
  const chosen = await aPerson(api)
  const { pool, db } = api.deps.database
  await pool.query(
    `update users set email = 'chosen@people.example', email_verified_at = null where id = $1`,
    [chosen.user_id],
  )
  const appoint = () => appointConfiguredAdmins({ db, ports: api.deps.ports, settings: api.deps.settings })
  await appoint()
  expect(await rolesOf(chosen)).toEqual([])
  await pool.query('update users set email_verified_at = now() where id = $1', [chosen.user_id])
  await appoint()
  await appoint()
  expect(await rolesOf(chosen)).toEqual(['OPENSPOT_ADMIN'])
  expect(await api.refusal(revokeAdminRoute, of(chosen), admin.token)).toMatchObject({
    message: 'This address is in OPENSPOT_ADMIN_EMAILS. Remove it there first.',
  })
})

test('the last platform admin can be neither removed, nor banned, nor deleted, also at the same time', async () => {
  const { pool } = api.deps.database
  const [one, two] = [
    await aPerson(api, { roles: ['OPENSPOT_ADMIN'] }),
    await aPerson(api, { roles: ['OPENSPOT_ADMIN'] }),
  ]
  await pool.query(`update users set roles = '{}' where 'OPENSPOT_ADMIN' = any (roles) and id <> all ($1)`, [
    [one.user_id, two.user_id],
  ])
  const results = await Promise.allSettled([
    api.call(banUserRoute, of(two), one.token),
    api.call(banUserRoute, of(one), two.token),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await pool.query<{ id: string }>(
    `select id from users where 'OPENSPOT_ADMIN' = any (roles) and account_status = 'ACTIVE'`,
  )
  expect(rows).toHaveLength(1)
  const last = rows[0]?.id === one.user_id ? one : two
  expect(await api.refusal(eraseMeRoute, {}, last.token)).toMatchObject({
    status: 409,
    code: 'last_platform_admin',
  })
  await expect(
    pool.query(`update users set roles = '{}' where id = $1`, [last.user_id]),
  ).rejects.toMatchObject({
    code: 'OS031',
  })
})
