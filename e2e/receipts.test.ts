import { readFileSync } from 'node:fs'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let driver: Person
let booked: Reservation

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'חניון Wells Street' })
  driver = await aPerson(product.server, { first_name: 'Grace' })
  const payment_method_id = await aCard(product.server, driver)
  booked = await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    ...times(0, 2),
    payment_method_id,
  })
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

test('a driver downloads the receipt of a reservation and has it emailed', async () => {
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/me/reservations/${booked.id}`)
  const button = page.getByRole('button', { name: /^Receipt: Payment \d+$/ })
  await button.scrollIntoViewIfNeeded()
  await looksWell(page, 'receipt-phone')
  const saved = page.waitForEvent('download')
  // By keyboard only.
  await button.focus()
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await page.getByRole('button', { name: 'Email receipt' }).click()
  await page.getByText(`We sent the receipt to ${driver.email}.`).waitFor()
  await visitor.close()
})

fullTest('the mailbox shows attachments as links', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: desk, colorScheme: 'dark' })
  const { page } = visitor
  await page.goto(`/outbox?to_address=${encodeURIComponent(driver.email)}`)
  await page.getByRole('button', { name: /Your receipt/ }).click()
  const link = page.getByRole('link', { name: /^receipt-\d+\.pdf$/ })
  await link.waitFor()
  await looksWell(page, 'outbox-receipt-desk-dark')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  await visitor.close()
})

fullTest('past reservations have receipts, and a refusal is shown as a message', async () => {
  product.advance(4 * 60)
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone, colorScheme: 'dark' })
  const { page } = visitor
  await page.goto('/me')
  const button = page.getByRole('button', { name: /^Receipt: חניון Wells Street/ })
  await button.waitFor()
  await looksWell(page, 'receipt-past-phone-dark')
  const saved = page.waitForEvent('download')
  await button.click()
  expect((await saved).suggestedFilename()).toMatch(/^receipt-\d+\.pdf$/)
  await page.route('**/receipt', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'invoice_not_paid', message: 'There is no receipt of it.', request_id: '' },
    }),
  )
  await button.click()
  await page.getByText('There is no receipt of it.').waitFor()
  await visitor.close()
})
