import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  listLotDisputesRoute,
} from '@openspot/contract/money/adjustments.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let taken = 0

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  taken = 0
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

async function aPaidInvoice(card: string): Promise<string> {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, card)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[taken++] ?? '',
    payment_method_id,
  })
  return reservation.invoice_id ?? ''
}
const look = (invoice_id: string) => api.call(getAdminInvoiceRoute, { params: { invoice_id } }, admin.token)
const owed = async () =>
  (
    await api.deps.database.pool.query<{ owed: number }>(
      `select coalesce(sum(amount_cents), 0)::int as owed from earnings where lot_id = $1`,
      [lot.lot_id],
    )
  ).rows[0]?.owed

test('deducts a disputed payment from the lot’s earnings and rejects a refund of it with not_refundable', async () => {
  const invoice_id = await aPaidInvoice('pm_card_createDispute')
  expect(await owed()).toBeGreaterThan(0)
  await api.runJobs()
  const disputed = await look(invoice_id)
  expect(disputed).toMatchObject({
    disputed_cents: disputed.total_cents,
    refundable_cents: 0,
    disputes: [{ status: 'needs_response', reason: 'fraudulent', withdrawn_cents: disputed.total_cents }],
  })
  expect(await owed()).toBe(0)
  const refund = {
    params: { invoice_id },
    body: { kind: 'REFUND' as const, amount_cents: 1, reason: 'Sorry' },
    idempotency_key: secretWord(api.ports),
  }
  expect(await api.refusal(adjustInvoiceRoute, refund, admin.token)).toMatchObject({ code: 'not_refundable' })
})

test('restores the earnings when a dispute is won and keeps the deduction when it is lost', async () => {
  const winning = await aPaidInvoice('pm_card_createDispute')
  const before = await owed()
  await api.runJobs()
  const { stripe, database } = api.deps
  const stripeId = async (invoice_id: string) =>
    (
      await database.pool.query<{ id: string }>(
        'select stripe_dispute_id as id from disputes where invoice_id = $1',
        [invoice_id],
      )
    ).rows[0]?.id ?? ''
  await stripe.disputes.update(await stripeId(winning), {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  await api.standIn.advance({ days: 90 })
  await api.runJobs()
  expect(await look(winning)).toMatchObject({
    disputed_cents: 0,
    disputes: [{ status: 'won', withdrawn_cents: 0, closed_at: expect.any(String) }],
  })
  expect(await owed()).toBe(before)

  const losing = await aPaidInvoice('pm_card_createDispute')
  await api.runJobs()
  await stripe.disputes.close(await stripeId(losing))
  await api.runJobs()
  const lost = await look(losing)
  const listed = async (by: Person, open?: boolean) =>
    (
      await api.call(
        listLotDisputesRoute,
        { params: { lot_id: lot.lot_id }, query: open === undefined ? {} : { open } },
        by.token,
      )
    ).items
  const pending = await aPaidInvoice('pm_card_createDispute')
  await api.runJobs()
  const { number } = await look(pending)
  expect((await listed(admin)).map(({ status }) => status)).toEqual(['needs_response', 'lost', 'won'])
  expect(await listed(admin, true)).toMatchObject([
    { invoice_number: number, currency: 'USD', closed_at: null },
  ])
  expect((await listed(admin, false)).map(({ status }) => status)).toEqual(['lost', 'won'])
  const stranger = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  expect(
    await api.refusal(listLotDisputesRoute, { params: { lot_id: lot.lot_id }, query: {} }, stranger.token),
  ).toMatchObject({ status: 403 })
  expect(lost).toMatchObject({ disputed_cents: lost.total_cents, disputes: [{ status: 'lost' }] })
  expect(await owed()).toBe(before)
})

test('withdraws nothing for an inquiry and cancels a pending refund when a dispute opens', async () => {
  const asked = await aPaidInvoice('pm_card_createDisputeInquiry')
  await api.runJobs()
  expect(await look(asked)).toMatchObject({
    disputed_cents: 0,
    disputes: [{ status: 'warning_needs_response', withdrawn_cents: 0 }],
  })

  const invoice_id = await aPaidInvoice('pm_card_createDispute')
  await api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id },
      body: { kind: 'REFUND', amount_cents: 100, reason: 'Sorry' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  await api.runJobs()
  const { disputed_cents, total_cents, refunds } = await look(invoice_id)
  expect([disputed_cents, refunds.map(({ status }) => status)]).toEqual([total_cents, ['UNDONE']])
})
