import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { book, chooseLot, enterCard, enterGuest, expectPass, searchFor } from './testing/journeys.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, times } from './testing/reservations.ts'
import { countEffort } from './testing/taps.ts'
import { openSheet, payInSheet } from './testing/wallet-sheet.ts'

// The figures are recorded in docs/measurements.md; a change that costs people more taps has to say so there.

let product: Product
let browser: Browser
let lot: TestLot

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', region: 'IL' }, 8)
})
afterAll(() => product?.close())

fullTest('a guest books from the home page with at most 12 taps, 7 fields, and 4 screens', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page, context } = visitor
  const effort = await countEffort(context, page)
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await enterGuest(page, { full_name: 'Gus Example', email: 'gus.taps@people.example', plate: 'TA 100 PS' })
  // The state is the lot's at first, which is that of most guests.
  expect(await page.getByLabel('State').inputValue()).toBe('IL')
  await enterCard(page, '4242 4242 4242 4242')
  await book(page)
  await expectPass(page)
  const { taps, fields, screens } = effort()
  process.stdout.write(`guest: ${JSON.stringify({ taps, fields, screens })}\n`)
  expect(taps).toBeLessThanOrEqual(12)
  expect(fields).toBeLessThanOrEqual(7)
  expect(screens).toBeLessThanOrEqual(4)
  await visitor.close()
})

fullTest('a guest with a wallet books from the home page with at most 8 taps and 2 fields', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page, context } = visitor
  const effort = await countEffort(context, page)
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await page.getByLabel('License plate').fill('TA 150 PS')
  await page.getByText('Verified').first().waitFor()
  await payInSheet(await openSheet(page, 'Google Pay'))
  await expectPass(page)
  const { taps, fields, screens } = effort()
  process.stdout.write(`guest with a wallet: ${JSON.stringify({ taps, fields, screens })}\n`)
  expect(taps).toBeLessThanOrEqual(8)
  expect(fields).toBeLessThanOrEqual(2)
  await visitor.close()
})

test('a driver who parked here before books again with at most 2 taps and no field', async () => {
  const person = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, person)
  const car_id = await addCarOf(product, person, 'TA 200 PS')
  const [spot_id = ''] = lot.spot_ids.slice(-1)
  const { id } = await aReservation(product, person, { spot_id, ...times(1, 1), payment_method_id, car_id })
  await product.server.deps.database.pool.query(
    `update reservations set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day' where id = $1`,
    [id],
  )
  const visitor = await aSignedIn(browser, product, person, { viewport: phone })
  const { page, context } = visitor
  const effort = await countEffort(context, page)
  await page.goto('/me')
  await page.getByRole('link', { name: /^Book again/ }).click()
  await book(page)
  await expectPass(page)
  const { taps, fields, screens } = effort()
  process.stdout.write(`returning: ${JSON.stringify({ taps, fields, screens })}\n`)
  expect(taps).toBeLessThanOrEqual(2)
  expect(fields).toBe(0)
  await visitor.close()
})
