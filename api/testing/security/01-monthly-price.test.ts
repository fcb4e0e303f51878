import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { deletePaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import {
  acceptSubscriptionChangeRoute,
  changeSubscriptionRoute,
  getReservationSubscriptionRoute,
  setSubscriptionMethodRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { bill } from '../../money/billing/bill.ts'
import { applyChanges } from '../../money/subscriptions/bill-plans.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let card: string
const key = () => secretWord(api.ports)

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { month_cents: 30_000 })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
  card = await aCard(api, driver)
})

const query = async (text: string, values: unknown[]) =>
  (await api.deps.database.pool.query(text, values)).rows

describe('finding 1: a higher monthly price applies only to drivers who agreed', () => {
  const monthly = async () => {
    const { reservation } = await bookAs(api, driver, {
      spot_id: lot.spot_ids[0] ?? '',
      ends_at: null,
      payment_method_id: card,
    })
    return api.call(
      getReservationSubscriptionRoute,
      { params: { reservation_id: reservation.id } },
      driver.token,
    )
  }
  const raise = (subscription_id: string, month_cents: number, effective_at?: string) => ({
    params: { subscription_id },
    body: {
      kind: 'PRICE' as const,
      month_cents,
      effective_at: effective_at ?? new Date(api.ports.now().getTime() + 32 * 86_400_000).toISOString(),
      reason: 'Costs',
    },
    idempotency_key: key(),
  })
  const passDays = async (days: number) => {
    for (let day = 0; day < days; day++) {
      api.ports.advance({ days: 1 })
      await query(`update sessions set expires_at = expires_at + interval '1 day'`, [])
      await applyChanges(paymentDepsOf(api.deps))
      await bill(paymentDepsOf(api.deps))
    }
    await api.runJobs()
  }
  const months = (reservation_id: string) =>
    query(
      `select total_cents from invoices where reservation_id = $1 and kind = 'PERIOD' and status = 'PAID' order by created_at`,
      [reservation_id],
    )

  test('charges an increase within 25% under the consent after 30 days’ notice', async () => {
    const { id, reservation_id, max_month_cents } = await monthly()
    expect(max_month_cents).toBe(Math.floor(30_099 * 1.25))
    expect(await api.refusal(changeSubscriptionRoute, raise(id, 31_000, 'NOW'), admin.token)).toMatchObject({
      status: 400,
      field: 'effective_at',
    })
    await api.call(changeSubscriptionRoute, raise(id, 36_000), admin.token)
    await passDays(70)
    expect((await months(reservation_id ?? '')).map(({ total_cents }) => total_cents)).toContain(36_099)
  })

  test('drops a larger increase on its date unless the driver accepts it and keeps the previous price', async () => {
    const { id, reservation_id } = await monthly()
    const { change } = await api.call(changeSubscriptionRoute, raise(id, 9_000_000), admin.token)
    expect(change).toMatchObject({ needs_acceptance: true, accepted_at: null })
    await passDays(70)
    expect((await months(reservation_id ?? '')).every(({ total_cents }) => total_cents === 30_099)).toBe(true)
    const kinds = (await query('select kind from notifications where user_id = $1', [driver.user_id])).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(expect.arrayContaining(['PRICE_TO_ACCEPT', 'PRICE_KEPT']))
  })

  test('charges a larger increase that the driver accepts and lets nobody else accept it', async () => {
    const { id, reservation_id } = await monthly()
    const { change } = await api.call(changeSubscriptionRoute, raise(id, 60_000), admin.token)
    const accept = {
      params: { subscription_id: id, change_id: change?.id ?? '' },
      body: { payment_method_id: card },
    }
    expect(await api.refusal(acceptSubscriptionChangeRoute, accept, admin.token)).toMatchObject({
      status: 403,
    })
    await api.call(acceptSubscriptionChangeRoute, accept, driver.token)
    expect(
      await api.refusal(
        acceptSubscriptionChangeRoute,
        { ...accept, params: { ...accept.params, change_id: id } },
        driver.token,
      ),
    ).toMatchObject({ code: 'subscription_change_not_waiting' })
    await passDays(70)
    expect((await months(reservation_id ?? '')).map(({ total_cents }) => total_cents)).toContain(60_099)
  })

  test('keeps a free monthly reservation free until its driver accepts a price', async () => {
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    await aCard(api, member)
    await api.call(
      allowStaffReservationsRoute,
      { params: { lot_id: lot.lot_id }, body: { is_allowed: true } },
      member.token,
    )
    const order = {
      spot_id: lot.spot_ids[0] ?? '',
      user_id: member.user_id,
      payment_kind: 'NONE' as const,
      starts_at: twoHours(api).starts_at,
      ends_at: null,
    }
    const free = await api.call(createByStaffRoute, { body: order, idempotency_key: key() }, admin.token)
    expect(free.status).toBe('ACTIVE')
    const at = { params: { reservation_id: free.id } }
    const { id } = await api.call(getReservationSubscriptionRoute, at, member.token)
    await api.call(changeSubscriptionRoute, raise(id, 9_000), admin.token)
    await passDays(70)
    expect(
      await query('select p.id from payments p join invoices i on i.id = p.invoice_id where i.user_id = $1', [
        member.user_id,
      ]),
    ).toEqual([])
  })

  test('never replaces a removed or changed payment method with another saved card', async () => {
    const { id, reservation_id } = await monthly()
    const other = await aCard(api, driver)
    const remove = { params: { payment_method_id: card } }
    expect(await api.refusal(deletePaymentMethodRoute, remove, driver.token)).toMatchObject({
      code: 'payment_method_in_use',
    })
    const stranger = await aPerson(api)
    const theirs = await aCard(api, stranger)
    const choose = (payment_method_id: string) => ({
      params: { subscription_id: id },
      body: { payment_method_id },
    })
    expect(await api.refusal(setSubscriptionMethodRoute, choose(theirs), driver.token)).toMatchObject({
      code: 'payment_method_needed',
    })
    expect(await api.call(setSubscriptionMethodRoute, choose(other), driver.token)).toMatchObject({
      payment_method: { id: other },
    })
    await api.call(deletePaymentMethodRoute, remove, driver.token)
    await passDays(33)
    const used = await query(
      `select distinct p.payment_method_id as id from payments p join invoices i on i.id = p.invoice_id
       where i.reservation_id = $1 and i.kind = 'PERIOD'`,
      [reservation_id],
    )
    expect(used).toEqual([{ id: other }])
  })
})
