import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { bill } from '@openspot/api/money/billing/bill.ts'
import { billPlans } from '@openspot/api/money/subscriptions/bill-plans.ts'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { allDone } from './testing/earners.ts'
import { addCard } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let owner: Person

const DAY = 24 * 60
const pool = () => product.server.deps.database.pool
const deps = () => paymentDepsOf(product.server.deps)

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  const created_at = product.server.deps.ports.now().toISOString()
  lot = await aLot(product.server, { name: 'Elm Court Garage', created_at }, 30)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
})

afterAll(() => product?.close())

/** Lets days pass, with everything that is due on each of them. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    product.advance(DAY)
    await pool().query(`update sessions set expires_at = expires_at + interval '1 day'`)
    await billPlans(deps())
    await bill(deps())
  }
  await allDone(product)
}

async function saveBankAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('link', { name: 'Bank account' }).click()
  await page.getByLabel('Account holder').fill('Ada Example')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('button', { name: 'Save bank account' }).click()
}

test('an owner without earnings is asked for a payment method, saves a card, and the plan is paid with it', async () => {
  await billPlans(deps())
  await allDone(product)
  const visitor = await aSignedIn(browser, product, owner, { viewport: phone })
  const { page } = visitor
  await page.goto('/me/notifications')
  await page.getByText('The plan of Elm Court Garage isn’t paid').first().click()
  await page.waitForURL(/\/plan$/)
  await page.getByText('$49.00 isn’t paid').waitFor()
  await page.getByText('Unpaid').first().waitFor()
  await looksWellEverywhere(page, 'plan-unpaid')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await addCard(page, '4242 4242 4242 4242')
  await page.getByText('Visa ending in 4242').first().waitFor()
  await looksWellEverywhere(page, 'plan-method')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Save and pay $49.00' }).click()
  await page.getByText('Payment received').waitFor()
  await page.getByText('$49.00 isn’t paid').waitFor({ state: 'detached' })
  await page
    .getByRole('button', { name: /^Receipt/ })
    .first()
    .waitFor()
  await looksWellEverywhere(page, 'plan-paid')
  await visitor.close()
  // The next month is charged to it without anybody.
  await pass(32)
  const next = await aSignedIn(browser, product, owner, { viewport: desk })
  await next.page.goto(`/lots/${lot.lot_id}/plan`)
  await next.page.getByText('Paid', { exact: true }).nth(1).waitFor()
  await next.close()
  expect(await brokenInvariants(pool())).toEqual({})
})

test('a declined card is told and retried, stops new bookings in the end, and another owner’s bank account resumes them', async () => {
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/plan`)
  await page.getByRole('button', { name: 'Change payment method' }).click()
  // Saving it works, and charging it is declined.
  await addCard(page, '4000 0000 0000 0341')
  await page.getByText('ending in 0341').first().waitFor()
  await page.getByRole('button', { name: 'Save payment method' }).click()
  await page.getByText('Payment method saved').waitFor()
  await pass(31)
  await page.reload()
  await page.getByText(/We’ll try again on/).waitFor()
  await looksWell(page, 'plan-retried')
  await pass(11)
  await page.reload()
  await page.getByText(/The lot takes no new reservations until this is paid/).waitFor()
  await looksWellEverywhere(page, 'plan-stopped')
  await visitor.close()

  const admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  const platform = await aSignedIn(browser, product, admin, { viewport: desk })
  await platform.page.goto('/platform')
  await platform.page.getByText('1 lot has an unpaid plan').waitFor()
  await looksWellEverywhere(platform.page, 'platform-start-unpaid')
  await platform.page.getByRole('link', { name: /unpaid plan/ }).click()
  await platform.page.getByRole('link', { name: 'Elm Court Garage' }).waitFor()
  await platform.page.getByRole('cell', { name: '$49.00' }).waitFor()
  await platform.page.getByText('Owed in USD by 1 lot').waitFor()
  await platform.page.getByText('Stopped', { exact: true }).waitFor()
  await looksWellEverywhere(platform.page, 'platform-unpaid-plans')
  await platform.page.goto('/platform/plans?stopped=false')
  await platform.page.getByText('No lots match this filter').waitFor()
  await platform.page.getByRole('button', { name: 'Clear filters' }).click()
  await platform.page.getByRole('link', { name: 'Elm Court Garage' }).waitFor()

  const other = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const second = await aSignedIn(browser, product, other, { viewport: desk })
  await second.page.goto(`/lots/${lot.lot_id}`)
  await second.page.getByRole('link', { name: '1 unpaid plan bill' }).click()
  await second.page.getByRole('button', { name: 'Pay $49.00' }).click()
  await saveBankAccount(second.page)
  await second.page
    .getByText(/ending in 6789/)
    .first()
    .waitFor()
  await second.page.getByRole('button', { name: 'Save and pay $49.00' }).click()
  await second.page.getByText('$49.00 is being paid').waitFor()
  await looksWell(second.page, 'plan-processing')
  product.advance(5 * DAY)
  await pool().query(`update sessions set expires_at = expires_at + interval '5 days'`)
  await allDone(product)
  await expect
    .poll(async () => {
      await second.page.reload()
      return second.page.getByText('$49.00 is being paid').count()
    })
    .toBe(0)
  await platform.page.goto('/platform/plans')
  await platform.page.getByRole('heading', { name: 'No unpaid plans' }).waitFor()
  await looksWellEverywhere(platform.page, 'platform-no-unpaid-plans')
  await platform.close()
  await second.close()
  const { rows: lots } = await pool().query(`select takes_bookings from lots where id = $1`, [lot.lot_id])
  expect(lots).toEqual([{ takes_bookings: true }])
  expect(await brokenInvariants(pool())).toEqual({})
})

test('an owner and the platform see a refund of a plan that a bank sent back, and the platform sends it again', async () => {
  const admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  const at = product.server.deps.ports.now().toISOString()
  const { rows: made } = await pool().query(
    `with picked as materialized (
       select i.id, i.lot_id, i.paid_cents, p.id as payment_id from invoices i
         join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id and p.status = 'SUCCEEDED'
       where i.lot_id = $1 and i.kind = 'PLAN' and i.status = 'PAID' order by i.paid_at limit 1),
     kept as (
       update invoices i set status = 'PENDING_REFUND', refund_pending_cents = picked.paid_cents
       from picked where i.id = picked.id and i.lot_id = picked.lot_id)
     insert into refunds (lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, by_staff, created_at, queued_at,
       failed_at, stripe_refund_id, failure_message)
     select lot_id, id, payment_id, 'FAILED', paid_cents, 'Charged by mistake', $2, true, $3, $3, $3, 're_sent_back', 'expired_or_canceled_card'
     from picked returning id`,
    [lot.lot_id, admin.user_id, at],
  )
  expect(made).toHaveLength(1)
  const owning = await aSignedIn(browser, product, owner, { viewport: phone })
  await owning.page.goto(`/lots/${lot.lot_id}/plan`)
  await owning.page.getByText(/The bank sent back the \$[\d.]+ refund\./).waitFor()
  await looksWellEverywhere(owning.page, 'plan-failed-refund')
  await owning.close()
  const platform = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = platform
  await page.goto('/platform/plans')
  await page.getByRole('heading', { name: 'Failed refunds' }).waitFor()
  await page.getByText('expired_or_canceled_card').waitFor()
  await looksWellEverywhere(page, 'platform-failed-plan-refunds')
  await page.getByRole('button', { name: 'Send the refund for Elm Court Garage again' }).click()
  await page.getByRole('heading', { name: 'Failed refunds' }).waitFor({ state: 'detached' })
  await allDone(product)
  const { rows } = await pool().query(`select status from refunds where retries_refund_id = $1`, [made[0].id])
  expect(rows).toEqual([{ status: 'SUCCEEDED' }])
  expect(await brokenInvariants(pool())).toEqual({})
  await platform.close()
})
