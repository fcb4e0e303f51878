import { getPublicLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { checkPlateRoute, listPlateLookupsRoute } from '@openspot/contract/operations/plates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aParker } from '../../testing/factories/enforcement.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, { is_plate_check_public: true })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  // Each test has its own window of the limits.
  api.ports.advance({ hours: 2 })
})

const check = async (plate: string, token: string | null = null) =>
  (
    await api.call(
      checkPlateRoute,
      {
        params: { public_id: lot.public_id },
        body: { plate, ...(token === null ? { bot_check: await solvedCheck(api) } : {}) },
      },
      token,
    )
  ).may_park
const refused = (body: { plate: string; bot_check?: string }, token: string | null = null) =>
  api.refusal(checkPlateRoute, { params: { public_id: lot.public_id }, body }, token)

async function park(plate: string) {
  await aParker(api, lot, plate)
  api.ports.advance({ minutes: 61 })
}

test('anyone who passes the bot check learns yes or no for exactly one plate, and the question is logged without a person', async () => {
  await park('KAB 1234')
  expect(await check('kab-1234')).toBe(true)
  // The list is in the order of time.
  api.ports.advance({ seconds: 1 })
  expect(await check('KA8 1234')).toBe(false)
  api.ports.advance({ seconds: 1 })
  expect(await check('ZZZ 9999', (await aPerson(api)).token)).toBe(false)
  const { items } = await api.call(
    listPlateLookupsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    admin.token,
  )
  expect(items.map(({ plate, reason, user_id, result }) => [plate, reason, user_id, result])).toEqual([
    ['ZZZ9999', 'PUBLIC_CHECK', null, 'NO_RIGHT'],
    ['KA81234', 'PUBLIC_CHECK', null, 'SIMILAR'],
    ['KAB1234', 'PUBLIC_CHECK', null, 'MAY_PARK'],
  ])
})

test('a stranger without a solved bot check, or with a used one, is refused', async () => {
  expect(await refused({ plate: 'KAB 1' })).toMatchObject({ code: 'bot_check_required', field: 'bot_check' })
  const bot_check = await solvedCheck(api)
  await api.call(checkPlateRoute, {
    params: { public_id: lot.public_id },
    body: { plate: 'KAB 1', bot_check },
  })
  expect(await refused({ plate: 'KAB 2', bot_check })).toMatchObject({ code: 'challenge_failed' })
})

test('a lot that didn’t turn it on and a private lot have no check and don’t show one', async () => {
  const { token } = await aPerson(api)
  const shown = async () =>
    (await api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} })).lot
      .is_plate_check_public
  const set = (body: { is_plate_check_public?: boolean; is_private?: boolean }) =>
    api.call(updateLotRoute, { params: { lot_id: lot.lot_id }, body }, admin.token)
  expect(await shown()).toBe(true)
  await set({ is_plate_check_public: false })
  expect(await shown()).toBe(false)
  expect(await refused({ plate: 'KAB 1' }, token)).toMatchObject({ status: 404 })
  await set({ is_plate_check_public: true, is_private: true })
  expect(await shown()).toBe(false)
  expect(await refused({ plate: 'KAB 1' }, token)).toMatchObject({ status: 404 })
})

test('refuses the eleventh question about a plate within an hour, even from another visitor', async () => {
  for (let time = 0; time < 10; time++) await check('KAB 1', (await aPerson(api)).token)
  expect(await refused({ plate: 'K-AB 1' }, (await aPerson(api)).token)).toMatchObject({ status: 429 })
  expect(await check('KAB 2', (await aPerson(api)).token)).toBe(false)
})
