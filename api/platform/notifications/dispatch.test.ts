import {
  getNotificationSettingsRoute,
  patchNotificationSettingsRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { noticeChannels } from '@openspot/core/notifications/enums.ts'
import { everyNotificationKind, type NoticeKind, noticeRules } from '@openspot/core/notifications/kinds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { countTransactionStatements } from '../../testing/count-statements.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { aBrowser, type Messengers, startMessengers } from '../push/testing/messaging.ts'
import { dispatchNotice, dispatchNotices } from './dispatch.ts'

let all: Messengers
beforeAll(async () => {
  all = await startMessengers()
})
afterAll(() => all.close())

const query = async (sql: string, values: unknown[]) =>
  (await all.api.deps.database.pool.query(sql, values)).rows

async function dispatch(person: Person, kind: NoticeKind, about = secretWord(all.api.ports)) {
  const { user_id, email: to_address } = person
  const notice = {
    user_id,
    lot_id: null,
    kind,
    about,
    title: 'Title',
    text: 'Text.',
    path: '/me',
    to_address,
  }
  return all.api.deps.database.db.transaction().execute((tx) => dispatchNotice(all.api.deps, tx, notice))
}
const inboxOf = async ({ token }: Person) =>
  (await all.api.call(listNotificationsRoute, { query: {} }, token)).items.map(({ kind }) => kind)
const emailsTo = async ({ email }: Person) =>
  (await query('select kind from emails where to_address = $1 order by id', [email])).map(({ kind }) => kind)
const patch = (
  person: Person,
  body: Parameters<typeof all.api.call<typeof patchNotificationSettingsRoute>>[1]['body'],
) => all.api.call(patchNotificationSettingsRoute, { body }, person.token)
const turn = (person: Person, kind: NoticeKind, channel: (typeof noticeChannels)[number], is_on: boolean) =>
  patch(person, { changes: [{ kind, channel, is_on }] })

describe('notices to several people', () => {
  const noticeTo = ({ user_id, email: to_address }: Person) => ({
    user_id,
    lot_id: null,
    kind: 'UNKNOWN_VEHICLE' as const,
    about: 'visit',
    title: 'Title',
    text: 'Text.',
    path: '/me',
    to_address,
  })
  const dispatchTo = (people: readonly Person[]) =>
    all.api.deps.database.db
      .transaction()
      .execute((tx) => dispatchNotices(all.api.deps, tx, people.map(noticeTo)))
  const several = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson(all.api)))

  test('reach each of them in the ways that each chose, and those who have one already not again', async () => {
    const [plain, quiet, told] = (await several(3)) as [Person, Person, Person]
    await turn(plain, 'UNKNOWN_VEHICLE', 'EMAIL', true)
    await turn(quiet, 'UNKNOWN_VEHICLE', 'EMAIL', false)
    await turn(told, 'UNKNOWN_VEHICLE', 'EMAIL', true)
    expect(await dispatchTo([told])).toEqual(new Set([told.user_id]))
    expect(await dispatchTo([plain, quiet, told])).toEqual(new Set([plain.user_id, quiet.user_id]))
    for (const person of [plain, quiet, told]) expect(await inboxOf(person)).toEqual(['UNKNOWN_VEHICLE'])
    expect(await emailsTo(plain)).toEqual(['unknown_vehicle'])
    expect(await emailsTo(quiet)).toEqual([])
    expect(await emailsTo(told)).toEqual(['unknown_vehicle'])
  })

  test('take as many statements for twenty people as for two', async () => {
    const counted = async (count: number) => {
      const people = await several(count)
      for (const person of people) await turn(person, 'UNKNOWN_VEHICLE', 'EMAIL', true)
      return countTransactionStatements(() => dispatchTo(people))
    }
    expect(await counted(20)).toBe(await counted(2))
  })
})

