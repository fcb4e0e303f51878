import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import {
  getPublicOptionRoute,
  getReservationValidationRoute,
  listLotOptionsRoute,
  listValidationsRoute,
  removeIntendedOptionRoute,
  setIntendedOptionRoute,
  validateReservationRoute,
} from '@openspot/contract/operations/validation.ts'
import {
  listPartnersRoute,
  patchOptionRoute,
  rotatePublicOptionIdRoute,
  type ValidationOption,
} from '@openspot/contract/operations/validation-partners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aHost } from '../../testing/factories/payouts.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { anOption, aPartner } from '../../testing/factories/validation.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { service_fee_cents: 100, platform_share_bps: 1000 }, 6)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

/** A driver who paid for `hours` at $4.00 plus the fee, from the next full hour. */
async function aDriver(hours = 3, spot = 0) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const from = Math.floor(api.ports.now().getTime() / 3_600_000 + 1) * 3_600_000
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    payment_method_id,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + hours * 3_600_000).toISOString(),
  })
  await api.runJobs()
  return { driver, reservation_id: reservation.id, starts: from, paid_cents: hours * 400 + 100 }
}
type Parked = Awaited<ReturnType<typeof aDriver>>

const goTo = (at: number) => api.ports.advance({ seconds: (at - api.ports.now().getTime()) / 1000 })
const validate = (of: Parked, option: ValidationOption, by: Person = of.driver) =>
  api.call(validateReservationRoute, { params: idsOf(of, option) }, by.token)
const refusal = async (of: Parked, option: ValidationOption, by: Person = of.driver) =>
  (await api.refusal(validateReservationRoute, { params: idsOf(of, option) }, by.token)).details?.['reason']
const idsOf = ({ reservation_id }: Parked, { public_option_id }: ValidationOption) => ({
  reservation_id,
  public_option_id,
})
const look = ({ reservation_id, driver }: Parked) =>
  api.call(getReservationValidationRoute, { params: { reservation_id }, query: {} }, driver.token)
const partnerOf = async () =>
  (await api.call(listPartnersRoute, { params: { lot_id: lot.lot_id } }, admin.token)).items[0]
