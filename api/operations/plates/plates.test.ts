import {
  listPlateLookupsRoute,
  lookUpPlateRoute,
  type PlateLookup,
} from '@openspot/contract/operations/plates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aParker, aStaffedLot } from '../../testing/factories/enforcement.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, anotherSession, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  ;({ lot, admin, patroller } = await aStaffedLot(api))
})

const params = () => ({ lot_id: lot.lot_id })
type Asked = Parameters<typeof api.call<typeof lookUpPlateRoute>>[1]['body']
const lookUp = (
  plate: string,
  more: Partial<Asked> = {},
  key = secretWord(api.ports),
): Promise<PlateLookup> =>
  api.call(
    lookUpPlateRoute,
    { params: params(), body: { plate, reason: 'PATROL', ...more }, idempotency_key: key },
    patroller.token,
  )
const failed = (plate: string, more: Partial<Asked>) =>
  api.refusal(
    lookUpPlateRoute,
    { params: params(), body: { plate, reason: 'PATROL', ...more }, idempotency_key: secretWord(api.ports) },
    patroller.token,
  )
const log = (query: { plate?: string; user_id?: string } = {}) =>
  api.call(listPlateLookupsRoute, { params: params(), query }, admin.token)

test('a lookup says that a plate is not yet, now, or no longer allowed to park, with the reservation behind it', async () => {
  const { starts_at, ends_at } = await aParker(api, lot, 'KAB 1234')
  expect(await lookUp('kab-1234')).toMatchObject({
    plate: 'KAB1234',
    result: 'NO_RIGHT',
    rights: [],
    ended: null,
    next: { spot_label: 'A1', starts_at },
  })
  api.ports.advance({ minutes: 61 })
  expect(await lookUp('KAB 1234', { region: 'il' })).toMatchObject({
    result: 'MAY_PARK',
    rights: [{ match: 'EXACT', right: 'RESERVATION', spot_label: 'A1', plate: 'KAB 1234', ends_at }],
    next: null,
  })
  api.ports.advance({ hours: 2 })
  expect(await lookUp('KAB 1234')).toMatchObject({
    result: 'NO_RIGHT',
    rights: [],
    ended: { spot_label: 'A1', ends_at },
  })
  api.ports.advance({ hours: 24 })
  expect(await lookUp('KAB 1234')).toMatchObject({ ended: null })
})

test.each([
  ['another region', 'KAB 1234', 'IN', 'OTHER_REGION'],
  ['a look-alike', 'KA8 1Z34', 'IL', 'LOOK_ALIKE'],
  ['one other character', 'KAX 1234', 'IL', 'ONE_EDIT'],
])('%s is shown as similar and never as allowed', async (_name, plate, region, match) => {
  await aParker(api, lot, 'KAB 1234')
  api.ports.advance({ minutes: 61 })
  expect(await lookUp(plate, { region })).toMatchObject({
    result: 'SIMILAR',
    rights: [{ match, plate: 'KAB 1234', spot_label: 'A1' }],
  })
})

test('a right in another lot is not shown', async () => {
  await aParker(api, lot, 'KAB 1234')
  api.ports.advance({ minutes: 61 })
  lot = await aLot(api)
  patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await lookUp('KAB 1234')).toMatchObject({ result: 'NO_RIGHT', rights: [], ended: null, next: null })
})

test('each lookup is logged once with who, when, why, and what they were shown, for admins and for 90 days', async () => {
  await aParker(api, lot, 'KAB 1234')
  api.ports.advance({ minutes: 61 })
  const key = secretWord(api.ports)
  const looked_up_at = api.ports.now().toISOString()
  const first = await lookUp('KAB 1234', { reason: 'OTHER', note: 'Blocks the ramp' }, key)
  expect(await lookUp('KAB 1234', { reason: 'OTHER', note: 'Blocks the ramp' }, key)).toEqual(first)
  api.ports.advance({ seconds: 1 })
  await lookUp('ZZZ 9999')
  const row = { user_id: patroller.user_id }
  const { items } = await log()
  expect(items).toEqual([
    expect.objectContaining({ ...row, plate: 'ZZZ9999', reason: 'PATROL', result: 'NO_RIGHT', match: null }),
    expect.objectContaining({
      ...row,
      id: first.id,
      looked_up_at,
      created_at: looked_up_at,
      plate: 'KAB1234',
      reason: 'OTHER',
      note: 'Blocks the ramp',
      result: 'MAY_PARK',
      match: 'EXACT',
      spot_label: 'A1',
    }),
  ])
  expect((await log({ plate: 'zzz 9999' })).items).toHaveLength(1)
  expect((await log({ user_id: admin.user_id })).items).toHaveLength(0)
  api.ports.advance({ hours: 24 * 89 })
  const purge = () => purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  await purge()
  admin.token = await anotherSession(api, admin.user_id)
  expect((await log()).items).toHaveLength(2)
  api.ports.advance({ hours: 48 })
  await purge()
  expect((await log()).items).toHaveLength(0)
})

test('a lookup that was made without a connection is answered for its own moment, at most 48 hours back', async () => {
  await aParker(api, lot, 'KAB 1234')
  api.ports.advance({ minutes: 61 })
  const looked_up_at = api.ports.now().toISOString()
  api.ports.advance({ hours: 47 })
  expect(await lookUp('KAB 1234', { looked_up_at })).toMatchObject({ result: 'MAY_PARK', looked_up_at })
  expect((await log()).items).toMatchObject([{ looked_up_at, created_at: api.ports.now().toISOString() }])
  api.ports.advance({ hours: 2 })
  expect(await failed('KAB 1234', { looked_up_at })).toMatchObject({ field: 'looked_up_at' })
  const ahead = new Date(api.ports.now().getTime() + 60_000).toISOString()
  expect(await failed('KAB 1234', { looked_up_at: ahead })).toMatchObject({ field: 'looked_up_at' })
})

test('a plate without letters and digits, and another reason without a note, are refused with the field', async () => {
  expect(await failed('---', {})).toMatchObject({ code: 'request_invalid', field: 'plate' })
  expect(await failed('京A12345', {})).toMatchObject({ field: 'plate' })
  expect(await failed('KAB 1', { reason: 'OTHER' })).toMatchObject({ field: 'note' })
})