describe('preferences', () => {
  test('list every kind of the product with its defaults, those of the platform only for its administrators', async () => {
    const { token } = await aPerson(all.api)
    const ofDriver = (await all.api.call(getNotificationSettingsRoute, {}, token)).kinds
    expect(ofDriver.map(({ kind }) => kind)).toEqual(
      everyNotificationKind.filter((kind) => noticeRules[kind].topic !== 'PLATFORM'),
    )
    const admin = await aPerson(all.api, { roles: ['OPENSPOT_ADMIN'] })
    const { kinds } = await all.api.call(getNotificationSettingsRoute, {}, admin.token)
    expect(kinds.map(({ kind }) => kind)).toEqual([...everyNotificationKind])
    for (const { kind, topic, channels } of kinds) {
      expect(topic).toBe(noticeRules[kind].topic)
      expect(channels.filter(({ is_on }) => is_on).map(({ channel }) => channel)).toEqual(
        noticeChannels.filter((channel) => noticeRules[kind].on.includes(channel)),
      )
    }
  })

  test.each(everyNotificationKind)('a notice of kind %s goes where its defaults say', async (kind) => {
    const person = await aPerson(all.api)
    await aBrowser(all, person)
    expect(await dispatch(person, kind)).toBe(true)
    const { on } = noticeRules[kind]
    expect(await inboxOf(person)).toEqual(on.includes('IN_APP') ? [kind] : [])
    expect(await emailsTo(person)).toEqual(on.includes('EMAIL') ? [kind.toLowerCase()] : [])
    const pushes = await query('select from push_messages where user_id = $1', [person.user_id])
    expect(pushes).toHaveLength(on.includes('PUSH') ? 1 : 0)
    expect(await query('select from texts where user_id = $1', [person.user_id])).toEqual([])
  })

  test('turn a kind off in one channel and leave the others', async () => {
    const person = await aPerson(all.api)
    await turn(person, 'CONFIRMED', 'EMAIL', false)
    await dispatch(person, 'CONFIRMED')
    await dispatch(person, 'CHANGED')
    expect(await inboxOf(person)).toEqual(['CHANGED', 'CONFIRMED'])
    expect(await emailsTo(person)).toEqual(['changed'])
    await turn(person, 'CONFIRMED', 'EMAIL', true)
    await dispatch(person, 'CONFIRMED')
    expect(await emailsTo(person)).toEqual(['changed', 'confirmed'])
  })

  test('hide a kind from the inbox, and still send each notice once', async () => {
    const person = await aPerson(all.api)
    await turn(person, 'STARTS_SOON', 'IN_APP', false)
    expect(await dispatch(person, 'STARTS_SOON', 'once')).toBe(true)
    expect(await dispatch(person, 'STARTS_SOON', 'once')).toBe(false)
    expect(await inboxOf(person)).toEqual([])
    const { unread } = await all.api.call(listNotificationsRoute, { query: {} }, person.token)
    expect(unread).toBe(0)
    expect(await emailsTo(person)).toEqual(['starts_soon'])
  })

  test('turn emails on for a kind that has none by default', async () => {
    const person = await aPerson(all.api)
    await turn(person, 'MEMBERSHIP_LEFT', 'EMAIL', true)
    await dispatch(person, 'MEMBERSHIP_LEFT')
    expect(await emailsTo(person)).toEqual(['membership_left'])
  })

  test('can’t turn off emails about money', async () => {
    const person = await aPerson(all.api)
    const kept = everyNotificationKind.filter((kind) => noticeRules[kind].always.includes('EMAIL'))
    expect(kept).toEqual(
      expect.arrayContaining(['BILL', 'REFUND_MADE', 'FINE_ISSUED', 'PAYOUT_ACCOUNT_CHANGED']),
    )
    for (const kind of kept) {
      const body = { changes: [{ kind, channel: 'EMAIL' as const, is_on: false }] }
      expect(await all.api.refusal(patchNotificationSettingsRoute, { body }, person.token)).toMatchObject({
        code: 'notice_required',
      })
    }
  })
})

describe('quiet hours', () => {
  // It is 9 AM in Chicago.
  const morning = { from_minute: 8 * 60, until_minute: 10 * 60, time_zone: 'America/Chicago' }

  test('hold pushes that are still useful at their end, and drop the others; emails go at once', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    await patch(person, { quiet_hours: morning })
    await dispatch(person, 'CONFIRMED')
    await dispatch(person, 'ENDS_SOON')
    await all.deliver()
    expect(browser.received()).toEqual([])
    expect(await emailsTo(person)).toEqual(['confirmed', 'ends_soon'])
    const rows = await query(
      'select state, dropped_because from push_messages where user_id = $1 order by id',
      [person.user_id],
    )
    expect(rows).toEqual([
      { state: 'WAITING', dropped_because: null },
      { state: 'DROPPED', dropped_because: 'QUIET_HOURS' },
    ])
    all.api.ports.advance({ minutes: 59 })
    await all.deliver()
    expect(browser.received()).toEqual([])
    all.api.ports.advance({ minutes: 1 })
    await all.deliver()
    expect(browser.received()).toHaveLength(1)
  })

  test('are in the zone of the person', async () => {
    const person = await aPerson(all.api)
    const browser = await aBrowser(all, person)
    await patch(person, { quiet_hours: { ...morning, time_zone: 'Europe/Berlin' } })
    await dispatch(person, 'CONFIRMED')
    await all.deliver()
    expect(browser.received()).toHaveLength(1)
  })

  test.each([
    [{ ...morning, time_zone: 'Chicago' }, 'quiet_hours.time_zone'],
    [{ ...morning, until_minute: 8 * 60 }, 'quiet_hours.until_minute'],
  ])('are refused if they have no zone or no length: %j', async (quiet_hours, field) => {
    const { token } = await aPerson(all.api)
    expect(
      await all.api.refusal(patchNotificationSettingsRoute, { body: { quiet_hours } }, token),
    ).toMatchObject({
      code: 'request_invalid',
      field,
    })
  })

  test('end when the person removes them', async () => {
    const person = await aPerson(all.api)
    await patch(person, { quiet_hours: morning })
    expect(await patch(person, { quiet_hours: null })).toMatchObject({ quiet_hours: null })
  })
})
