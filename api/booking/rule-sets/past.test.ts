import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  bookInstantlyRoute,
  confirmReservationRoute,
  getCheckoutRoute,
} from '@openspot/contract/booking/reservations.ts'
import { runBacktestRoute } from '@openspot/contract/booking/rule-sets.ts'
import { createByStaffRoute, replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aCard } from '../../testing/factories/people.ts'
import { aStage, type Driver, rulesOf, type Stage, same } from '../../testing/factories/rule-sets.ts'
import { clockOf } from '../../testing/factories/search-world.ts'
import { asOwner } from '../../testing/owner.ts'

let api: TestApi
let stage: Stage
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  stage = await aStage(api)
})
afterAll(() => api.close())

const at = (hours: number) => clockOf(api)(hours)
const key = () => ({ idempotency_key: secretWord(api.ports) })
const nextSecond = () => api.ports.advance({ seconds: 1 })

async function extend(driver: Driver, reservation_id: string, ends_at: string): Promise<void> {
  nextSecond()
  const preview = { params: { reservation_id }, query: { ends_at } }
  const { difference_cents } = await api.call(previewChangeRoute, preview, driver.token)
  expect(difference_cents).toBeGreaterThan(0)
  const { payment_method_id } = driver
  const body = { reservation_id, ends_at, difference_cents, payment_method_id }
  await api.call(editReservationRoute, { body, ...key() }, driver.token)
}

async function cancel(driver: Driver, reservation_id: string): Promise<void> {
  nextSecond()
  const params = { reservation_id }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
}

/** Rules whose prices depend on what else was booked and for how long. */
const counting = {
  max_short_reservations: 5,
  max_hours: { hours: 744, per: 'MONTH' as const },
  nth_spot_prices: [
    { nth: 2, percent_bps: 5000 },
    { nth: 3, percent_bps: 10_000 },
  ],
}

test('reproduces every charge under today’s terms, counting bookings as they were at the time', async () => {
  await stage.setRules(counting)
  const charged: number[] = []
  const book = async (...of: Parameters<Stage['book']>) => {
    const reservation = await stage.book(...of)
    charged.push(reservation.total_cents ?? -1)
    return reservation
  }
  const ada = await stage.aDriver()
  // Two at once, one that adjoins the first and is merged into it, and a third at once.
  await book(ada, 0, 2, 3)
  await book(ada, 1, 3, 4)
  expect((await book(ada, 0, 5, 2)).status).toBe('MERGED')
  await book(ada, 4, 6, 1)
  // The extension makes the later booking the second at that time, which it was not before.
  const { id: extended } = await book(ada, 2, 30, 2)
  await extend(ada, extended, at(36))
  await book(ada, 3, 33, 2)
  const ben = await stage.aDriver('Ben')
  const { id: also } = await book(ben, 4, 33, 1)
  await cancel(ben, also)
  await book(ben, 5, 33, 2)
  expect(charged).toHaveLength(8)

  // A monthly reservation without an end.
  const cleo = await stage.aDriver('Cleo')
  const monthly = { spot_id: stage.lot.spot_ids[6] ?? '', starts_at: at(4) }
  const checkout = await api.call(getCheckoutRoute, { query: monthly }, cleo.token)
  const { payment_method_id } = cleo
  const body = { ...monthly, quote_token: checkout.quote_token ?? '', payment_method_id }
  const open = await api.call(bookInstantlyRoute, { body, ...key() }, cleo.token)
  charged.push(open.reservation.total_cents ?? -1)
  const report = await stage.backtest({})
  expect(report).toMatchObject({ ...same, days: 90, bookings: 9, currency: 'USD' })
  expect(report.money_before_cents).toBe(charged.reduce((sum, cents) => sum + cents, 0))
  expect(report.money_after_cents).toBe(report.money_before_cents)
  // Ada's second and third cost 50% more, so they cost less without that rule.
  const without = await stage.backtest({ rule_set: { rules: rulesOf({}) } })
  expect(without.less_expensive).toBe(4)
})

test('counts an unpaid hold while it lasted but not as a booking', async () => {
  await stage.setRules(counting)
  const declining = await stage.aDriver('Ada', 'pm_card_chargeCustomerFail')
  await expect(stage.book(declining, 0, 2, 2)).rejects.toMatchObject({ status: 402 })
  const ada = { ...declining, payment_method_id: await aCard(api, declining) }
  const second = await stage.book(ada, 1, 2, 2)
  expect(second.total_cents).toBe(1299)
  api.ports.advance({ minutes: 30 })
  await api.runJobs()
  const third = await stage.book(ada, 2, 2, 1)
  const report = await stage.backtest({})
  expect(report).toMatchObject({ ...same, bookings: 2 })
  expect(report.money_before_cents).toBe(1299 + (third.total_cents ?? 0))
})