const refundedOf = async ({ reservation_id, driver }: Parked) => {
  await api.runJobs()
  const { items } = await api.call(listReservationInvoicesRoute, { params: { reservation_id } }, driver.token)
  return items.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0)
}
const owed = async () => {
  const { rows } = await api.deps.database.pool.query<{ account: string; cents: number }>(
    `select account, -sum(amount_cents)::int as cents from ledger_entries where lot_id = $1 group by account having sum(amount_cents) <> 0`,
    [lot.lot_id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

async function aShop(
  more: Parameters<typeof anOption>[3] = {},
  partner: Parameters<typeof aPartner>[3] = {},
) {
  const { id } = await aPartner(api, admin, lot.lot_id, partner)
  return anOption(api, admin, id, more)
}

describe('a validation', () => {
  test('refunds the discount, which only the lot bears and the partner owes', async () => {
    const option = await aShop()
    const parked = await aDriver()
    const before = await owed()
    goTo(parked.starts + 60_000)
    const done = await validate(parked, option)
    expect(done.validation).toMatchObject({ source: 'DRIVER', given_cents: 500, value_cents: 500 })
    expect(await refundedOf(parked)).toBe(500)
    expect(await owed()).toEqual({
      ...before,
      PROVIDER_CLEARING: (before['PROVIDER_CLEARING'] ?? 0) + 500,
      LOT_PAYABLE: (before['LOT_PAYABLE'] ?? 0) - 500,
    })
    expect(await partnerOf()).toMatchObject({
      balance_cents: -500,
      month_cents: 500,
      options: [{ used_cents: 500 }],
    })
  })

  test('keeps the host’s share when the lot’s own share is less than the discount', async () => {
    const host = await aHost(api, lot)
    const option = await aShop({ discount: 'PERCENT', amount_cents: null, percent: 100 })
    const parked = await aDriver(3, lot.spot_ids.indexOf(host.spot_id))
    const before = await owed()
    expect(before['HOST_PAYABLE']).toBeGreaterThan(0)
    goTo(parked.starts)
    await validate(parked, option)
    expect(await refundedOf(parked)).toBe(parked.paid_cents)
    expect(await owed()).toEqual({
      HOST_PAYABLE: before['HOST_PAYABLE'],
      PLATFORM_SHARE: before['PLATFORM_SHARE'],
      SERVICE_FEES: before['SERVICE_FEES'],
      LOT_PAYABLE: (before['LOT_PAYABLE'] ?? 0) - parked.paid_cents,
    })
  })

  test.each([
    ['an amount above the price', { amount_cents: 9000 }, 1300],
    ['a percentage, rounded down', { discount: 'PERCENT', amount_cents: null, percent: 33 }, 429],
    [
      'a percentage with a maximum',
      { discount: 'PERCENT', amount_cents: null, percent: 50, max_cents: 200 },
      200,
    ],
    ['a third of the parking time', { discount: 'TIME', amount_cents: null, minutes: 60 }, 433],
    ['more time than was parked', { discount: 'TIME', amount_cents: null, minutes: 600 }, 1300],
  ] as const)('of %s gives what the screen showed before', async (_, more, cents) => {
    const option = await aShop(more)
    const parked = await aDriver()
    expect((await look(parked)).options).toMatchObject([{ refusal: 'NOT_STARTED', value_cents: cents }])
    goTo(parked.starts)
    expect((await validate(parked, option)).validation?.value_cents).toBe(cents)
    expect(await refundedOf(parked)).toBe(cents)
  })

  test('is made once, and repeating the request changes nothing', async () => {
    const option = await aShop()
    const other = await aShop()
    const parked = await aDriver()
    goTo(parked.starts)
    const results = await Promise.all([
      validate(parked, option),
      validate(parked, option),
      validate(parked, option),
    ])
    expect(new Set(results.map(({ validation }) => validation?.id)).size).toBe(1)
    expect(await refusal(parked, other)).toBe('ALREADY_VALIDATED')
    expect(await refundedOf(parked)).toBe(500)
  })

  test('is possible from the start of parking until 24 hours after its end', async () => {
    const option = await aShop()
    const parked = await aDriver()
    expect(await refusal(parked, option)).toBe('NOT_STARTED')
    const late = await aDriver(3, 1)
    goTo(parked.starts + 27 * 3_600_000)
    expect((await validate(parked, option)).validation?.value_cents).toBe(500)
    api.ports.advance({ seconds: 1 })
    expect(await refusal(late, option)).toBe('TOO_LATE')
  })

  test('is refused with the reason that rules it out', async () => {
    const parked = await aDriver()
    const weekday = new Date(parked.starts - 6 * 3_600_000).getUTCDay() || 7
    goTo(parked.starts)
    const others = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekday)
    expect(await refusal(parked, await aShop({ weekdays: others }))).toBe('WRONG_WEEKDAY')
    expect(await refusal(parked, await aShop({ ends_on: '2020-01-01' }))).toBe('OUTSIDE_DATES')
    expect(await refusal(parked, await aShop({ is_paused: true }))).toBe('OPTION_PAUSED')
    expect(await refusal(parked, await aShop({}, { is_paused: true }))).toBe('OPTION_PAUSED')
    expect(await refusal(parked, await aShop({ budget_cents: 499 }))).toBe('BUDGET_SPENT')
    expect(await refusal(parked, await aShop({}, { monthly_budget_cents: 499 }))).toBe('BUDGET_SPENT')
    expect(await refusal(parked, await aShop({}, { billing: 'PREPAID' }))).toBe('BUDGET_SPENT')
    const other = await aLot(api)
    const theirs = await aMember(api, other.lot_id, 'ADMIN')
    const elsewhere = await anOption(api, theirs, (await aPartner(api, theirs, other.lot_id)).id)
    const of = { params: idsOf(parked, elsewhere) }
    expect(await api.refusal(validateReservationRoute, of, parked.driver.token)).toMatchObject({
      code: 'not_found',
    })
    await api.deps.database.pool.query(
      'update lots set hour_cents = 0, service_fee_cents = 0, min_reservation_price = 0 where id = $1',
      [lot.lot_id],
    )
    const free = await aDriver(1, 2)
    goTo(free.starts)
    expect(await refusal(free, await aShop())).toBe('FREE_RESERVATION')
  })

  test('counts the caps per day and per driver', async () => {
    const daily = await aShop({ daily_cap: 1 })
    const [a, b] = [await aDriver(1, 0), await aDriver(1, 1)]
    goTo(a.starts)
    await validate(a, daily)
    expect(await refusal(b, daily)).toBe('CAP_REACHED')
    const perDriver = await aShop({ driver_cap: 1 })
    await validate(b, perDriver)
    const payment_method_id = await aCard(api, b.driver, 'pm_card_bypassPending')
    const { reservation } = await bookAs(api, b.driver, {
      spot_id: lot.spot_ids[2] ?? '',
      payment_method_id,
      starts_at: new Date(b.starts + 3_600_000).toISOString(),
      ends_at: new Date(b.starts + 7_200_000).toISOString(),
    })
    const again = { ...b, reservation_id: reservation.id }
    goTo(b.starts + 3_600_000)
    expect(await refusal(again, perDriver)).toBe('LIMIT_PER_DRIVER')
  })

  test('never exceeds a budget or a cap when many are made at once', async () => {
    const option = await aShop({ budget_cents: 1500, daily_cap: 5 })
    const parked = [
      await aDriver(2, 0),
      await aDriver(2, 1),
      await aDriver(2, 2),
      await aDriver(2, 3),
      await aDriver(2, 4),
    ]
    goTo(parked[0]?.starts ?? 0)
    const results = await Promise.allSettled(parked.map((each) => validate(each, option)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect((await partnerOf())?.options[0]?.used_cents).toBe(1500)
  })

  test('by staff is audited, and members, patrollers, and strangers are rejected', async () => {
    const option = await aShop()
    const parked = await aDriver()
    goTo(parked.starts)
    const params = idsOf(parked, option)
    for (const [by, status] of [
      [await aPerson(api), 404],
      [await aMember(api, lot.lot_id, 'MEMBER'), 404],
      [await aMember(api, lot.lot_id, 'PATROLLER'), 403],
    ] as const) {
      expect(await api.refusal(validateReservationRoute, { params }, by.token)).toMatchObject({ status })
    }
    expect((await validate(parked, option, admin)).validation?.source).toBe('STAFF')
    const { rows } = await api.deps.database.pool.query(
      `select details ->> 'option_id' as option_id from audit_log where action = 'reservation.validate' and subject_id = $1`,
      [parked.reservation_id],
    )
    expect(rows).toEqual([{ option_id: option.id }])
    const { items } = await api.call(
      listValidationsRoute,
      { params: { lot_id: lot.lot_id }, query: {} },
      admin.token,
    )
    expect(items).toMatchObject([
      { source: 'STAFF', driver_name: 'Ada Example', by_name: 'Ada Example', paid_cents: 1300 },
    ])
  })

  test('notifies the driver once, and the admins when the budget is nearly spent', async () => {
    const option = await aShop({ budget_cents: 510 })
    const parked = await aDriver()
    goTo(parked.starts)
    await validate(parked, option)
    await api.runJobs()
    const { rows } = await api.deps.database.pool.query(
      `select kind, user_id from notifications where lot_id = $1 and kind in ('VALIDATED', 'VALIDATION_BUDGET', 'REFUND_MADE') order by kind`,
      [lot.lot_id],
    )
    expect(rows).toEqual([
      { kind: 'VALIDATED', user_id: parked.driver.user_id },
      { kind: 'VALIDATION_BUDGET', user_id: admin.user_id },
    ])
  })
})

describe('giving up validated parking', () => {
  test('returns the whole validation when parking is canceled with a full refund', async () => {
    const option = await aShop()
    const parked = await aDriver()
    const { reservation_id, driver } = parked
    goTo(parked.starts + 60_000)
    await validate(parked, option)
    await api.runJobs()
    const params = { reservation_id }
    const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
    expect(refund_cents).toBe(800)
    await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
    expect(await refundedOf(parked)).toBe(1300)
    expect((await look(parked)).validation).toMatchObject({ given_cents: 500, value_cents: 0 })
    expect(await partnerOf()).toMatchObject({ balance_cents: 0, options: [{ used_cents: 0 }] })
    expect(await owed()).toEqual({})
  })

  test('calculates a percentage again for the parking that is left', async () => {
    const option = await aShop({ discount: 'PERCENT', amount_cents: null, percent: 50 })
    const parked = await aDriver()
    const { reservation_id, driver } = parked
    goTo(parked.starts + 60_000)
    await validate(parked, option)
    const ends_at = new Date(parked.starts + 2 * 3_600_000).toISOString()
    const preview = await api.call(
      previewChangeRoute,
      { params: { reservation_id }, query: { ends_at } },
      driver.token,
    )
    expect(preview).toMatchObject({ difference_cents: -400, validated_cents: 200 })
    const body = { reservation_id, ends_at, difference_cents: -400 }
    await api.call(editReservationRoute, { body, idempotency_key: secretWord(api.ports) }, driver.token)
    // $13.00 became $9.00, of which the shop pays a half.
    expect(await refundedOf(parked)).toBe(850)
    expect((await look(parked)).validation?.value_cents).toBe(450)
    expect((await partnerOf())?.balance_cents).toBe(-450)
  })

  test('keeps an amount that the rest of the parking still costs', async () => {
    const option = await aShop()
    const parked = await aDriver()
    const { reservation_id, driver } = parked
    goTo(parked.starts + 60_000)
    await validate(parked, option)
    const ends_at = new Date(parked.starts + 2 * 3_600_000).toISOString()
    const body = { reservation_id, ends_at, difference_cents: -400 }
    await api.call(editReservationRoute, { body, idempotency_key: secretWord(api.ports) }, driver.token)
    expect(await refundedOf(parked)).toBe(900)
    expect((await look(parked)).validation?.value_cents).toBe(500)
  })
})

describe('an intended option', () => {
  test('is a note that gives nothing until the reservation is validated', async () => {
    const option = await aShop()
    const parked = await aDriver()
    const chosen = await api.call(
      setIntendedOptionRoute,
      { params: idsOf(parked, option) },
      parked.driver.token,
    )
    expect(chosen.intended).toMatchObject({ option_id: option.id, refusal: 'NOT_STARTED', value_cents: 500 })
    expect(await refundedOf(parked)).toBe(0)
    expect((await partnerOf())?.options[0]?.used_cents).toBe(0)
    await api.call(
      removeIntendedOptionRoute,
      { params: { reservation_id: parked.reservation_id } },
      parked.driver.token,
    )
    expect((await look(parked)).intended).toBeNull()
  })

  test('is refused on a day on which the option gives nothing', async () => {
    const option = await aShop({ starts_on: '2040-01-01' })
    const parked = await aDriver()
    const of = { params: idsOf(parked, option) }
    expect(await api.refusal(setIntendedOptionRoute, of, parked.driver.token)).toMatchObject({
      code: 'validation_refused',
      details: { reason: 'OUTSIDE_DATES' },
    })
  })
})

describe('the public ID of an option', () => {
  test('works for everyone who has it until it is replaced, and is in no list for drivers', async () => {
    const option = await aShop()
    const { public_option_id } = option
    const seen = await api.call(getPublicOptionRoute, { params: { public_option_id } }, null)
    expect(seen).toMatchObject({ option_id: option.id, lot: { id: lot.lot_id }, is_available: true })
    const driver = await aPerson(api)
    const list = await api.call(listLotOptionsRoute, { params: { lot_id: lot.lot_id } }, driver.token)
    expect(JSON.stringify(list)).not.toContain(public_option_id)
    const rotated = await api.call(
      rotatePublicOptionIdRoute,
      { params: { option_id: option.id } },
      admin.token,
    )
    expect(rotated.public_option_id).not.toBe(public_option_id)
    const gone = await api.refusal(getPublicOptionRoute, { params: { public_option_id } }, null)
    const unknown = await api.refusal(getPublicOptionRoute, { params: { public_option_id: 'x' } }, null)
    expect({ ...gone, request_id: '' }).toEqual({ ...unknown, request_id: '' })
  })
})

test('rejects settings that contradict each other or what was used', async () => {
  const option = await aShop()
  const patch = (body: object) =>
    api.refusal(patchOptionRoute, { params: { option_id: option.id }, body }, admin.token)
  expect(await patch({ percent: 10 })).toMatchObject({ field: 'percent' })
  expect(await patch({ discount: 'TIME' })).toMatchObject({ field: 'amount_cents' })
  expect(await patch({ starts_on: '2026-02-30' })).toMatchObject({ field: 'starts_on' })
  expect(await patch({ starts_on: '2026-03-02', ends_on: '2026-03-01' })).toMatchObject({ field: 'ends_on' })
  const parked = await aDriver()
  goTo(parked.starts)
  await validate(parked, option)
  expect(await patch({ budget_cents: 499 })).toMatchObject({ field: 'budget_cents' })
})
