import { randomBytes } from 'node:crypto'
import {
  assignErrorRoute,
  listErrorGroupsRoute,
  muteErrorRoute,
  resolveErrorRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { patchNotificationSettingsRoute } from '@openspot/contract/platform/notification-settings.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { MAX_ERROR_NOTICES_OF_HOUR } from '@openspot/core/error-monitoring/limits.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let admin: Person
let other: Person
beforeEach(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  other = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterEach(() => api.close())

const report = async (message: string, more: object = {}) => {
  const event_id = randomBytes(16).toString('hex')
  const event = { event_id, fingerprint: [message], message, release: '1.0.0', ...more }
  const { status } = await fetch(`${api.base}/m?o=1&p=1`, {
    method: 'POST',
    body: `{}\n{"type":"event"}\n${JSON.stringify(event)}`,
  })
  expect(status).toBe(200)
}
const inbox = async ({ token }: Person) =>
  (await api.call(listNotificationsRoute, { query: {} }, token)).items.toReversed()
const kindsOf = async (person: Person) => (await inbox(person)).map(({ kind }) => kind)
const emailsTo = async ({ email }: Person) =>
  (
    await api.deps.database.pool.query<{ kind: string; body_text: string }>(
      'select kind, body_text from emails where to_address = $1 order by created_at',
      [email],
    )
  ).rows
const onlyGroup = async () => {
  const [group] = (await api.call(listErrorGroupsRoute, { query: {} }, admin.token)).items
  return group?.id ?? ''
}

test('all platform admins are notified of a new error once, with a link to it, and nobody else is', async () => {
  const driver = await aPerson(api)
  await report('Payment of ada@people.example failed')
  await report('Payment of ada@people.example failed')
  const error_group_id = await onlyGroup()
  for (const person of [admin, other]) {
    expect(await inbox(person)).toMatchObject([
      {
        kind: 'ERROR_NEW',
        title: 'New error',
        text: '“Payment of [email] failed”',
        path: `/platform/errors/${error_group_id}`,
      },
    ])
    const emails = await emailsTo(person)
    expect(emails).toMatchObject([{ kind: 'error_new' }])
    expect(emails[0]?.body_text).toContain(`/platform/errors/${error_group_id}`)
  }
  expect(await inbox(driver)).toEqual([])
})

test('warnings and muted errors notify nobody, and who turned a kind off gets none of it', async () => {
  await report('Slow', { level: 'warning' })
  expect(await inbox(admin)).toEqual([])
  await api.call(
    patchNotificationSettingsRoute,
    {
      body: {
        changes: (['IN_APP', 'EMAIL'] as const).map((channel) => ({
          kind: 'ERROR_NEW' as const,
          channel,
          is_on: false,
        })),
      },
    },
    other.token,
  )
  api.ports.advance({ minutes: 1 })
  await report('Broken')
  expect(await kindsOf(admin)).toEqual(['ERROR_NEW'])
  expect(await inbox(other)).toEqual([])
  expect(await emailsTo(other)).toEqual([])
  const params = { error_group_id: await onlyGroup() }
  await api.call(muteErrorRoute, { params, body: { until: null } }, admin.token)
  await report('Broken')
  expect(await kindsOf(admin)).toEqual(['ERROR_NEW'])
})

test('platform admins are notified each time that a resolved error occurs again', async () => {
  await report('Broken')
  const params = { error_group_id: await onlyGroup() }
  const body = { reopens_on: 'ANY_EVENT' as const }
  for (let nth = 0; nth < 2; nth++) {
    await api.call(resolveErrorRoute, { params, body }, admin.token)
    api.ports.advance({ minutes: 1 })
    await report('Broken', { release: '1.1.0' })
    await report('Broken', { release: '1.1.0' })
  }
  expect(await kindsOf(other)).toEqual(['ERROR_NEW', 'ERROR_REOPENED', 'ERROR_REOPENED'])
  expect((await inbox(other)).at(-1)?.text).toBe('“Broken” occurred in release 1.1.0, so it’s open again.')
})

test('an assigned error notifies the assignee only, and not one who assigns it to themselves', async () => {
  await report('Broken')
  const params = { error_group_id: await onlyGroup() }
  const assign = (user_id: string | null) =>
    api.call(assignErrorRoute, { params, body: { user_id } }, admin.token)
  await assign(admin.user_id)
  await assign(other.user_id)
  await assign(other.user_id)
  await assign(null)
  api.ports.advance({ minutes: 1 })
  await assign(other.user_id)
  expect(await kindsOf(admin)).toEqual(['ERROR_NEW'])
  expect(await kindsOf(other)).toEqual(['ERROR_NEW', 'ERROR_ASSIGNED', 'ERROR_ASSIGNED'])
  expect((await inbox(other)).at(-1)?.path).toBe(`/platform/errors/${params.error_group_id}`)
})

test('a storm of new errors notifies of some and then once of the rest, until the next hour', async () => {
  for (let nth = 0; nth < MAX_ERROR_NOTICES_OF_HOUR + 5; nth++) await report(`Broken ${'x'.repeat(nth)}`)
  const notices = await inbox(admin)
  expect(notices).toHaveLength(MAX_ERROR_NOTICES_OF_HOUR + 1)
  expect(notices.filter(({ title }) => title === 'Many new errors')).toMatchObject([
    { kind: 'ERROR_NEW', path: '/platform/errors' },
  ])
  expect(await emailsTo(admin)).toHaveLength(MAX_ERROR_NOTICES_OF_HOUR + 1)
  api.ports.advance({ hours: 1 })
  await report('Broken in the next hour')
  expect((await inbox(admin)).at(-1)).toMatchObject({ title: 'New error' })
})
