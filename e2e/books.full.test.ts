import { readFile } from 'node:fs/promises'
import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { reconcile } from '@openspot/api/money/reconciliation/reconcile.ts'
import { billPlans } from '@openspot/api/money/subscriptions/bill-plans.ts'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { asOwner } from '@openspot/api/testing/owner.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, expectAccessible, picture, sharedBrowser } from './testing/browser.ts'
import { allDone, aPaidReservationOn } from './testing/earners.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let owner: Person
let platform: Person

const console = (path = 'plan') => `/lots/${lot.lot_id}/${path}`
const RECONCILIATION = '/platform/reconciliation'
const pool = () => product.server.deps.database.pool
const deps = () => paymentDepsOf(product.server.deps)

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  // The events happened in the months before this one.
  product.advance(-70 * 24 * 60)
  const created_at = product.server.deps.ports.now().toISOString()
  lot = await aLot(product.server, { name: 'Wells Street Lot', created_at }, 30)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  platform = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Paula' })
  await billPlans(deps())
  product.advance(70 * 24 * 60)
  await billPlans(deps())
  // One of two reservations is refunded directly at the provider, and the other's books have a wrong amount.
  await aPaidReservationOn(product, lot.spot_ids[0] ?? '')
  await aPaidReservationOn(product, lot.spot_ids[1] ?? '', 3)
  const { rows } = await pool().query<{ stripe_charge_id: string }>(
    'select stripe_charge_id from payments where stripe_charge_id is not null order by created_at',
  )
  const [first = '', second = ''] = rows.map(({ stripe_charge_id }) => stripe_charge_id)
  await product.server.deps.stripe.refunds.create({ charge: first, amount: 300 })
  await asOwner(
    product,
    `update stripe_stand_in.objects set data = data || jsonb_build_object('amount', (data->>'amount')::int - 40, 'net', (data->>'net')::int - 40)
     where kind = 'balance_transaction' and data->>'source' = $1`,
    [second],
  )
  product.advance(120)
  await reconcile(deps(), null)
  await allDone(product)
  await pool().query(
    `update sessions set expires_at = $1::timestamptz + interval '30 days', signed_in_at = $1`,
    [deps().ports.now().toISOString()],
  )
})

afterAll(() => product?.close())

async function open(
  person: Person,
  path: string,
  look: Parameters<typeof aSignedIn>[3] = { viewport: desk },
) {
  const visitor = await aSignedIn(browser, product, person, look)
  await visitor.page.goto(path)
  return visitor
}

test('plan and reconciliation are accessible and fit the screen', async () => {
  const visitor = await open(owner, console('monitor'))
  const { page } = visitor
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  await page.getByRole('rowheader', { name: 'Growing' }).first().waitFor()
  await looksWellEverywhere(page, 'plan')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByRole('radio', { name: /Large/ }).check()
  await page.getByRole('radio', { name: 'Immediately' }).check()
  await page.getByText('Due now for the rest of this month').waitFor()
  await looksWellEverywhere(page, 'plan-change')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText('The lot then stops accepting reservations').waitFor()
  await looksWellEverywhere(page, 'plan-cancel')
  await visitor.close()

  const staff = await open(platform, '/me')
  await staff.page.getByRole('button', { name: 'Menu' }).first().click()
  await staff.page.getByRole('menuitem', { name: 'Platform' }).click()
  await staff.page.waitForURL(/\/platform$/)
  await staff.page.goto(RECONCILIATION)
  await staff.page.getByRole('button', { name: 'Missing in our books' }).waitFor()
  await looksWellEverywhere(staff.page, 'reconciliation')
  await staff.page.getByRole('button', { name: 'Missing in our books' }).click()
  await staff.page.getByRole('textbox', { name: 'Note' }).fill('Given back by hand for the broken barrier')
  await staff.page.getByRole('checkbox', { name: /^Book / }).check()
  await looksWellEverywhere(staff.page, 'difference')
  await staff.page.goto(`${RECONCILIATION}?tab=runs`)
  await staff.page.getByRole('columnheader', { name: 'Transactions read' }).waitFor()
  await looksWellEverywhere(staff.page, 'runs')
  await staff.close()
})

