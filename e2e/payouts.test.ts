import { readFile } from 'node:fs/promises'
import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { payOut } from '@openspot/api/money/payouts/pay-out.ts'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { banks } from '@openspot/api/testing/factories/payouts.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, picture, sharedBrowser } from './testing/browser.ts'
import { aDayPasses, aHostOf, allDone, aPaidReservationOn, setUpHost, setUpLot } from './testing/earners.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let owner: Person
let host: Person & { spot_id: string }
/** A host whose bank account was closed. */
let unlucky: Person & { spot_id: string }
/** A host without a payout account. */
let fresh: Person & { spot_id: string }

const DAYS = 9
const console = (path = 'payouts') => `/lots/${lot.lot_id}/${path}`

/** Makes every session a fresh sign-in, because the clock was moved. */
const allSignIn = () =>
  product.server.deps.database.pool.query('update sessions set signed_in_at = $1', [
    product.server.deps.ports.now().toISOString(),
  ])

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  // The events happened in the days before this one.
  product.advance(-DAYS * 24 * 60)
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 10)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  host = await aHostOf(product, lot, 0, 'Hedy')
  unlucky = await aHostOf(product, lot, 1, 'Ludwig')
  fresh = await aHostOf(product, lot, 2, 'Frida')
  await setUpLot(product, lot.lot_id, owner, banks.good)
  await setUpHost(product, host, banks.good)
  await setUpHost(product, unlucky, banks.closed)
  for (let day = 0; day < DAYS; day++) {
    await aPaidReservationOn(product, host.spot_id, 2 + (day % 3))
    if (day === 0) await aPaidReservationOn(product, unlucky.spot_id, 5)
    if (day > 5) await aPaidReservationOn(product, fresh.spot_id, 3)
    await aPaidReservationOn(product, lot.spot_ids[4 + (day % 3)] ?? '', 3)
    await aDayPasses(product)
  }
  await allSignIn()
})

afterAll(() => product?.close())

const sound = async () => expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})

async function open(person: Person, path: string, look: Parameters<typeof aSignedIn>[3] = {}) {
  const visitor = await aSignedIn(browser, product, person, look)
  await visitor.page.goto(path)
  return visitor
}

fullTest(
  'a host adds their earnings as a payment method; a driver without earnings is not asked',
  async () => {
    const visitor = await open(fresh, '/me/payment-methods', { viewport: phone })
    const { page } = visitor
    await page.getByText('Pay with what you’ve earned').waitFor()
    await looksWellEverywhere(page, 'earnings-offer')
    await page.getByRole('button', { name: 'Add my earnings' }).click()
    await page.getByRole('listitem').getByText('Your earnings').waitFor()
    await page.getByText('Pay with what you’ve earned').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove Your earnings' }).click()
    await page.getByText('which are paid out to you instead').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Pay with what you’ve earned').waitFor()
    await visitor.close()
    const other = await open(await aPerson(product.server), '/me/payment-methods')
    await other.page.getByText('No payment methods yet').waitFor()
    expect(await other.page.getByText('Pay with what you’ve earned').count()).toBe(0)
    await other.close()
    await sound()
  },
)