test('keeps staff prices and counts overridden bookings as refused under new rules', async () => {
  await stage.setRules({ max_duration_minutes: 120 })
  const driver = await stage.aDriver()
  const { email } = driver
  const by = (spot: number, hours: number, more: object) => {
    nextSecond()
    const booked = {
      spot_id: stage.lot.spot_ids[spot] ?? '',
      starts_at: at(2),
      ends_at: at(2 + hours),
      person: { email },
    }
    const body = { ...booked, payment_kind: 'NONE' as const, ...more }
    return api.call(createByStaffRoute, { body, ...key() }, stage.admin.token)
  }
  for (const free of [await by(0, 10, { override_reason: 'A guest of the house' }), await by(1, 2, {})]) {
    const accept = { params: { reservation_id: free.id }, body: {}, ...key() }
    await api.call(confirmReservationRoute, accept, driver.token)
  }
  const waiting = await by(2, 2, { payment_kind: 'STRIPE', price_cents: 250 })
  expect(waiting.status).toBe('PENDING')
  const change = { rates: { hour_cents: 800 }, rule_set: { rules: rulesOf({ max_duration_minutes: 60 }) } }
  // The last one does not count until it is accepted.
  const report = await stage.backtest(change)
  expect(report).toMatchObject({
    bookings: 2,
    refused: 1,
    more_expensive: 0,
    money_before_cents: 0,
    unexplained: 0,
  })
  await stage.book({ ...(await stage.aDriver()) }, 3, 2, 1)
  expect(await stage.backtest(change)).toMatchObject({
    bookings: 3,
    refused: 1,
    more_expensive: 1,
    money_after_cents: 899,
  })
})

test('treats a reservation that staff moved midway as one booking as it was made', async () => {
  const ada = await stage.aDriver()
  const { id: reservation_id } = await stage.book(ada, 0, 2, 6)
  api.ports.advance({ hours: 4 })
  const replaced = { reservation_id, spot_id: stage.lot.spot_ids[1] ?? '', reason: 'Snow' }
  await api.call(replaceByStaffRoute, { body: replaced, ...key() }, stage.admin.token)
  const report = await stage.backtest({ rates: { day_cents: 2400 } })
  expect(report).toMatchObject({
    bookings: 1,
    more_expensive: 1,
    money_before_cents: 2099,
    money_after_cents: 2499,
  })
  expect(report.differences[0]).toMatchObject({ reservation_id })
  expect(
    Date.parse(report.differences[0]?.ends_at ?? '') - Date.parse(report.differences[0]?.starts_at ?? ''),
  ).toBe(6 * 3_600_000)
})

test('covers only the given days but counts earlier reservations against the limits', async () => {
  const ada = await stage.aDriver()
  const { id: old } = await stage.book(ada, 0, 1, 24 * 7)
  api.ports.advance({ days: 3 })
  const { id: young } = await stage.book(ada, 1, 2, 2)
  const one = { rule_set: { rules: rulesOf({ max_short_reservations: 1 }) } }
  const both = await stage.backtest({ days: 30, ...one })
  expect(both).toMatchObject({ bookings: 2, refused: 1, days: 30 })
  const late = await stage.backtest({ days: 2, ...one })
  expect(late).toMatchObject({ bookings: 1, refused: 1, days: 2 })
  expect(late.differences[0]?.reservation_id).toBe(young)
  expect(both.differences.map(({ reservation_id }) => reservation_id)).not.toContain(old)
})

test('does not report bookings made under other terms, but reports manual changes as unexplained', async () => {
  const ada = await stage.aDriver()
  await stage.book(ada, 0, 2, 2)
  const params = { lot_id: stage.lot.lot_id }
  await api.call(updateLotRoute, { params, body: { hour_cents: 500 } }, stage.admin.token)
  await stage.book(ada, 1, 2, 2)
  expect(await stage.backtest({})).toMatchObject({ ...same, money_before_cents: 2 * 1099 })
  // A manual change in the database must show up as unexplained.
  await asOwner(
    api,
    `with line as (update invoice_lines l set unit_cents = unit_cents + 100, quantity = 1, amount_cents = unit_cents + 100
       where l.lot_id = $1 and l.kind = 'SERVICE_FEE' returning l.invoice_id)
     update invoices i set total_cents = total_cents + 100, paid_cents = paid_cents + 100 from line where i.id = line.invoice_id`,
    [stage.lot.lot_id],
  )
  expect(await stage.backtest({})).toMatchObject({ unexplained: 1, differences: [] })
})

test('previews derived rates and minimum and maximum charges like other rates', async () => {
  const ada = await stage.aDriver()
  await stage.book(ada, 0, 2, 1)
  await stage.book(ada, 1, 2, 6)
  expect(await stage.backtest({ rates: { min_reservation_price: 500 } })).toMatchObject({
    bookings: 2,
    more_expensive: 1,
    money_before_cents: 499 + 2099,
  })
  expect(await stage.backtest({ rates: { max_reservation_price: 1900 } })).toMatchObject({
    refused: 1,
    more_expensive: 0,
  })
  // Six hours are sold as a day. Without a day price they cost as much as five hours.
  const derived = { rates: { day_cents: null, day_from_hours: 4 } }
  expect(await stage.backtest(derived)).toMatchObject({ less_expensive: 1, money_after_cents: 499 + 1699 })
  for (const [rates, field] of [
    [{ min_reservation_price: 900, max_reservation_price: 800 }, 'rates.max_reservation_price'],
    [{ hour_cents: 2500 }, 'rates.hour_cents'],
  ] as const) {
    const params = { lot_id: stage.lot.lot_id }
    expect(await api.refusal(runBacktestRoute, { params, body: { rates } }, stage.admin.token)).toMatchObject(
      {
        status: 400,
        field,
      },
    )
  }
})
