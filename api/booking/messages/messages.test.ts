import { setListingRoute } from '@openspot/contract/booking/hosting.ts'
import { listMessagesRoute, sendMessageRoute } from '@openspot/contract/booking/messages.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { createProblemRoute } from '@openspot/contract/operations/problems.ts'
import { setLotFlagRoute } from '@openspot/contract/platform/flags.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { MESSAGE_DAYS, MESSAGE_LENGTH } from '@openspot/core/reservations/message-limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect } from '../../identity/my-data/export.sql.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const hour = 3_600_000
const at = (hours: number) =>
  new Date(Math.ceil(api.ports.now().getTime() / hour) * hour + hours * hour).toISOString()

/** A reservation of two hours on a host's spot, with those who may write and read about it. */
async function aConversation() {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const give = { params: { spot_id }, body: { assigned_user_id: host.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
  const body = { starts_at: at(1), ends_at: at(9), is_listed: true }
  await api.call(setListingRoute, { params: { spot_id }, body }, host.token)
  const driver = await aPerson(api)
  const order = { spot_id, starts_at: at(2), ends_at: at(4), payment_method_id: await aCard(api, driver) }
  const { reservation } = await bookAs(api, driver, order)
  await api.runJobs()
  const params = { reservation_id: reservation.id }
  const send = (person: Person, text: string) => {
    api.ports.advance({ minutes: 1 })
    return api.call(sendMessageRoute, { params, body: { text } }, person.token)
  }
  const refused = (person: Person, text = 'Hello') =>
    api.refusal(sendMessageRoute, { params, body: { text } }, person.token)
  const read = (person: Person) => api.call(listMessagesRoute, { params }, person.token)
  return { lot, params, admin, patroller, host, driver, send, refused, read }
}
const texts = ({ items }: { items: { text: string | null }[] }) => items.map(({ text }) => text)

test('lets driver and host write to each other, each notified once without the text', async () => {
  const { params, host, driver, send, read } = await aConversation()
  await send(driver, ' Which entrance is it? ')
  await send(host, 'The one on Wells Street.')
  expect((await read(host)).items).toMatchObject([
    { by: 'DRIVER', is_mine: false, text: 'Which entrance is it?' },
    { by: 'HOST', is_mine: true, text: 'The one on Wells Street.' },
  ])
  expect(await read(driver)).toMatchObject({ can_send: true, is_for_staff: false })
  const told = async (person: Person) => {
    const { items } = await api.call(listNotificationsRoute, { query: {} }, person.token)
    return items.filter(({ kind }) => kind.startsWith('MESSAGE'))
  }
  const path = `/me/reservations/${params.reservation_id}`
  expect(await told(host)).toMatchObject([{ kind: 'MESSAGE_FROM_DRIVER', path: `${path}?as=host` }])
  expect(await told(driver)).toMatchObject([{ kind: 'MESSAGE_FROM_HOST', path }])
  expect(JSON.stringify([await told(host), await told(driver)])).not.toMatch(/entrance|Wells Street\./)
})

test('hides messages from strangers and patrollers, and from the staff until someone reports a problem', async () => {
  const { lot, params, admin, patroller, driver, send, read, refused } = await aConversation()
  await send(driver, 'I am late.')
  const stranger = await aPerson(api)
  expect(await api.refusal(listMessagesRoute, { params }, stranger.token)).toMatchObject({
    code: 'not_found',
  })
  expect(await api.refusal(listMessagesRoute, { params }, patroller.token)).toMatchObject({
    code: 'forbidden',
  })
  expect(await read(admin)).toMatchObject({ items: [], can_send: false, is_for_staff: false })
  const body = { kind: 'OTHER' as const, text: 'Rude', ...params }
  await api.call(createProblemRoute, { params: { lot_id: lot.lot_id }, body }, driver.token)
  expect(await read(admin)).toMatchObject({ items: [{ text: 'I am late.' }], can_send: false })
  expect(await refused(admin)).toMatchObject({ code: 'forbidden' })
})

test('refuses messages some days after the end, and empty or too long ones', async () => {
  const { host, driver, send, refused, read } = await aConversation()
  expect(await refused(driver, '  ')).toMatchObject({ code: 'request_invalid', field: 'text' })
  expect(await refused(driver, 'x'.repeat(MESSAGE_LENGTH + 1))).toMatchObject({ code: 'request_invalid' })
  api.ports.advance({ hours: 24 * MESSAGE_DAYS })
  await send(driver, 'I forgot my umbrella.')
  api.ports.advance({ hours: 6 })
  for (const person of [driver, host]) {
    expect(await refused(person)).toMatchObject({ status: 409, code: 'messages_closed' })
    expect(await read(person)).toMatchObject({ can_send: false, items: [{}] })
  }
})

test('shows a later host nothing of what was written before the spot was theirs', async () => {
  const { lot, params, host, driver, send, read } = await aConversation()
  await send(driver, 'Only for the first host.')
  const next = await aMember(api, lot.lot_id, 'MEMBER')
  await api.deps.database.pool.query(
    'update spots set assigned_user_id = $2, assigned_at = $3 where assigned_user_id = $1',
    [host.user_id, next.user_id, api.ports.now().toISOString()],
  )
  expect(texts(await read(next))).toEqual([])
  await send(driver, 'For the next one.')
  expect(texts(await read(next))).toEqual(['For the next one.'])
  expect(texts(await read(driver))).toHaveLength(2)
  const former = await read(host)
  expect(texts(former)).toEqual(['Only for the first host.'])
  expect(former.can_send).toBe(false)
  expect(await api.refusal(sendMessageRoute, { params, body: { text: 'Hi' } }, host.token)).toMatchObject({
    code: 'forbidden',
  })
})

test('puts what a person wrote and received into their data, and erases what they wrote', async () => {
  const { host, driver, send, read } = await aConversation()
  await send(driver, 'My secret')
  await send(host, 'My answer')
  const { db, pool } = api.deps.database
  const data = await db.transaction().execute((tx) => collect(tx, driver.user_id))
  expect(data['reservation_messages']).toMatchObject([{ text: 'My secret' }])
  expect(data['messages_received']).toMatchObject([{ text: 'My answer' }])
  await pool.query('select forget_person($1, $2)', [driver.user_id, api.ports.now().toISOString()])
  expect(texts(await read(host))).toEqual([null, 'My answer'])
})

test('takes no messages in a lot where a platform admin switched them off, and still shows the earlier ones', async () => {
  const { lot, driver, send, read, refused } = await aConversation()
  await send(driver, 'Which entrance is it?')
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const params = { lot_id: lot.lot_id, flag: 'driver_messages' as const }
  await api.call(setLotFlagRoute, { params, body: { is_on: false, reason: 'Insults' } }, platform.token)
  expect(await refused(driver)).toMatchObject({ status: 409, code: 'messages_closed' })
  expect(await read(driver)).toMatchObject({ can_send: false, items: [{ text: 'Which entrance is it?' }] })
})
