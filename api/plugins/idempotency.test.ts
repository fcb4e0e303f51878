import { randomUUID } from 'node:crypto'
import { createCalendarPriceRoute, listCalendarPricesRoute } from '@openspot/contract/booking/prices.ts'
import { startSecondFactorRoute } from '@openspot/contract/identity/second-factors.ts'
import { createCarRoute, listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot } from '../testing/factories/lots.ts'
import { aMember, aPerson } from '../testing/factories/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const car = (plate: string) => ({ body: { plate, region: 'IL' } })

test('a POST that declares nothing returns its first response again for the same key, and does its work once', async () => {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  const idempotency_key = randomUUID()
  const body = {
    lot_id: lot.lot_id,
    name: 'Game day',
    starts_at: '2027-01-01T00:00:00.000Z',
    ends_at: '2027-01-02T00:00:00.000Z',
    percent_bps: 1000,
  }
  const make = () => api.call(createCalendarPriceRoute, { body, idempotency_key }, token)
  const first = await make()
  expect(await make()).toEqual(first)
  const { items } = await api.call(listCalendarPricesRoute, { params: { lot_id: lot.lot_id } }, token)
  expect(items).toHaveLength(1)
})

test('the same key with another body is refused, and without a key each request counts', async () => {
  const { token } = await aPerson(api)
  const idempotency_key = randomUUID()
  await api.call(createCarRoute, { ...car('AB 1001'), idempotency_key }, token)
  expect(await api.refusal(createCarRoute, { ...car('AB 1002'), idempotency_key }, token)).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
    field: 'idempotency-key',
  })
  await api.call(createCarRoute, car('AB 1003'), token)
  expect((await api.call(listMyCarsRoute, {}, token)).items).toHaveLength(2)
})

test('a refusal is returned again for its key, also when the cause is gone', async () => {
  const { token } = await aPerson(api)
  const idempotency_key = randomUUID()
  const first = await api.call(createCarRoute, car('AB 2001'), token)
  const again = () => api.refusal(createCarRoute, { ...car('AB 2001'), idempotency_key }, token)
  expect(await again()).toMatchObject({ code: 'car_exists' })
  await api.deps.database.pool.query('update cars set deleted_at = now() where id = $1', [first.id])
  expect(await again()).toMatchObject({ code: 'car_exists' })
})

test('a key belongs to its caller: another person with the same one does their own work', async () => {
  const [one, two] = [await aPerson(api), await aPerson(api)]
  const idempotency_key = randomUUID()
  const cars = await Promise.all(
    [one, two].map(({ token }) => api.call(createCarRoute, { ...car('AB 3001'), idempotency_key }, token)),
  )
  expect(new Set(cars.map(({ id }) => id)).size).toBe(2)
})

test('a response with a secret is stored encrypted, and returned to its caller again', async () => {
  const person = await aPerson(api)
  const idempotency_key = randomUUID()
  const start = () => api.call(startSecondFactorRoute, { idempotency_key }, person.token)
  const { secret } = await start()
  expect((await start()).secret).toBe(secret)
  const { rows } = await api.deps.database.pool.query<{ body: string }>(
    'select body from idempotency_keys where caller = $1',
    [person.user_id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.body).toMatch(/^sealed:/)
  expect(rows[0]?.body).not.toContain(secret)
})

test('the key of a request without a caller is ignored', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const ask = () =>
    fetch(`${api.base}/api/v1/platform/setup`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: 'x' }),
    })
  expect((await ask()).status).toBe(401)
  const { rows } = await api.deps.database.pool.query('select from idempotency_keys where key = $1', [
    headers['idempotency-key'],
  ])
  expect(rows).toHaveLength(0)
})
