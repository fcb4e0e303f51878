import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, expectAccessible, phone, picture, sharedBrowser } from './testing/browser.ts'
import { addCar, book, chooseLot, enterCard, expectPass, searchFor, signUp } from './testing/journeys.ts'
import { type Product, startProduct } from './testing/product.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  const context = { deps: product.server.deps }
  lot = await aLot(context, { name: 'Wells Street Lot', service_fee_cents: 99 }, 6)
  await aLot(
    context,
    { name: 'Quincy Garage', lat: 41.8787, lng: -87.6362, hour_cents: 650, day_cents: 2400 },
    3,
  )
  admin = await aMember(context, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

async function aSignedIn(person: Person, look = {}) {
  const visitor = await aVisitor(browser, product.url, look)
  await visitor.context.addCookies([{ name: 'openspot', value: person.token, url: product.url }])
  return visitor
}

test('books and pays on a phone, shows it on the monitor immediately, and refunds a cancellation', async () => {
  const staff = await aSignedIn(admin, { viewport: desk })
  await staff.page.goto(`/lots/${lot.lot_id}/monitor`)
  await staff.page.getByText('Live').first().waitFor()
  await staff.page.getByText('No upcoming reservations.').first().waitFor()

  const driver = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = driver
  await signUp(page, { first_name: 'Dora', email: 'dora@people.example' })
  await searchFor(page, 'Chicago Loop')
  await page.getByRole('link', { name: 'Wells Street Lot' }).first().waitFor()
  await expectAccessible(page)
  await picture(page, 'search-phone')
  await chooseLot(page, 'Wells Street Lot')
  await addCar(page, 'BD 51 SMR')
  await enterCard(page, '4242 4242 4242 4242')
  await expectAccessible(page)
  await picture(page, 'checkout-phone')

  const row = staff.page.getByText('Dora Example').first()
  await book(page)
  await expectPass(page)
  // Pushed rather than polled: the monitor itself polls only once a minute.
  await row.waitFor()
  await expectAccessible(page)
  await picture(page, 'pass-phone')
  await expectAccessible(staff.page)
  await picture(staff.page, 'monitor-desk')

  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  const agree = page.getByRole('button', { name: /^Cancel and get \$8\.99 back/ })
  await agree.waitFor()
  await picture(page, 'cancel-phone')
  await agree.click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  await page.getByText('Refunded', { exact: true }).first().waitFor()
  await row.waitFor({ state: 'detached' })

  await driver.close()
  await staff.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

fullTest('a declined card keeps the hold, and another card pays for it', async () => {
  const driver = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = driver
  await signUp(page, { first_name: 'Dan', email: 'dan@people.example' })
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await addCar(page, 'CD 22 ABC')
  await enterCard(page, '4000 0000 0000 0341')
  await book(page)
  await page.getByText('Your card was declined').first().waitFor()
  await page
    .getByText(/You haven’t been charged/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'declined-phone')
  await enterCard(page, '4242 4242 4242 4242')
  await book(page)
  await expectPass(page)
  await driver.close()
})

fullTest('a card that requires authentication leads to the bank and back to the pass', async () => {
  const driver = await aVisitor(browser, product.url, { viewport: desk, colorScheme: 'dark' })
  const { page } = driver
  await signUp(page, { first_name: 'Cleo', email: 'cleo@people.example' })
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await addCar(page, 'EF 33 XYZ')
  await enterCard(page, '4000 0025 0000 3155')
  await book(page)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectPass(page)
  await driver.close()
})

fullTest('a spot taken a moment before is reported with alternatives and without a charge', async () => {
  const driver = await aVisitor(browser, product.url, { viewport: phone, colorScheme: 'dark' })
  const { page } = driver
  await signUp(page, { first_name: 'Tess', email: 'tess@people.example' })
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Quincy Garage', 'A2')
  await addCar(page, 'GH 44 TTT')
  await enterCard(page, '4242 4242 4242 4242')
  await takeSpot(page.url())
  await book(page)
  await page.getByText('Someone just took this spot').first().waitFor()
  await page
    .getByText(/You haven’t been charged/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'taken-phone')
  await driver.close()
})

fullTest('a hold that expires during authentication ends without a charge and offers a way on', async () => {
  const driver = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = driver
  await signUp(page, { first_name: 'Lou', email: 'lou@people.example' })
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await addCar(page, 'JK 55 LLL')
  await enterCard(page, '4000 0027 6000 3184')
  await book(page)
  const agree = page.getByRole('button', { name: 'Complete authentication' })
  await agree.waitFor()
  product.advance(11)
  await released()
  await agree.click()
  await page.getByText('Your hold expired').first().waitFor()
  await page
    .getByText(/you haven’t been charged/i)
    .first()
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'ran-out-phone')
  product.advance(-11)
  await driver.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

/** Waits until the worker has released every expired hold. */
async function released(): Promise<void> {
  const { pool } = product.server.deps.database
  await expect
    .poll(async () => (await pool.query(`select from reservations where status = 'CHECKOUT'`)).rowCount, {})
    .toBe(0)
}

/** Books the spot of a booking page for another person, after ending its hold: pages beyond a limit hold nothing. */
async function takeSpot(url: string): Promise<void> {
  const query = new URL(url).searchParams
  const { pool } = product.server.deps.database
  await pool.query('update page_holds set ended_at = placed_at where spot_id = $1', [query.get('spot_id')])
  await pool.query(
    `insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents, terms_version, cancel_until_at, created_at, created_by_user_id)
     select s.lot_id, s.id, $2, 'ACTIVE', $3, $4, 'USD', 0, 1, $3, $5, $2 from spots s where s.id = $1`,
    [
      query.get('spot_id'),
      admin.user_id,
      query.get('starts_at'),
      query.get('ends_at'),
      new Date().toISOString(),
    ],
  )
}