fullTest('a driver changes the billing name of a card, and sees it with the card', async () => {
  const driver = await aPerson(product.server)
  await aCard(product.server, driver)
  const visitor = await open(driver, '/me/payment-methods', { viewport: phone })
  const { page } = visitor
  await page.getByRole('button', { name: /^Edit billing name: Visa/ }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Billing name').fill('Rosen Parking LLC')
  await looksWell(page, 'billing-name-phone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Billing name saved').waitFor()
  await page
    .getByRole('listitem')
    .getByText(/Rosen Parking LLC/)
    .waitFor()
  await looksWellEverywhere(page, 'payment-methods-named')
  await visitor.close()
})

fullTest('earnings and payouts are accessible and fit the screen', async () => {
  const visitor = await open(host, '/me')
  const { page } = visitor
  await page.getByRole('link', { name: 'Earnings', exact: true }).click()
  await page.getByText('Ready').or(page.getByText('ending in 6789')).first().waitFor()
  await page.getByText('Spot A1').first().waitFor()
  await looksWellEverywhere(page, 'earned')
  await page.getByRole('radiogroup').getByText('Payouts').click()
  await page.getByRole('listitem').getByText('Paid').first().waitFor()
  await looksWellEverywhere(page, 'earnings')
  expect(page.url()).toContain('tab=payouts')
  await page.getByRole('listitem').filter({ hasText: 'Paid' }).first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Included earnings' }).waitFor()
  await looksWellEverywhere(page, 'payout')
  await page.goto('/me/earnings')
  await page.getByRole('link', { name: 'Annual statement' }).click()
  await page.getByRole('rowheader', { name: 'Total' }).waitFor()
  await looksWellEverywhere(page, 'earnings-year')
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF statement' }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/^earnings-20\d\d\.pdf$/)
  expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await visitor.close()

  const poor = await open(unlucky, '/me/earnings?tab=payouts')
  await poor.page.getByRole('listitem').getByText('Failed').waitFor()
  await poor.page.getByRole('listitem').getByRole('link').first().click()
  await poor.page.getByRole('button', { name: 'Retry payout' }).waitFor()
  await looksWellEverywhere(poor.page, 'payout-failed')
  await poor.close()

  const boss = await open(owner, console())
  await boss.page.getByText('ending in 6789').waitFor()
  await boss.page
    .getByRole('link', { name: /^Payout \d/ })
    .first()
    .waitFor()
  await looksWellEverywhere(boss.page, 'lot-payouts')
  await boss.page.getByRole('radiogroup').getByText('Earnings').click()
  await boss.page.getByRole('link', { name: 'Spot A1' }).first().waitFor()
  await looksWellEverywhere(boss.page, 'lot-earned')
  await boss.page.goto(console())
  await boss.page
    .getByRole('link', { name: /^Payout \d/ })
    .first()
    .click()
  await boss.page.getByRole('heading', { name: 'Included earnings' }).waitFor()
  await looksWellEverywhere(boss.page, 'lot-payout')
  await boss.close()
})

test('a host sets up payouts step by step and changes the schedule', async () => {
  const visitor = await open(fresh, '/me/earnings')
  const { page } = visitor
  await page.getByRole('heading', { name: 'Set up payouts' }).waitFor()
  await page.getByText('We’ll pay this out after you add a bank account.').waitFor()
  await looksWell(page, 'earnings-not-set-up')
  await page.getByRole('button', { name: 'Add bank account' }).click()
  await page.getByRole('button', { name: 'Leave out the bank account: something is missing' }).click()
  await page.waitForURL(/\/me\/earnings/)
  await page.getByText('A photo of an identity document').waitFor()
  await expect.poll(() => page.url()).not.toContain('onboarding')
  await looksWell(page, 'earnings-incomplete')
  await page.getByRole('button', { name: 'Continue setup', exact: true }).click()
  await page.getByRole('button', { name: 'Give everything: ready for payouts' }).click()
  await page.waitForURL(/\/me\/earnings/)
  await page.getByText('ending in 6789').waitFor()

  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await page.getByRole('textbox', { name: 'Maximum per payout' }).fill('0')
  await page.getByText('Enter an amount above zero, or leave the field empty.').waitFor()
  await page.getByRole('textbox', { name: 'Maximum per payout' }).fill('5')
  await page.getByRole('combobox', { name: 'Pay out' }).or(page.getByLabel('Pay out')).first().click()
  await page.getByRole('option', { name: 'Every Monday' }).click()
  await picture(page, 'earnings-schedule')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Every Monday').first().waitFor()
  await page.getByText('$5.00').first().waitFor()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'Payouts go to a new bank account' }).click()
  await page.waitForURL(/\/me\/earnings/)
  await visitor.close()
})

