import {
  confirmTextNumberRoute,
  deleteTextNumberRoute,
  getNotificationSettingsRoute,
  patchNotificationSettingsRoute,
  putTextNumberRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import { TEXTS_PER_HOUR } from '@openspot/core/notifications/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { invite } from '../../testing/factories/invites.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'
import { dispatchNotice } from '../notifications/dispatch.ts'
import { type Messengers, startMessengers } from '../push/testing/messaging.ts'
import { writeText } from './texts.sql.ts'

let all: Messengers
let numbers = 0
beforeAll(async () => {
  all = await startMessengers()
})
afterEach(() => all.server.reset())
afterAll(() => all.close())

const query = async (sql: string, values: unknown[]) =>
  (await all.api.deps.database.pool.query(sql, values)).rows
const aNumber = () => `+1312555${String(1000 + numbers++)}`
const bodiesTo = (phone: string) =>
  all.server.twilio.texts.filter(({ to }) => to === phone).map(({ body }) => body)
const textsTo = (phone: string) =>
  query(
    'select state, dropped_because, attempts, error from texts where to_phone = $1 order by created_at, id',
    [phone],
  )

const setNumber = ({ token }: Person, phone: string) =>
  all.api.call(putTextNumberRoute, { body: { phone, country: 'US', has_consented: true } }, token)

/** A person who confirmed a number and wants texts when a reservation is about to end. */
async function aTexter(): Promise<Person & { phone: string }> {
  const person = await aPerson(all.api)
  const phone = aNumber()
  await setNumber(person, phone)
  await all.api.runJobs()
  const code = /^\d{6}/.exec(bodiesTo(phone)[0] ?? '')?.[0] ?? ''
  await all.api.call(confirmTextNumberRoute, { body: { code } }, person.token)
  const changes = [{ kind: 'GATE_OFFLINE' as const, channel: 'TEXT' as const, is_on: true }]
  await all.api.call(patchNotificationSettingsRoute, { body: { changes } }, person.token)
  return { ...person, phone }
}

async function notify(person: Person) {
  const notice = {
    user_id: person.user_id,
    lot_id: null,
    kind: 'GATE_OFFLINE' as const,
    about: secretWord(all.api.ports),
    title: 'North gate is offline',
    text: 'Nobody can open it.',
    path: '/lots/1/gates',
    to_address: null,
  }
  await all.api.deps.database.db.transaction().execute((tx) => dispatchNotice(all.api.deps, tx, notice))
  await all.api.runJobs()
}
const numberOf = async ({ token }: Person) =>
  (await all.api.call(getNotificationSettingsRoute, {}, token)).text_number

describe('a number for texts', () => {
  test('counts once the code that was texted to it is entered', async () => {
    const person = await aPerson(all.api)
    const phone = aNumber()
    expect((await setNumber(person, phone.replace('+1', ''))).text_number).toEqual({
      phone,
      state: 'UNCONFIRMED',
    })
    await all.api.runJobs()
    const code = /^\d{6}/.exec(bodiesTo(phone)[0] ?? '')?.[0] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    expect(
      await all.api.refusal(confirmTextNumberRoute, { body: { code: wrong } }, person.token),
    ).toMatchObject({
      code: 'text_code_wrong',
    })
    const settings = await all.api.call(confirmTextNumberRoute, { body: { code } }, person.token)
    expect(settings.text_number).toEqual({ phone, state: 'ON' })
    expect(await all.api.call(deleteTextNumberRoute, {}, person.token)).toMatchObject({ text_number: null })
  })

  test('can’t be confirmed after five wrong codes, or after ten minutes', async () => {
    const person = await aPerson(all.api)
    const phone = aNumber()
    await setNumber(person, phone)
    await all.api.runJobs()
    const code = /^\d{6}/.exec(bodiesTo(phone)[0] ?? '')?.[0] ?? ''
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 0; n < 5; n++)
      await all.api.refusal(confirmTextNumberRoute, { body: { code: wrong } }, person.token)
    expect(await all.api.refusal(confirmTextNumberRoute, { body: { code } }, person.token)).toMatchObject({
      code: 'text_code_wrong',
    })
    await setNumber(person, phone)
    await all.api.runJobs()
    all.api.ports.advance({ minutes: 10 })
    const second = /^\d{6}/.exec(bodiesTo(phone)[1] ?? '')?.[0] ?? ''
    expect(
      await all.api.refusal(confirmTextNumberRoute, { body: { code: second } }, person.token),
    ).toMatchObject({
      code: 'text_code_wrong',
    })
  })

  test('gets at most three codes an hour, whoever asks', async () => {
    const phone = aNumber()
    for (let n = 0; n < 3; n++) await setNumber(await aPerson(all.api), phone)
    const body = { phone, country: 'US', has_consented: true as const }
    const { token } = await aPerson(all.api)
    expect(await all.api.refusal(putTextNumberRoute, { body }, token)).toMatchObject({ code: 'text_limit' })
    all.api.ports.advance({ hours: 1 })
    await all.api.call(putTextNumberRoute, { body }, token)
  })
})

