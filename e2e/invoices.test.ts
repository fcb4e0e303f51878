import { readFile } from 'node:fs/promises'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { adjustInvoiceRoute, getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { addCard } from './testing/journeys.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let second: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', month_cents: 24_000 }, 7)
  await product.server.deps.database.pool.query('update lots set approval_limit_cents = 300 where id = $1', [
    lot.lot_id,
  ])
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  second = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

async function aBooking(first_name: string, plate: string, index: number, ends: boolean, test_card?: string) {
  const person = await aPerson(product.server, { first_name })
  const payment_method_id = await aCard(product.server, person, test_card)
  const car_id = await addCarOf(product, person, plate)
  const { starts_at, ends_at } = times(0, 3)
  const spot_id = lot.spot_ids[index] ?? ''
  const order = { spot_id, starts_at, payment_method_id, car_id, ...(ends ? { ends_at } : {}) }
  return { person, payment_method_id, reservation: await aReservation(product, person, order) }
}

const pathOf = (reservation: Reservation) => `/lots/${lot.lot_id}/reservations/${reservation.id}`

fullTest("staff undo a refund, and a large refund waits for another admin's approval", async () => {
  const { reservation: made } = await aBooking('Rita', 'RI 14 DER', 0, true)
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(pathOf(made))
  await page.getByRole('button', { name: /^Refund invoice/ }).click()
  await page.getByLabel('Amount').fill('2')
  await page.getByLabel('Reason').fill('The gate was stuck')
  await looksWell(page, 'adjust-desk')
  await page.getByRole('button', { name: 'Refund $2.00' }).click()
  await page.getByText('$2.00 refund').waitFor()
  await looksWell(page, 'invoice-refund-desk')
  await page.getByRole('button', { name: 'Undo refund' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()

  await page.getByRole('button', { name: /^Refund invoice/ }).click()
  await page.getByLabel('Amount').fill('100')
  await page.getByLabel('Reason').fill('Any status')
  await page.getByRole('button', { name: 'Refund $100.00' }).click()
  await page.getByText('The refund is more than the amount that is left to refund').waitFor()
  await page.getByLabel('Amount').fill('4')
  await page.getByRole('button', { name: 'Refund $4.00' }).click()
  await page.getByText('Awaiting approval').waitFor()
  await staff.close()

  const other = await aSignedIn(browser, product, second, { viewport: phone, colorScheme: 'dark' })
  await other.page.goto(pathOf(made))
  await other.page.getByRole('button', { name: 'Approve' }).waitFor()
  await looksWell(other.page, 'invoice-approve-phone-dark')
  // The refund also appears in the list of pending refunds.
  await other.page.goto(`/lots/${lot.lot_id}/refunds`)
  await other.page.getByText('1 refund needs approval').waitFor()
  await looksWell(other.page, 'refunds-phone-dark')
  await other.page.getByRole('button', { name: 'Review' }).click()
  await expect.poll(() => other.page.getByRole('link', { name: /Invoice \d+ · Rita/ }).count()).toBe(1)
  await other.page.getByRole('button', { name: 'Approve' }).click()
  await other.page.getByText('No refunds match this filter').waitFor()
  await other.page.getByRole('button', { name: 'Show all' }).click()
  await other.page.getByText('Processing', { exact: true }).waitFor()
  await other.close()
})

test('staff send a bill, the driver contests it, and staff read why and withdraw it', async () => {
  const { person, reservation: made } = await aBooking('Cole', 'CO 22 LEE', 1, true)
  const staff = await aSignedIn(browser, product, admin, { viewport: desk, colorScheme: 'dark' })
  const { page } = staff
  await page.goto(pathOf(made))
  await page.getByRole('button', { name: 'Send a bill', exact: true }).click()
  // A button that can't be used yet says why when it is pressed, and sends nothing.
  const dialog = page.getByRole('dialog', { name: 'Send a bill' })
  await dialog.getByRole('button', { name: 'Send a bill', exact: true }).click({ force: true })
  await page.getByRole('tooltip', { name: 'Still missing: Amount, Reason' }).waitFor()
  await page.getByLabel('Amount').fill('2.50')
  await page.getByLabel('Reason').fill('Took two spots')
  await page.getByRole('button', { name: 'Send a bill for $2.50' }).click()
  await page.getByText('Sent to the driver').waitFor()
  await looksWell(page, 'bill-sent-desk-dark')

  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  await driver.page.goto(`/me/reservations/${made.id}`)
  await driver.page.getByText('Reason from the lot: Took two spots').waitFor()
  await looksWell(driver.page, 'bill-phone')
  await driver.page.getByRole('button', { name: 'Contest bill' }).click()
  await driver.page.getByLabel('What’s wrong with it?').fill('I used one spot')
  await looksWell(driver.page, 'bill-contest-phone')
  await driver.page.getByRole('button', { name: 'Send to lot' }).click()
  await driver.page.getByText('You contested this bill').waitFor()

  await page.reload()
  await page.getByText('The driver says: I used one spot').waitFor()
  await looksWell(page, 'bill-contested-desk-dark')
  await page.getByRole('button', { name: 'Withdraw bill' }).click()
  await page.getByRole('button', { name: 'Withdraw bill' }).waitFor({ state: 'detached' })
  await driver.page.reload()
  await driver.page.getByRole('heading', { name: 'Activity' }).waitFor()
  await expect.poll(() => driver.page.getByText('Reason from the lot').count()).toBe(0)
  await Promise.all([staff.close(), driver.close()])
})

fullTest(
  'a driver changes the payment method of a monthly reservation and accepts a higher price that staff announced and then withdraw',
  async () => {
    const { person, reservation: made } = await aBooking('Mona', 'MO 33 NTH', 5, false)
    const other = await aCard(product.server, person, 'pm_card_mastercard')
    const driver = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = driver
    await page.goto(`/me/reservations/${made.id}`)
    await page.getByRole('heading', { name: 'Monthly payment' }).waitFor()
    await looksWell(page, 'monthly-phone')
    await page.getByRole('button', { name: 'Change payment method' }).click()
    await page.getByText('ending in 4444').click()
    await page.getByRole('button', { name: 'Use for future months' }).click()
    await page.getByText('Charged to Mastercard').waitFor()
    const { rows } = await product.server.deps.database.pool.query<{ id: string; method: string }>(
      `select s.id, c.payment_method_id as method from subscriptions s join consents c on c.subscription_id = s.id
     where s.reservation_id = $1 and c.ended_at is null`,
      [made.id],
    )
    expect(rows[0]?.method).toBe(other)

    // A card that is added in the form is selected in it on return.
    await page.getByRole('button', { name: 'Change payment method' }).click()
    await addCard(page, '5105 1051 0510 5100')
    await page.getByText('ending in 5100').first().waitFor()
    expect(await page.getByRole('radio', { name: /ending in 5100/ }).isChecked()).toBe(true)
    expect(new URL(page.url()).search).toBe('')
    await looksWell(page, 'monthly-card-added-phone')
    await page.getByRole('button', { name: 'Use for future months' }).click()
    await page.getByText('Charged to Mastercard ending in 5100').waitFor()

    const staff = await aSignedIn(browser, product, admin, { viewport: desk })
    const console = staff.page
    await console.goto(pathOf(made))
    const price = console.getByRole('region', { name: 'Monthly price' })
    await price.getByText('$240.00 a month').waitFor()
    await price.getByRole('button', { name: 'Change monthly price' }).click()
    await console.getByLabel('New price per month').fill('480')
    await console.getByLabel('Reason').fill('New gate')
    await looksWell(console, 'monthly-change-desk')
    await console.getByRole('button', { name: 'Announce new price' }).click()
    await price.getByText('New price: $480.00 a month').waitFor()
    await price.getByText('The driver has to accept it.').waitFor()
    await looksWell(console, 'monthly-announced-desk')
    await page.reload()
    await page.getByText('The lot proposes $480.00 a month').waitFor()
    await looksWell(page, 'monthly-price-phone')
    await page.getByRole('button', { name: 'Accept $480.00 a month' }).click()
    await page.getByText('The lot proposes').waitFor({ state: 'detached' })
    await page.getByText(/^From .*: \$480\.00 a month, plus the service fee/).waitFor()

    await console.setViewportSize(phone)
    await console.reload()
    await price.getByText('The driver accepted it.').waitFor()
    await looksWell(console, 'monthly-accepted-phone')
    await price.getByRole('button', { name: 'Withdraw' }).click()
    await price.getByText('New price: $480.00').waitFor({ state: 'detached' })
    await price.getByRole('button', { name: 'Change monthly price' }).waitFor()
    await Promise.all([driver.close(), staff.close()])
  },
)

fullTest('a driver pays a month whose charge failed', async () => {
  const { person, payment_method_id, reservation: made } = await aBooking('Moe', 'MO 44 NTH', 2, false)
  const { pool } = product.server.deps.database
  // The bank starts declining the card.
  const failing = await aCard(product.server, person, 'pm_card_chargeCustomerFail')
  await pool.query('update payment_methods set deleted_at = created_at where id = $1', [failing])
  await pool.query(
    `update payment_methods m set stripe_payment_method_id = o.stripe_payment_method_id
     from payment_methods o where m.id = $1 and o.id = $2`,
    [payment_method_id, failing],
  )
  // The paid month is over.
  await pool.query(
    `update subscriptions set billed_until = $2::timestamptz - interval '1 minute' where reservation_id = $1`,
    [made.id, new Date().toISOString()],
  )
  await pool.query(`select graphile_worker.add_job('bill')`)
  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = driver
  await expect
    .poll(
      async () => {
        await page.goto(`/me/reservations/${made.id}`)
        await page.getByRole('heading', { name: 'Activity' }).waitFor()
        return page.getByText('We couldn’t charge').count()
      },
      { interval: 1500 },
    )
    .toBeGreaterThan(0)
  await aCard(product.server, person)
  await page.reload()
  await page.getByText('ending in 4242').first().click()
  await looksWell(page, 'owed-phone')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText('We couldn’t charge').waitFor({ state: 'detached' })
  await driver.close()
})

fullTest('a dispute is listed until it is decided and links to its reservation', async () => {
  const { reservation: made } = await aBooking('Dis', 'DI 55 PUT', 3, true, 'pm_card_createDispute')
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/refunds`)
  await page.getByText('Disputes', { exact: true }).click()
  await page.getByText('The bank withdrew').waitFor()
  await looksWell(page, 'disputes-desk')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export disputes as CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(`fraudulent,`)
  await page.getByRole('link', { name: /Invoice \d+ · Dis/ }).click()
  await page.waitForURL(pathOf(made))
  await page.getByRole('button', { name: 'Email receipt' }).click()
  await page.getByText(/sent the receipt to/).waitFor()
  await staff.close()
})

/** The provider takes an attempt for an invoice that is paid, as if its answer had been lost. Its event reaches the product. */
async function takeTwice(invoice_id: string): Promise<void> {
  const { database, stripe } = product.server.deps
  const { rows } = await database.pool.query<{
    id: string
    amount: number
    customer: string
    payment_method: string
  }>(
    `with attempt as (
       insert into payments (lot_id, invoice_id, payment_method_id, status, kind, currency, amount_cents, created_at, session_id, consent_id)
       select lot_id, invoice_id, payment_method_id, 'FAILED', kind, currency, amount_cents, created_at, session_id, consent_id
       from payments where invoice_id = $1 returning id, amount_cents, payment_method_id)
     select a.id, a.amount_cents as amount, c.stripe_customer_id as customer, m.stripe_payment_method_id as payment_method
     from attempt a join payment_methods m on m.id = a.payment_method_id join payment_customers c on c.user_id = m.user_id`,
    [invoice_id],
  )
  const [attempt] = rows
  if (!attempt) throw new Error(`Invoice ${invoice_id} has no payment.`)
  const { id: payment_id, ...of } = attempt
  await stripe.paymentIntents.create({
    ...of,
    currency: 'usd',
    confirm: true,
    off_session: true,
    metadata: { payment_id },
  })
}

test('a second payment for a paid invoice is shown to the driver on the receipt and to staff on the invoice, as returned', async () => {
  const { person, reservation: made } = await aBooking('Dora', 'DO 77 BLE', 6, true)
  await takeTwice(made.invoice_id ?? '')
  const said = /^Paid twice\. The second payment of \$\d+\.\d\d was returned on /
  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  await driver.page.goto(`/me/reservations/${made.id}`)
  await driver.page.getByText(said).waitFor()
  await looksWell(driver.page, 'second-payment-phone')
  await driver.close()
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  await staff.page.goto(pathOf(made))
  await staff.page.getByText(said).waitFor()
  await looksWell(staff.page, 'second-payment-desk')
  await staff.close()
})

fullTest(
  'staff find a refund that the driver’s bank sent back, and record that they paid it back themselves',
  async () => {
    const { reservation: made } = await aBooking('Fred', 'FR 88 EDD', 4, true, 'pm_card_refundFail')
    const { pool } = product.server.deps.database
    await pool.query('update lots set refund_undo_minutes = 0 where id = $1', [lot.lot_id])
    const invoice = { params: { invoice_id: made.invoice_id ?? '' } }
    const body = { kind: 'REFUND' as const, amount_cents: 200, reason: 'The gate was stuck' }
    await call(
      adjustInvoiceRoute,
      { ...invoice, body, idempotency_key: crypto.randomUUID() },
      as(product, admin),
    )
    const status = async () => {
      const { refunds } = await call(getAdminInvoiceRoute, invoice, as(product, admin))
      return refunds[0]?.status
    }
    await expect.poll(status).toBe('SUCCEEDED')
    product.advance(2 * 1440)
    await expect.poll(status).toBe('FAILED')
    const staff = await aSignedIn(browser, product, admin, { viewport: phone })
    const { page } = staff
    await page.goto(`/lots/${lot.lot_id}/refunds?status=FAILED`)
    await page.getByText('It is still owed').waitFor()
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    await looksWell(page, 'failed-refund-phone')
    await page.getByRole('button', { name: 'Record as paid back' }).click()
    await page.getByLabel('How you paid it back').fill('Cash at the booth')
    await looksWell(page, 'paid-back-phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Record as paid back' }).click()
    await page.getByText('Paid back by the lot: Cash at the booth').waitFor()
    await staff.close()
  },
)
