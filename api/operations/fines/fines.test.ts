import { replaceRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import {
  createFineRoute,
  getFineRoute,
  listFinesRoute,
  listUserFinesRoute,
} from '@openspot/contract/operations/fines.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aParker, aStaffedLot } from '../../testing/factories/enforcement.ts'
import { aPhotoOf, type FineOrder, fineAs, fineTerms, withFines } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  ;({ lot, admin, patroller } = await aStaffedLot(api))
})

const fine = (order: FineOrder, key?: string) => fineAs(api, patroller, lot.lot_id, order, key)
const refused = (order: FineOrder) =>
  api.refusal(
    createFineRoute,
    { body: { lot_id: lot.lot_id, ...order }, idempotency_key: secretWord(api.ports) },
    patroller.token,
  )
const unentitled = (plate: string) => ({ plate, reason: 'NO_RIGHT_TO_PARK' as const })

describe('amounts', () => {
  test('a vehicle is warned first, then fined more each time, with the rule that says so', async () => {
    const rule_set_id = await withFines(api, lot.lot_id, admin)
    const first = await fine(unentitled('ZZ 100'))
    expect(first).toMatchObject({
      status: 'WARNING',
      amount_cents: 0,
      due_at: null,
      plate: 'ZZ 100',
      explanation: { rule_set_id, rule_set_version: 1, rule_set_name: 'Everyone', nth: 1, earlier: [] },
    })
    const amounts = []
    for (let n = 0; n < 4; n++) {
      api.ports.advance({ hours: 2 })
      const next = await fine(unentitled('zz-100'))
      amounts.push([next.status, next.amount_cents, next.explanation.nth, next.explanation.earlier.length])
    }
    expect(amounts).toEqual([
      ['UNPAID', 4000, 2, 1],
      ['UNPAID', 6000, 3, 2],
      ['UNPAID', 9000, 4, 3],
      ['UNPAID', 9000, 5, 4],
    ])
  })

  test('earlier ones count for the same reason, within the days of the rule set', async () => {
    await withFines(api, lot.lot_id, admin, { ...fineTerms, within_days: 10 })
    await fine(unentitled('ZZ 100'))
    expect(await fine({ plate: 'ZZ 100', reason: 'BLOCKING' })).toMatchObject({ amount_cents: 8000 })
    api.ports.advance({ hours: 24 * 9 })
    expect(await fine(unentitled('ZZ 100'))).toMatchObject({ amount_cents: 4000 })
    api.ports.advance({ hours: 24 * 11 })
    expect(await fine(unentitled('ZZ 100'))).toMatchObject({ status: 'WARNING' })
  })

  test('a fine keeps the version of the rules that it follows from', async () => {
    const rule_set_id = await withFines(api, lot.lot_id, admin)
    const { id } = await fine({ plate: 'ZZ 100', reason: 'BLOCKING' })
    const fine_terms = {
      within_days: 30,
      reasons: [{ reason: 'BLOCKING' as const, warnings: 0, amounts_cents: [9900] }],
    }
    const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms }
    const changed = await api.call(replaceRuleSetRoute, { params: { rule_set_id }, body }, admin.token)
    expect(changed).toMatchObject({ version: 2, fine_terms })
    expect(await fine({ plate: 'ZZ 200', reason: 'BLOCKING' })).toMatchObject({
      amount_cents: 9900,
      explanation: { rule_set_version: 2, within_days: 30 },
    })
    const old = await api.call(getFineRoute, { params: { fine_id: id } }, admin.token)
    expect(old).toMatchObject({ amount_cents: 8000, explanation: { rule_set_version: 1, within_days: 90 } })
    expect(await refused(unentitled('ZZ 300'))).toMatchObject({ code: 'fine_not_in_rules' })
    const { fine_terms: _, ...rest } = body
    const kept = await api.call(replaceRuleSetRoute, { params: { rule_set_id }, body: rest }, admin.token)
    expect(kept).toMatchObject({ version: 2, fine_terms })
    const falling = [{ reason: 'BLOCKING' as const, warnings: 0, amounts_cents: [9900, 100] }]
    expect(
      await api.refusal(
        replaceRuleSetRoute,
        { params: { rule_set_id }, body: { ...body, fine_terms: { within_days: 1, reasons: falling } } },
        admin.token,
      ),
    ).toMatchObject({ code: 'request_invalid', field: 'fine_terms.reasons' })
  })

  test('the same violation within an hour is refused, and the same key returns the first one', async () => {
    await withFines(api, lot.lot_id, admin)
    const key = secretWord(api.ports)
    const first = await fine(unentitled('ZZ 100'), key)
    expect(await fine(unentitled('ZZ 100'), key)).toEqual(first)
    expect(await refused(unentitled('ZZ-100'))).toMatchObject({
      code: 'fine_exists',
      details: { fine_id: first.id },
    })
    expect(
      (await api.call(listFinesRoute, { params: { lot_id: lot.lot_id }, query: {} }, admin.token)).items,
    ).toHaveLength(1)
  })

  test('a lot that the platform has not reviewed only fines its members', async () => {
    await withFines(api, lot.lot_id, admin)
    await api.deps.database.pool.query(`update lots set trust_level = 'NEW' where id = $1`, [lot.lot_id])
    expect(await refused({ plate: 'ZZ 100', reason: 'BLOCKING' })).toMatchObject({
      code: 'lot_not_trusted',
      message: 'Openspot hasn’t approved this lot yet. Until then, you can fine only active members.',
    })
  })
})