describe('a text', () => {
  test('has the notice and its page, and is delivered', async () => {
    const person = await aTexter()
    await notify(person)
    expect(bodiesTo(person.phone).at(-1)).toBe(
      'North gate is offline\nNobody can open it.\nhttp://localhost:0/lots/1/gates',
    )
    await all.server.twilio.report('delivered')
    expect((await textsTo(person.phone)).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED'])
  })

  test('is not sent for kinds that the person did not turn on', async () => {
    const person = await aTexter()
    const changes = [{ kind: 'GATE_OFFLINE' as const, channel: 'TEXT' as const, is_on: false }]
    await all.api.call(patchNotificationSettingsRoute, { body: { changes } }, person.token)
    await notify(person)
    expect(bodiesTo(person.phone)).toHaveLength(1)
  })

  test.each([
    ['is busy', { status: 429, retry_after_seconds: 60 }, 60],
    ['is down', { status: 503 }, 20],
  ])('waits when Twilio %s, and is sent when it works again', async (_, switches, seconds) => {
    const person = await aTexter()
    all.server.set('TWILIO', switches)
    await notify(person)
    all.server.reset()
    all.api.ports.advance({ seconds })
    await all.deliver()
    expect((await textsTo(person.phone))[1]).toMatchObject({ state: 'SENT', attempts: 2 })
    expect(bodiesTo(person.phone)).toHaveLength(2)
  })

  test('is sent once when the answer of Twilio is lost', async () => {
    const person = await aTexter()
    all.server.set('TWILIO', { loses_answers: true })
    await notify(person)
    expect((await textsTo(person.phone))[1]).toMatchObject({ state: 'WAITING', attempts: 1 })
    all.server.reset()
    all.api.ports.advance({ seconds: 20 })
    await all.deliver()
    expect((await textsTo(person.phone))[1]).toMatchObject({ state: 'SENT', attempts: 2 })
    expect(bodiesTo(person.phone)).toHaveLength(2)
  })

  test('alerts the operator when Twilio refuses our credentials, and waits', async () => {
    const person = await aTexter()
    all.server.set('TWILIO', { deny: true })
    await notify(person)
    expect((await textsTo(person.phone))[1]).toMatchObject({
      state: 'WAITING',
      error: 'Twilio answered 401 (20003).',
    })
    const alerts = await query(
      `select resolved_at is null as is_open from alerts where event = 'TEXTS_REFUSED'`,
      [],
    )
    expect(alerts).toEqual([{ is_open: true }])
  })

  test('ends for a number that can’t get texts, and its owner sees it', async () => {
    const person = await aTexter()
    all.server.set('TWILIO', { code: '21614' })
    await notify(person)
    all.server.reset()
    expect((await textsTo(person.phone))[1]).toMatchObject({
      state: 'DROPPED',
      dropped_because: 'NUMBER_GONE',
    })
    expect(await numberOf(person)).toMatchObject({ state: 'UNUSABLE' })
    await notify(person)
    expect(await textsTo(person.phone)).toHaveLength(2)
  })

  test('fails when Twilio reports that it was not delivered', async () => {
    const person = await aTexter()
    await all.server.twilio.report('delivered')
    await notify(person)
    await all.server.twilio.report('undelivered')
    expect((await textsTo(person.phone))[1]).toMatchObject({
      state: 'FAILED',
      error: 'Twilio reported undelivered (30003).',
    })
  })

  test('is shown in the outbox of the local environment', async () => {
    const person = await aTexter()
    const { items } = await all.api.call(listOutboxTextsRoute, { query: { to_phone: person.phone } })
    expect(items).toMatchObject([{ kind: 'code', state: 'SENT' }])
  })
})

describe('STOP', () => {
  test('ends all texts to a number, also those that wait, until START', async () => {
    const person = await aTexter()
    all.server.set('TWILIO', { status: 503 })
    await notify(person)
    all.server.reset()
    await all.server.twilio.receive(person.phone, ' stop ')
    all.api.ports.advance({ seconds: 20 })
    await all.deliver()
    await notify(person)
    expect((await textsTo(person.phone)).map(({ dropped_because }) => dropped_because)).toEqual([
      null,
      'STOPPED',
    ])
    expect(await numberOf(person)).toMatchObject({ state: 'STOPPED' })
    const body = { phone: person.phone, country: 'US', has_consented: true as const }
    expect(await all.api.refusal(putTextNumberRoute, { body }, person.token)).toMatchObject({
      code: 'texts_stopped',
    })
    await all.server.twilio.receive(person.phone, 'START')
    await notify(person)
    expect(bodiesTo(person.phone)).toHaveLength(2)
  })

  test('is learned from Twilio when its webhook did not arrive', async () => {
    const person = await aTexter()
    all.server.set('TWILIO', { code: '21610' })
    await notify(person)
    expect(await numberOf(person)).toMatchObject({ state: 'STOPPED' })
  })

  test.each(['status', 'incoming'])(
    'is not accepted from anyone but Twilio, and neither is a %s report',
    async (hook) => {
      const form = new URLSearchParams({ From: '+13125550142', Body: 'STOP', MessageSid: 'SM1' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const signature of ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=']) {
        const answer = await fetch(`${all.api.base}/api/webhooks/twilio/${hook}`, {
          method: 'POST',
          headers: { ...headers, 'x-twilio-signature': signature },
          body: form.toString(),
        })
        expect(answer.status).toBe(400)
      }
      expect(await query('select from text_stops where phone = $1', ['+13125550142'])).toEqual([])
    },
  )
})

describe('an invite to a phone number', () => {
  test('is texted with its link, which is removed from the stored text when it ends', async () => {
    const { lot_id } = await aLot(all.api, {}, 1)
    await query(`update lots set trust_level = 'TRUSTED' where id = $1`, [lot_id])
    const admin = await aMember(all.api, lot_id, 'ADMIN')
    const phone = aNumber()
    const made = await invite(all.api, admin, { lot_id, phone })
    expect(made).toMatchObject({ text: 'SENT', email: null })
    await all.api.runJobs()
    expect(bodiesTo(phone)).toHaveLength(1)
    expect(bodiesTo(phone)[0]).toContain(made.url)
  })

  test('is not texted to a number that stopped texts', async () => {
    const { lot_id } = await aLot(all.api, {}, 1)
    const admin = await aMember(all.api, lot_id, 'ADMIN')
    const phone = aNumber()
    await all.server.twilio.receive(phone, 'STOP')
    expect(await invite(all.api, admin, { lot_id, phone })).toMatchObject({ text: 'STOPPED' })
    await all.api.runJobs()
    expect(bodiesTo(phone)).toEqual([])
  })
})

describe('two texts to one number at once', () => {
  const writing = (kind: 'notice' | 'code', to_phone: string) => (tx: Tx) => {
    const now = all.api.ports.now()
    const expires_at = new Date(now.getTime() + 600_000)
    const of = { user_id: null, lot_id: null, notification_id: null, due_at: now, expires_at }
    return writeText(tx, { ...of, to_phone, body: 'Hello', kind }, now)
  }

  /** Writes a text and, before the first transaction ends, another one. */
  async function atOnce(write: (tx: Tx) => Promise<string>, waits: boolean): Promise<string[]> {
    const { db, pool } = all.api.deps.database
    let second: Promise<string> = Promise.resolve('')
    const first = await db.transaction().execute(async (tx) => {
      const outcome = await write(tx)
      second = db.transaction().execute(write)
      if (waits) await untilWaiting(pool, 1)
      else await second
      return outcome
    })
    return [first, await second]
  }

  test('are both sent if they are notices, and neither waits for the other', async () => {
    const phone = aNumber()
    expect(await atOnce(writing('notice', phone), false)).toEqual(['queued', 'queued'])
    await all.api.runJobs()
    expect(bodiesTo(phone)).toEqual(['Hello', 'Hello'])
  })

  test('are both sent if they are codes, up to the limit of an hour, which the second one counts after the first', async () => {
    const phone = aNumber()
    const write = writing('code', phone)
    expect(await atOnce(write, true)).toEqual(['queued', 'queued'])
    const { db } = all.api.deps.database
    for (let sent = 2; sent < TEXTS_PER_HOUR - 1; sent++)
      expect(await db.transaction().execute(write)).toBe('queued')
    expect(await atOnce(write, true)).toEqual(['queued', 'LIMIT'])
  })
})
