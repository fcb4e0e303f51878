import { signOutRoute } from '@openspot/contract/identity/auth.ts'
import {
  deletePushDeviceRoute,
  getPushRoute,
  testPushDeviceRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { listNotificationsRoute, readNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { dispatchNotice } from '../notifications/dispatch.ts'
import { aBrowser, anApp, type Messengers, startMessengers } from './testing/messaging.ts'

let all: Messengers
beforeAll(async () => {
  all = await startMessengers()
})
afterEach(() => all.server.reset())
afterAll(() => all.close())

const query = async (sql: string, values: unknown[]) =>
  (await all.api.deps.database.pool.query(sql, values)).rows

/** Notifies a person that a gate is offline, which is pushed and useful for four hours. */
async function notify(person: Person, kind: 'GATE_OFFLINE' | 'ENDS_SOON' = 'GATE_OFFLINE') {
  const { database } = all.api.deps
  const notice = {
    user_id: person.user_id,
    lot_id: null,
    kind,
    about: secretWord(all.api.ports),
    title: 'North gate is offline',
    text: 'Nobody can open it.',
    path: '/lots/1/gates',
    to_address: null,
  }
  await database.db.transaction().execute((tx) => dispatchNotice(all.api.deps, tx, notice))
  await all.api.runJobs()
}
const pushesOf = (person: Person) =>
  query(
    'select state, dropped_because, attempts, error from push_messages where user_id = $1 order by created_at, id',
    [person.user_id],
  )
const devicesOf = async (person: Person) =>
  (await query('select id from push_devices where user_id = $1', [person.user_id])).length

describe('a push to a browser', () => {
  test('is encrypted for it, leads to the page, and says how long it is useful', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    await notify(person)
    const [told] = (await all.api.call(listNotificationsRoute, { query: {} }, person.token)).items
    expect(browser.received()).toEqual([
      {
        title: 'North gate is offline',
        text: 'Nobody can open it.',
        url: 'http://localhost:0/lots/1/gates',
        tag: told?.id,
        lang: 'en-US',
        dir: 'ltr',
      },
    ])
    expect(told).toMatchObject({ path: '/lots/1/gates' })
    expect(all.server.push.messages.at(-1)).toMatchObject({ ttl: 240 * 60 })
    expect(await pushesOf(person)).toMatchObject([{ state: 'SENT', attempts: 1 }])
  })

  test('goes to each device of its person, and to nobody else', async () => {
    const [person, other] = [await aPerson(all.api), await aPerson(all.api)]
    const [first, second, others] = [
      await aBrowser(all, person),
      await aBrowser(all, person),
      await aBrowser(all, other),
    ]
    const app = await anApp(all, person)
    await notify(person)
    expect([first, second, others].map((browser) => browser.received().length)).toEqual([1, 1, 0])
    expect(all.server.fcm.messages.filter(({ token }) => token === app.token)).toHaveLength(1)
  })

  test('is sent once however often its job runs', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    await notify(person)
    const [{ id }] = await query('select id from push_messages where user_id = $1', [person.user_id])
    for (let n = 0; n < 3; n++)
      await query(`select graphile_worker.add_job('deliver_push', json_build_object('push_id', $1::uuid))`, [
        id,
      ])
    await all.deliver()
    expect(browser.received()).toHaveLength(1)
  })

  test.each([404, 410])('removes a device whose subscription ended with %d', async (status) => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    if (status === 410) all.server.push.unsubscribe(browser.token)
    else all.server.set('PUSH', { status })
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([{ state: 'DROPPED', dropped_because: 'DEVICE_GONE' }])
    expect(await devicesOf(person)).toBe(0)
  })

  test.each([
    ['is busy', { status: 429, retry_after_seconds: 90 }, 90],
    ['is down', { status: 503 }, 20],
    ['fails', { status: 500 }, 20],
    ['loses its answer', { loses_answers: true }, 20],
  ])('waits when the push service %s, and is sent when it works again', async (_, switches, seconds) => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    all.server.set('PUSH', switches)
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([{ state: 'WAITING', attempts: 1 }])
    all.server.reset()
    all.api.ports.advance({ seconds: seconds - 1 })
    await all.deliver()
    expect(await pushesOf(person)).toMatchObject([{ state: 'WAITING', attempts: 1 }])
    all.api.ports.advance({ seconds: 1 })
    await all.deliver()
    expect(await pushesOf(person)).toMatchObject([{ state: 'SENT', attempts: 2, error: null }])
    // A second copy has the same topic and tag, so the first one is replaced.
    expect(new Set(browser.received().map(({ tag }) => tag)).size).toBe(1)
  })

  test('expires when it is no longer useful', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    all.server.set('PUSH', { status: 503 })
    await notify(person, 'ENDS_SOON')
    all.server.reset()
    all.api.ports.advance({ minutes: 15 })
    await all.deliver()
    expect(await pushesOf(person)).toMatchObject([{ state: 'EXPIRED' }])
    expect(browser.received()).toEqual([])
  })

  test('alerts the operator when the key is refused, waits, and resolves the alert when it is accepted', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    all.server.set('PUSH', { deny: true })
    await notify(person)
    const alerts = () =>
      query(`select resolved_at is not null as is_over from alerts where event = 'PUSH_REFUSED'`, [])
    expect(await alerts()).toEqual([{ is_over: false }])
    all.server.reset()
    all.api.ports.advance({ seconds: 20 })
    await all.deliver()
    expect(browser.received()).toHaveLength(1)
    expect(await alerts()).toEqual([{ is_over: true }])
  })

  test('fails for good when the push service refuses the message itself', async () => {
    const person = await aPerson(all.api)
    await aBrowser(all, person)
    all.server.set('PUSH', { status: 413 })
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([
      { state: 'FAILED', error: 'The push service answered 413.' },
    ])
    expect(await devicesOf(person)).toBe(1)
  })

  test('is dropped when the person signed out on the device, or read the notice elsewhere', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    all.server.set('PUSH', { status: 503 })
    await notify(person)
    await all.api.call(readNotificationsRoute, {}, person.token)
    all.server.reset()
    all.api.ports.advance({ seconds: 20 })
    await all.deliver()
    expect(await pushesOf(person)).toMatchObject([{ state: 'DROPPED', dropped_because: 'READ' }])
    all.server.set('PUSH', { status: 503 })
    await notify(person)
    await all.api.call(signOutRoute, {}, person.token)
    all.server.reset()
    all.api.ports.advance({ seconds: 20 })
    await all.deliver()
    expect((await pushesOf(person))[1]).toMatchObject({ state: 'DROPPED', dropped_because: 'SIGNED_OUT' })
    await notify(person)
    expect(await pushesOf(person)).toHaveLength(2)
    expect(browser.received()).toEqual([])
  })
})

