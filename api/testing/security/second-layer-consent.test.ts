import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { adjustInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { approveBillRoute } from '@openspot/contract/money/bills.ts'
import { setSubscriptionMethodRoute } from '@openspot/contract/money/subscriptions.ts'
import type { Route } from '@openspot/contract/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'
import { removeAccess } from '../removed-access.ts'

/** Routes whose access check is removed: any signed-in user may call them. */
const opened: Route[] = [
  payInvoiceRoute,
  approveBillRoute,
  confirmReservationRoute,
  setSubscriptionMethodRoute,
  adjustInvoiceRoute,
]

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let stranger: Person
let card: string
let theirs: string

removeAccess(opened)
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, { month_cents: 30_000 }, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
  stranger = await aPerson(api)
  card = await aCard(api, driver)
  theirs = await aCard(api, stranger)
})
afterAll(() => api.close())

const key = () => secretWord(api.ports)
const state = () =>
  asOwner<{ row: string }>(
    api,
    `select t::text as row from payments t union all select t::text from consents t union all select t::text from invoices t
     union all select r.id::text || r.status from reservations r order by 1`,
    [],
  )

describe('with the access check of a route removed, the database', () => {
  test('rejects paying, approving, accepting, or consenting for others, and billing in another’s lot', async () => {
    const { reservation } = await bookAs(api, driver, {
      spot_id: lot.spot_ids[0] ?? '',
      payment_method_id: card,
    })
    const monthly = await bookAs(api, driver, {
      spot_id: lot.spot_ids[1] ?? '',
      ends_at: null,
      payment_method_id: card,
    })
    const [months] = await asOwner<{ id: string }>(
      api,
      'select id from subscriptions where reservation_id = $1',
      [monthly.reservation.id],
    )
    const pending = await api.call(
      createByStaffRoute,
      {
        body: {
          spot_id: lot.spot_ids[2] ?? '',
          person: { email: driver.email },
          payment_kind: 'NONE',
          ...twoHours(api, 50),
        },
        idempotency_key: key(),
      },
      admin.token,
    )
    const invoice_id = reservation.invoice_id ?? ''
    const bill = (amount_cents: number, by: Person) => ({
      params: { invoice_id },
      body: { kind: 'CORRECTION' as const, amount_cents, reason: 'Mine' },
      idempotency_key: key(),
      token: by.token,
    })
    const { token, ...asked } = bill(300, admin)
    const made = await api.call(adjustInvoiceRoute, asked, token)
    await asOwner(api, 'update invoices set needs_approval = true, approved_at = null where id = $1', [
      made.correction?.id,
    ])
    const before = await state()

    const { idempotency_key, params, body } = bill(100, stranger)
    const refusals = [
      await api.refusal(
        payInvoiceRoute,
        {
          params: { invoice_id: made.correction?.id ?? '' },
          body: { payment_method_id: theirs },
          idempotency_key: key(),
        },
        stranger.token,
      ),
      await api.refusal(
        confirmReservationRoute,
        { params: { reservation_id: pending.id }, body: {}, idempotency_key: key() },
        stranger.token,
      ),
      await api.refusal(
        setSubscriptionMethodRoute,
        { params: { subscription_id: months?.id ?? '' }, body: { payment_method_id: theirs } },
        stranger.token,
      ),
      await api.refusal(
        approveBillRoute,
        { params: { invoice_id: made.correction?.id ?? '' } },
        stranger.token,
      ),
      await api.refusal(adjustInvoiceRoute, { params, body, idempotency_key }, stranger.token),
    ]
    // `internal` means that no check of the handler but the database itself refused.
    expect(refusals.map(({ code }) => code)).toEqual([
      'invoice_not_open',
      'acceptance_needed',
      'subscription_change_not_possible',
      'internal',
      'internal',
    ])
    expect(await state()).toEqual(before)
  })
})