describe('the look-alike guard', () => {
  beforeEach(() => withFines(api, lot.lot_id, admin))

  test('refuses a vehicle with a right, then and now, and names the right', async () => {
    await aParker(api, lot, 'KAB 1234')
    const seen_at = new Date(api.ports.now().getTime() + 30 * 60_000).toISOString()
    api.ports.advance({ minutes: 61 })
    expect(await refused({ ...unentitled('kab1234'), seen_at })).toMatchObject({
      code: 'plate_may_park',
      field: 'plate',
      details: { plate: 'KAB 1234', spot_label: 'A1', right: 'RESERVATION' },
    })
    api.ports.advance({ hours: 3 })
    // The patroller saw it while the reservation was running, on a device without a connection.
    const during = new Date(api.ports.now().getTime() - 2.5 * 3_600_000).toISOString()
    expect(await refused({ ...unentitled('KAB 1234'), seen_at: during })).toMatchObject({
      code: 'plate_may_park',
    })
    expect(await fine({ plate: 'KAB 1234', reason: 'OVERSTAY' })).toMatchObject({ amount_cents: 2500 })
  })

  test('refuses a similar plate with its list until a person compared a photo', async () => {
    await aParker(api, lot, 'KAB 1234')
    api.ports.advance({ minutes: 61 })
    for (const plate of ['KA8 1234', 'KABI234', 'KXB 1234'])
      expect(await refused(unentitled(plate))).toMatchObject({
        code: 'plate_similar',
        details: { similar: [{ plate: 'KAB 1234', spot_label: 'A1' }] },
      })
    const confirmed = { ...unentitled('KA8 1234'), confirmed_plate: true }
    expect(await refused(confirmed)).toMatchObject({ code: 'request_invalid', field: 'photo_ids' })
    const photo_ids = [await aPhotoOf(api, patroller, lot.lot_id)]
    expect(await fine({ ...confirmed, photo_ids })).toMatchObject({
      status: 'WARNING',
      is_plate_confirmed: true,
      similar_plates: [{ plate: 'KAB 1234', match: 'LOOK_ALIKE', spot_label: 'A1' }],
      photos: [{ id: photo_ids[0] }],
      user_id: null,
    })
  })

  test('a vehicle with a right is fined for blocking, and for another spot than its own', async () => {
    const { driver, car_id } = await aParker(api, lot, 'KAB 1234')
    api.ports.advance({ minutes: 61 })
    expect(await fine({ plate: 'KAB 1234', reason: 'BLOCKING' })).toMatchObject({
      amount_cents: 8000,
      user_id: driver.user_id,
      car_id,
    })
    const wrong = (spot: number) => ({
      plate: 'KAB 1234',
      reason: 'WRONG_SPOT' as const,
      spot_id: lot.spot_ids[spot] ?? '',
    })
    expect(await refused(wrong(0))).toMatchObject({ code: 'plate_may_park' })
    expect(await fine(wrong(1))).toMatchObject({ amount_cents: 5000, spot_label: 'A2' })
    expect(await refused({ plate: 'KAB 1234', reason: 'WRONG_SPOT' })).toMatchObject({ field: 'spot_id' })
  })
})

test('user, vehicle, spot, photos, and time must fit the lot and the plate', async () => {
  await withFines(api, lot.lot_id, admin)
  const { driver, car_id } = await aParker(api, lot, 'KAB 1234')
  api.ports.advance({ hours: 5 })
  const stranger = await aPerson(api)
  const other = await aLot(api)
  const of = { plate: 'KAB 1234', reason: 'OVERSTAY' as const }
  expect(await refused({ ...of, user_id: stranger.user_id })).toMatchObject({ field: 'user_id' })
  expect(await refused({ ...of, car_id, user_id: admin.user_id })).toMatchObject({ field: 'car_id' })
  expect(await refused({ ...of, plate: 'KAB 9999', car_id })).toMatchObject({ field: 'car_id' })
  expect(await refused({ ...of, spot_id: other.spot_ids[0] ?? '' })).toMatchObject({ field: 'spot_id' })
  expect(await refused({ ...of, photo_ids: [await aPhotoOf(api, admin, lot.lot_id)] })).toMatchObject({
    field: 'photo_ids',
  })
  const at = (hours: number) => new Date(api.ports.now().getTime() + hours * 3_600_000).toISOString()
  expect(await refused({ ...of, seen_at: at(1) })).toMatchObject({ field: 'seen_at' })
  expect(await refused({ ...of, seen_at: at(-49) })).toMatchObject({ field: 'seen_at' })
  expect(await refused({ ...of, plate: '--' })).toMatchObject({ field: 'plate' })
  const made = await fine({ ...of, car_id, user_id: driver.user_id })
  expect(made).toMatchObject({ user_id: driver.user_id, car_id })
  const params = { lot_id: lot.lot_id, user_id: driver.user_id }
  for (const who of [driver, patroller, admin])
    expect((await api.call(listUserFinesRoute, { params }, who.token)).items).toMatchObject([{ id: made.id }])
  expect(await api.refusal(listUserFinesRoute, { params }, stranger.token)).toMatchObject({
    code: 'not_found',
  })
  expect(
    await api.refusal(listUserFinesRoute, { params: { ...params, user_id: stranger.user_id } }, admin.token),
  ).toMatchObject({ code: 'not_found' })
})