fullTest('changing payout settings requires a fresh sign-in and links to it', async () => {
  product.advance(16)
  const visitor = await open(host, '/me/earnings')
  const { page } = visitor
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  await looksWell(page, 'earnings-sign-in')
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.waitForURL(/\/sign-in\?next=%2Fme%2Fearnings/)
  await visitor.close()
  await allSignIn()
})

fullTest('a payout rejected by the bank is repeated after the bank account is corrected', async () => {
  const { stripe, database } = product.server.deps
  const { rows } = await database.pool.query<{ id: string }>(
    'select stripe_account_id as id from payout_accounts where user_id = $1',
    [unlucky.user_id],
  )
  const account = rows[0]?.id ?? ''
  for (const { id } of (await stripe.accounts.listExternalAccounts(account)).data)
    await stripe.accounts.deleteExternalAccount(account, id)
  const good = { object: 'bank_account' as const, country: 'US', currency: 'usd', account_number: banks.good }
  await stripe.accounts.createExternalAccount(account, { external_account: good })
  await allDone(product)
  const visitor = await open(unlucky, '/me/earnings?tab=payouts')
  const { page } = visitor
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByText('The bank account has been closed.').waitFor()
  await page.getByRole('button', { name: 'Retry payout' }).click()
  await page.getByRole('dialog').getByText('We’ll send').waitFor()
  await looksWell(page, 'payout-retry')
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByText('In transit', { exact: true }).waitFor()
  await allDone(product)
  product.advance(3 * 24 * 60)
  await payOut(paymentDepsOf(product.server.deps))
  await allDone(product)
  await page.reload()
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await visitor.close()
  await allSignIn()
  await sound()
})

fullTest('payout lists are filtered in the URL and downloaded as CSV', async () => {
  const visitor = await open(owner, console())
  const { page } = visitor
  await page.getByRole('button', { name: 'Recipient: All recipients' }).click()
  await page.getByRole('menuitemradio', { name: 'Hosts' }).click()
  await page.waitForURL(/payee_kind=HOST/)
  await page.getByRole('cell', { name: 'Hedy Example' }).first().waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'Lot' }).count()).toBe(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export payouts as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Number,Lot,Payee,Status,Created on,Paid on,Amount,Currency')
  expect(text).toContain(',Wells Street Lot,Hedy Example,Paid,')
  expect(text).not.toContain(',The lot,')
  await page.getByRole('button', { name: 'Status: Any status' }).click()
  await page.getByRole('menuitemradio', { name: 'Preparing' }).click()
  await page.getByText('No results match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('cell', { name: 'Lot' }).first().waitFor()
  await visitor.close()
})

fullTest(
  'admins see only the payout status, patrollers nothing, and platform admins cannot change it',
  async () => {
    const admin = await open(await aMember(product.server, lot.lot_id, 'ADMIN'), console())
    await admin.page.getByText('Only an owner of the lot can see and change its payout account.').waitFor()
    await admin.page.getByText('Ready for payouts.').waitFor()
    expect(await admin.page.getByText('6789').count()).toBe(0)
    await looksWell(admin.page, 'lot-payouts-admin')
    await admin.close()
    const patroller = await open(await aMember(product.server, lot.lot_id, 'PATROLLER'), console())
    await patroller.page.getByRole('heading', { name: 'You don’t have access to this' }).waitFor()
    await patroller.close()
    const platform = await open(await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] }), console())
    await platform.page.getByText('Only an owner of the lot can change its payout account.').waitFor()
    expect(await platform.page.getByRole('button', { name: 'Edit schedule' }).count()).toBe(0)
    await platform.close()
    const nobody = await open(await aPerson(product.server), '/me/earnings')
    await nobody.page.getByRole('heading', { name: 'Earn by listing your spot' }).waitFor()
    await looksWell(nobody.page, 'earnings-no-host')
    await nobody.close()
  },
)