describe('a push to an app', () => {
  test('has the title, the text, the page, and how long it is useful', async () => {
    const person = await aPerson(all.api)
    const { token } = await anApp(all, person)
    await notify(person)
    expect(all.server.fcm.messages.find((message) => message.token === token)).toMatchObject({
      notification: { title: 'North gate is offline', body: 'Nobody can open it.' },
      data: { url: 'http://localhost:0/lots/1/gates' },
      android: { ttl: '14400s' },
    })
  })

  test('removes the device when the app is gone', async () => {
    const person = await aPerson(all.api)
    const { token } = await anApp(all, person)
    all.server.fcm.unregister(token)
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([{ state: 'DROPPED', dropped_because: 'DEVICE_GONE' }])
    expect(await devicesOf(person)).toBe(0)
  })

  test.each([
    ['QUOTA_EXCEEDED', 'WAITING'],
    ['UNAVAILABLE', 'WAITING'],
    ['INTERNAL', 'WAITING'],
    ['INVALID_ARGUMENT', 'FAILED'],
    ['SENDER_ID_MISMATCH', 'DROPPED'],
  ])('is %s by FCM and then %s', async (code, state) => {
    const person = await aPerson(all.api)
    await anApp(all, person)
    all.server.set('FCM', { code })
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([{ state }])
  })

  test('alerts the operator when FCM refuses the access token', async () => {
    const person = await aPerson(all.api)
    await anApp(all, person)
    all.server.set('FCM', { deny: true })
    await notify(person)
    expect(await pushesOf(person)).toMatchObject([{ state: 'WAITING' }])
    expect(await query(`select count(*)::int as alerts from alerts where event = 'FCM_REFUSED'`, [])).toEqual(
      [{ alerts: 1 }],
    )
  })
})

describe('a test notification', () => {
  test('is sent to the device, and its end can be read', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    const params = { push_device_id: browser.device_id }
    const { push_id } = await all.api.call(testPushDeviceRoute, { params }, person.token)
    const end = () => all.api.call(getPushRoute, { params: { ...params, push_id } }, person.token)
    expect(await end()).toEqual({ state: 'WAITING', dropped_because: null })
    await all.api.runJobs()
    expect(await end()).toEqual({ state: 'SENT', dropped_because: null })
    expect(browser.received()).toMatchObject([{ title: 'Test notification' }])
  })

  test('is not sent to the device of another person, and only its owner can remove it', async () => {
    const { device_id: push_device_id } = await aBrowser(all, await aPerson(all.api))
    const stranger = await aPerson(all.api)
    for (const route of [testPushDeviceRoute, deletePushDeviceRoute] as const)
      expect(await all.api.refusal(route, { params: { push_device_id } }, stranger.token)).toMatchObject({
        status: 404,
      })
  })
})
