import { getCheckoutRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { importSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { getReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../jobs/payment-deps.ts'
import { brokenInvariants } from '../platform/invariants/invariants.sql.ts'
import { secretWord } from '../ports.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot } from '../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../testing/factories/people.ts'
import { bookAs, twoHours } from '../testing/factories/reservations.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { sendDueRefunds } from './payments/refunds.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

test('sells, charges, refunds, and documents parking in a currency without decimals by its whole units', async () => {
  const { lot_id } = await aLot(api, { hour_cents: null, day_cents: null, service_fee_cents: 0 }, 1)
  const owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  const params = { lot_id }

  // The prices, entered as the settings and a table of spots have them: 600 is ¥600, not ¥6.
  const body = { currency: 'JPY', hour_cents: 600, min_reservation_price: 300 }
  const { price_configuration } = await api.call(updateLotRoute, { params, body }, owner.token)
  expect(price_configuration).toMatchObject({ currency: 'JPY', cents_per_currency_unit: 1, hour_cents: 600 })
  const table = (hour: string) => ({ params, body: { csv: `label,hour\nB1,${hour}` } })
  expect(await api.refusal(importSpotsRoute, table('700.50'), owner.token)).toMatchObject({
    status: 422,
    details: {
      rows: [{ errors: [{ column: 'hour', message: 'JPY has no decimals. Enter a whole number.' }] }],
    },
  })
  await api.call(importSpotsRoute, table('700'), owner.token)
  const { rows } = await api.deps.database.pool.query<{ id: string; hour_cents: number }>(
    `select id, hour_cents from spots where lot_id = $1 and label = 'B1'`,
    [lot_id],
  )
  expect(rows).toMatchObject([{ hour_cents: 700 }])
  const spot_id = rows[0]?.id ?? ''

  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const query = { spot_id, ...twoHours(api) }
  const { price } = await api.call(getCheckoutRoute, { query }, driver.token)
  expect(price).toMatchObject({ currency: 'JPY', total_cents: 1400 })
  const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id })
  expect(reservation).toMatchObject({ status: 'ACTIVE', currency: 'JPY', total_cents: 1400 })
  const intents = await api.deps.stripe.paymentIntents.list({ limit: 100 })
  expect(intents.data).toMatchObject([{ currency: 'jpy', amount: 1400, status: 'succeeded' }])

  await api.runJobs()
  const emails = await api.deps.database.pool.query<{ body_text: string }>(
    'select body_text from emails where to_address = $1',
    [driver.email],
  )
  expect(emails.rows.map(({ body_text }) => body_text).join('\n')).toContain('¥1,400')

  const invoice_id = reservation.invoice_id ?? ''
  const refund = { kind: 'REFUND' as const, amount_cents: 350, reason: 'Gate was stuck' }
  const idempotency_key = secretWord(api.ports)
  await api.call(adjustInvoiceRoute, { params: { invoice_id }, body: refund, idempotency_key }, owner.token)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  const refunds = await api.deps.stripe.refunds.list({ limit: 100 })
  expect(refunds.data).toMatchObject([{ currency: 'jpy', amount: 350 }])
  const params_of = { reservation_id: reservation.id }
  expect(await api.call(getReservationRoute, { params: params_of }, driver.token)).toMatchObject({
    total_cents: 1400,
  })

  const file = await api.call(getReceiptRoute, { params: { invoice_id } }, driver.token)
  const text = readPdf(Buffer.from(await file.arrayBuffer())).pages.join('\n')
  for (const amount of ['¥700', '¥1,400', '¥350']) expect(text).toContain(amount)
  expect(text).not.toMatch(/¥[\d,]*\.\d/)
})
