import { connect } from 'node:net'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot } from '../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../testing/factories/people.ts'
import { bookAs } from '../testing/factories/reservations.ts'

let api: TestApi
let driver: Person
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api)
})
afterAll(() => api.close())

const raw = (path: string, init: RequestInit = {}) => fetch(api.base + path, init)
const asDriver = (
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json', ...init.headers },
})

test('rejects a call without a token with sign_in_required and with an unknown one with session_ended', async () => {
  expect(await api.refusal(getMeRoute, {})).toMatchObject({ status: 401, code: 'sign_in_required' })
  expect(await api.refusal(getMeRoute, {}, 'made up')).toMatchObject({ status: 401, code: 'session_ended' })
})

test('answers an unknown path with 404 and a known path with another method with 405 and Allow', async () => {
  const missing = await raw('/api/v1/nothing')
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'not_found' }])
  const verb = await raw('/api/v1/cars/mine', { method: 'PUT' })
  expect([verb.status, verb.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('rejects an unknown field of a body or query with 400 by name', async () => {
  const answer = await raw(
    '/api/v2/cars',
    asDriver({ method: 'POST', body: JSON.stringify({ plate: 'AB 123', user_id: driver.user_id }) }),
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'request_invalid',
    field: 'user_id',
    message: '“user_id” is not a known field.',
  })
  const query = await raw('/api/v1/cars/mine?all=1', asDriver())
  expect([query.status, await query.json()]).toMatchObject([400, { field: 'all' }])
})

test('rejects a number for a text field in a JSON body', async () => {
  const answer = await raw('/api/v2/cars', asDriver({ method: 'POST', body: JSON.stringify({ plate: 7 }) }))
  expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'plate' }])
})

test.each([
  ['broken JSON', '{', 'application/json', 400],
  ['a form of another site', 'plate=X', 'application/x-www-form-urlencoded', 415],
  ['plain text', '{"plate":"X"}', 'text/plain', 415],
  ['a poisoned prototype', '{"plate":"X","__proto__":{"a":1}}', 'application/json', 400],
  ['too much', JSON.stringify({ plate: 'X'.repeat(200_000) }), 'application/json', 413],
])('rejects %s', async (_, body, type, status) => {
  const answer = await raw(
    '/api/v2/cars',
    asDriver({ method: 'POST', body, headers: { 'content-type': type } }),
  )
  const error = (await answer.json()) as { message: string }
  expect(answer.status).toBe(status)
  expect(error.message).toMatch(/\.$/)
})

test('rejects a request from another site with our cookie with 403 cross_site_refused', async () => {
  const answer = await raw(
    '/api/v2/cars',
    asDriver({ method: 'POST', body: '{"plate":"X1"}', headers: { origin: 'https://evil.example' } }),
  )
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_site_refused' }])
})

test('rejects an unknown client kind with 400 on the header’s name', async () => {
  const answer = await raw('/api/health/live', { headers: { 'x-openspot-client': 'fridge' } })
  expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'x-openspot-client' }])
})

test('answers identically for another driver’s reservation and an unknown one', async () => {
  const lot = await aLot(api)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: await aCard(api, driver),
  })
  const stranger = await aPerson(api)
  const look = (reservation_id: string, token: string) =>
    api.refusal(getReservationRoute, { params: { reservation_id } }, token)
  const theirs = await look(reservation.id, stranger.token)
  const nobodys = await look('00000000-0000-7000-8000-000000000000', stranger.token)
  expect({ ...theirs, request_id: '' }).toEqual({ ...nobodys, request_id: '' })
  expect(theirs).toMatchObject({ status: 404, code: 'not_found' })

  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const seen = await api.call(
    getReservationRoute,
    { params: { reservation_id: reservation.id } },
    patroller.token,
  )
  expect(seen).toMatchObject({
    id: reservation.id,
    total_cents: null,
    invoice_id: null,
    driver: { first_name: 'Ada' },
  })
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  expect((await look(reservation.id, member.token)).status).toBe(404)
})

test('applies a removed membership or a ban from the next request on', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const { getLotRoute: getLot } = await import('@openspot/contract/lots/lots.ts')
  const params = { lot_id: lot.lot_id }
  expect((await api.call(getLot, { params }, admin.token)).id).toBe(lot.lot_id)
  await api.deps.database.db
    .updateTable('memberships')
    .set({ status: 'REMOVED' })
    .where('user_id', '=', admin.user_id)
    .execute()
  expect(await api.refusal(getLot, { params }, admin.token)).toMatchObject({ status: 403 })
  await api.deps.database.db
    .updateTable('users')
    .set({ account_status: 'BANNED' })
    .where('id', '=', admin.user_id)
    .execute()
  expect(await api.refusal(getLot, { params }, admin.token)).toMatchObject({
    status: 403,
    code: 'account_banned',
  })
})

test('rejects a plate that the driver already has with 409 car_exists', async () => {
  const input = { body: { plate: 'il 12-345', region: 'il' } }
  expect(await api.call(createCarRoute, input, driver.token)).toMatchObject({
    plate_normalized: 'IL12345',
    region: 'IL',
  })
  expect(await api.refusal(createCarRoute, input, driver.token)).toMatchObject({
    status: 409,
    code: 'car_exists',
    field: 'plate',
  })
})

test('answers unparsable HTTP requests with a JSON error', async () => {
  const long = await fetch(`${api.base}/api/v1/lots/${'x'.repeat(40_000)}`)
  expect([long.status, await long.json()]).toMatchObject([431, { code: 'headers_too_large' }])
  const answer = await new Promise<string>((done, fail) => {
    const { hostname, port } = new URL(api.base)
    const line = connect(Number(port), hostname, () => line.write('this is no HTTP\r\n\r\n'))
    let text = ''
    line.on('data', (part) => {
      text += part.toString()
    })
    line.on('close', () => done(text))
    line.on('error', fail)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  const { code, message, request_id } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as Record<
    string,
    string
  >
  expect([code, typeof message, typeof request_id]).toEqual(['request_invalid', 'string', 'string'])
})

test.each([
  ['a NUL', 'a\u0000b'],
  ['half a pair of surrogates', '\ud800'],
])('rejects %s in a text with 400 on its field', async (_, text) => {
  const refused = await api.refusal(
    createCarRoute,
    { body: { plate: 'UN 1', region: 'IL', make: text } },
    driver.token,
  )
  expect(refused).toMatchObject({ status: 400, code: 'request_invalid', field: 'make' })
  const inQuery = await fetch(`${api.base}/api/v1/places?q=a%00b`)
  expect([inQuery.status, await inQuery.json()]).toMatchObject([400, { field: 'q' }])
})

test('rejects deeply nested and prototype-polluting bodies with 400', async () => {
  const answer = await fetch(`${api.base}/api/v1/cars`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${driver.token}` },
    body: `{"plate":${'['.repeat(49_000)}${']'.repeat(49_000)}}`,
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'request_invalid', field: 'plate.0.0' },
  ])
  const polluting = await fetch(`${api.base}/api/v1/cars`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${driver.token}` },
    body: '{"plate":"AB 1","__proto__":{"is_admin":true}}',
  })
  expect(polluting.status).toBe(400)
})