test('an owner sees the cost of another plan, changes to it, and finds the bill', async () => {
  const visitor = await open(owner, console())
  const { page } = visitor
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByText('Starter: not enough for 30 spots').waitFor()
  await page.getByRole('radio', { name: /Large/ }).check()
  await page.getByText('Nothing due now').waitFor()
  await page.getByRole('radio', { name: 'Immediately' }).check()
  await page.getByText('Due now for the rest of this month').waitFor()
  const cost = await page.getByRole('dialog').getByRole('definition').first().textContent()
  await page.getByRole('textbox', { name: 'Reason' }).fill('More spots next week')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm plan' }).click()
  await page.getByText('Plan changed').waitFor()
  await page
    .getByRole('row', { name: /Large/ })
    .getByText(cost ?? '')
    .waitFor()
  await picture(page, 'plan-changed')

  // A scheduled change is shown with its date and can be withdrawn.
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByRole('radio', { name: /Growing/ }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('It was for a season')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm plan' }).click()
  await page.getByRole('heading', { name: 'Changes to Growing' }).waitFor()
  await looksWell(page, 'plan-planned')
  await page.getByText('Changes', { exact: true }).click()
  await page.getByRole('button', { name: 'Status: Any status' }).click()
  await page.getByRole('menuitemradio', { name: 'Scheduled' }).click()
  await page.getByRole('rowheader', { name: 'To Growing' }).waitFor()
  expect(page.url()).toContain('tab=changes&state=SCHEDULED')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export changes as CSV', exact: true }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('It was for a season')
  await page.getByRole('button', { name: 'Undo change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo change' }).click()
  await page.getByText('The scheduled change was undone.').waitFor()
  await page.getByText('No changes have this status').waitFor()
  await visitor.close()
})

test('a lot without a plan takes no bookings until its owner chooses one', async () => {
  const visitor = await open(owner, console())
  const { page } = visitor
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('We close')
  await page.getByRole('button', { name: 'Cancel and stop reservations' }).click()
  await page.getByRole('heading', { name: 'Plan ends' }).waitFor()
  await page.getByRole('button', { name: 'Change plan' }).waitFor({ state: 'detached' })
  // A month passes.
  product.advance(32 * 24 * 60)
  await billPlans(deps())
  await allDone(product)
  await pool().query(`update sessions set expires_at = $1::timestamptz + interval '90 days'`, [
    deps().ports.now().toISOString(),
  ])
  await page.reload()
  await page.getByRole('heading', { name: 'This lot doesn’t accept new reservations' }).waitFor()
  await looksWell(page, 'plan-ended')
  await page.goto('/me/notifications')
  // Unpaid bills may have stopped it as well by then.
  await page.getByRole('link', { name: 'Wells Street Lot doesn’t accept new reservations' }).first().click()
  await page.getByRole('button', { name: 'Choose plan' }).click()
  await page.getByRole('radio', { name: /Growing/ }).check()
  await page.getByText('Due for the month that starts today').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('We open again')
  await page.getByRole('button', { name: 'Start plan' }).click()
  await page
    .getByRole('heading', { name: 'This lot doesn’t accept new reservations' })
    .waitFor({ state: 'detached' })
  await page.getByText('30 of 100').waitFor()
  await visitor.close()
})

test('an admin can read the plan, a platform admin can set a price, and patrollers have no access', async () => {
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const reading = await open(admin, console())
  await reading.page.getByText('Only owners of the lot can change the plan.').waitFor()
  expect(await reading.page.getByRole('button', { name: 'Change plan' }).count()).toBe(0)
  await reading.close()

  const staff = await open(platform, console())
  await staff.page.getByRole('button', { name: 'Set custom price' }).click()
  await staff.page.getByRole('textbox', { name: 'Monthly price' }).fill('39')
  await staff.page.getByRole('textbox', { name: 'Reason' }).fill('Three years')
  await staff.page.getByText('Nothing due now').waitFor()
  await expectAccessible(staff.page)
  await staff.page.getByRole('button', { name: 'Confirm price' }).click()
  await staff.page.getByRole('heading', { name: 'Price change' }).waitFor()
  await staff.close()

  const patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const patrol = await open(patroller, console())
  await patrol.page
    .getByRole('heading', { name: 'You don’t have access to this' })
    .or(patrol.page.getByText(/don’t have access/i))
    .first()
    .waitFor()
  await picture(patrol.page, 'plan-refused')
  await patrol.page.goto(RECONCILIATION)
  await patrol.page
    .getByText(/don’t have access/i)
    .first()
    .waitFor()
  await looksWell(patrol.page, 'platform-refused')
  await patrol.close()
})

test('a discrepancy is settled and booked, and the next comparison finds none', async () => {
  const visitor = await open(platform, RECONCILIATION)
  const { page } = visitor
  await page.getByText('3 differences').waitFor()
  await page.getByRole('button', { name: 'Type: Any type' }).click()
  await page.getByRole('menuitemradio', { name: 'Different amount' }).click()
  await page.getByText('1 difference', { exact: true }).waitFor()
  expect(page.url()).toContain('kind=AMOUNT')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export differences as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('Wells Street Lot')
  await page.getByRole('button', { name: 'Different amount', exact: true }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('The provider kept a part; asked on the phone')
  await page.getByRole('checkbox', { name: /^Book the difference of -\$0\.40/ }).check()
  await page.getByRole('button', { name: 'Resolve and book -$0.40' }).click()
  await page.getByText('Difference resolved').waitFor()
  await page.getByText('No differences match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Missing in our books' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Given back by hand for the broken barrier')
  await page.getByRole('checkbox', { name: /^Book / }).check()
  await page.getByRole('button', { name: 'Resolve and book -$3.00' }).click()
  await page.getByText('1 difference', { exact: true }).waitFor()
  // The remaining balance discrepancy disappears automatically.
  await page.getByRole('button', { name: 'Compare now' }).click()
  await page.getByText('No open differences').waitFor()
  await picture(page, 'books-agree')
  await page.getByRole('button', { name: 'Status: Open' }).click()
  await page.getByRole('menuitemradio', { name: 'Resolved' }).click()
  await page.getByRole('button', { name: 'Different amount', exact: true }).click()
  await page.getByText('The provider kept a part').waitFor()
  await page.getByText('Paula Example').waitFor()
  await looksWell(page, 'difference-settled')
  await visitor.close()
  expect(await brokenInvariants(pool())).toEqual({})
})
