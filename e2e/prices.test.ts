import { readFile } from 'node:fs/promises'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import type { Person } from '@openspot/api/testing/factories/people.ts'
import { asOwner } from '@openspot/api/testing/owner.ts'
import { call } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { desk, phone, sharedBrowser, type Visitor } from './testing/browser.ts'
import { type Look, looksWell } from './testing/looks.ts'
import { type PastLot, pastLots } from './testing/past.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
/** One per test, so that tests do not affect each other. */
let lots: PastLot[]
let lot: PastLot

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lots = await pastLots(product, 4)
})

beforeEach(() => {
  lot = lots.pop() ?? lot
})

afterAll(() => product?.close())

const staff = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)

/** Changes the service fee charged for every booking of the lot. */
const rewriteBooks = (cents: number) =>
  asOwner(
    product,
    `with line as (
       update invoice_lines l set unit_cents = unit_cents + $2, amount_cents = amount_cents + $2
       where l.lot_id = $1 and l.kind = 'SERVICE_FEE' returning l.invoice_id)
     update invoices i set total_cents = total_cents + $2, paid_cents = paid_cents + $2
     from line where i.id = line.invoice_id`,
    [lot.lot_id, cents],
  )

test('base prices are previewed on past bookings, and drivers pay the saved prices', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('prices'))
  // Nothing has changed, so there are no differences.
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByText('No reservations would change').waitFor()
  await page.getByText('All 4 reservations of the last 90 days').waitFor()
  await page.getByText('The current settings explain every reservation').waitFor()
  expect(await page.getByRole('heading', { name: 'Differences' }).count()).toBe(0)

  // A manual change of the books is reported as unexplained, not as a difference.
  await rewriteBooks(100)
  await page.getByRole('button', { name: 'Preview again' }).click()
  await page.getByText('4 reservations don’t match the current settings').waitFor()
  await page.getByText('No reservations would change').waitFor()
  await looksWell(page, 'prices-unexplained-desk')
  await rewriteBooks(-100)

  await page.getByLabel('Hour', { exact: true }).fill('5')
  await page.getByText('This preview is out of date').waitFor()
  await page.getByRole('button', { name: 'Preview again' }).click()
  await page.getByText('3 of 4 reservations would change').waitFor()
  await page.getByText('2 people would be affected.').waitFor()
  await page.getByText('$47.96').waitFor()
  await page.getByText('$53.96').waitFor()
  await page.getByText('+$6.00').waitFor()
  const row = page.getByRole('row', { name: /Ben Example/ })
  await row.getByText('$12.99').waitFor()
  await row.getByText('$15.99').waitFor()
  await row.getByText('+$3.00').waitFor()
  expect(await page.getByText('This preview is out of date').count()).toBe(0)
  await looksWell(page, 'prices-base-desk')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export differences as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(5)
  expect(text).toMatch(/,Ben Example,20.*,More expensive,,12\.99,15\.99,USD,/)

  // A day must not cost less than an hour; the server's message appears at the field.
  await page.getByLabel('Day', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('A day would cost less than an hour.').waitFor()
  await page.getByLabel('Day', { exact: true }).fill('')
  await page.getByLabel('If there is no day price, a day costs the same as').fill('6')
  await page.getByText('Calculated from 6 hours').waitFor()
  expect(await lot.costs(4)).toBe(899)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText(/They apply to new reservations/).waitFor()
  // Prices can be saved while the preview is outdated.
  await page.getByText('This preview is out of date').waitFor()
  expect(await lot.costs(4)).toBe(1099)
  expect(await lot.costs(4, 4, 20)).toBe(3099)
  const other = await aSignedIn(browser, product, lot.driver, { viewport: phone })
  await other.page.goto(lot.page())
  await other.page.getByRole('link', { name: 'Book for $10.99' }).waitFor()
  await other.close()
  await visitor.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

fullTest('opening hours are validated while typing, saved, and enforced for drivers', async () => {
  const visitor = await staff(lot.admin, { viewport: phone })
  const { page } = visitor
  await page.goto(lot.console('prices'))
  await page.getByLabel('Open 24 hours, 7 days a week').uncheck()
  await page.getByRole('button', { name: 'Add hours for Monday' }).click()
  await page.getByLabel('Monday, opens (period 2)').selectOption('21:00')
  await page.getByText(/overlaps/).waitFor()
  await page.getByRole('button', { name: 'Remove hours 2 on Monday' }).click()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await page.getByRole('button', { name: `Remove hours 1 on ${day}` }).click()
  }
  await page.getByRole('button', { name: 'Add hours for Sunday' }).click()
  await looksWell(page, 'prices-hours-phone')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Opening hours saved.').waitFor()
  // The lot is open on only one weekday; on the others a driver is refused.
  const refusals = await Promise.all(
    Array.from({ length: 7 }, async (_, day) => (await lot.offered(4, 4 + day * 48, 1)).refusal?.code),
  )
  expect(refusals.filter((code) => code === 'lot_closed').length).toBeGreaterThanOrEqual(6)
  await page.getByLabel('Open 24 hours, 7 days a week').check()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect.poll(async () => (await lot.offered(4)).refusal).toBe(null)
  await visitor.close()
})

fullTest('a zone gets its own prices and is removed', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('prices?tab=zones'))
  await page.getByText('No zones yet').waitFor()
  await page.getByRole('button', { name: 'Add zone' }).click()
  await page.getByLabel('Name').fill('Roof')
  await looksWell(page, 'prices-zone-add-desk')
  await page.getByRole('button', { name: 'Create zone' }).click()
  await page.getByRole('link', { name: 'Roof' }).click()
  await page.getByText('No spots are in this zone yet').waitFor()
  const zone_id = page.url().split('/').at(-1) ?? ''
  for (const index of [0, 5]) {
    await call(
      updateSpotRoute,
      { params: { spot_id: lot.spot_ids[index] ?? '' }, body: { zone_id } },
      as(product, lot.admin),
    )
  }
  await page.getByText('2 spots').waitFor()
  await page.getByLabel('Hour', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByText('1 of 4 reservations would change').waitFor()
  await page
    .getByRole('row', { name: /Ada Example/ })
    .getByText('-$2.00')
    .waitFor()
  await looksWell(page, 'prices-zone-desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/They apply to new reservations/).waitFor()
  expect(await lot.costs(5)).toBe(499)
  expect(await lot.costs(4)).toBe(899)
  await page.getByRole('button', { name: 'Delete zone' }).click()
  await page.getByText(/Its 2 spots stay in the lot/).waitFor()
  await looksWell(page, 'prices-zone-remove-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No zones yet').waitFor()
  expect(await lot.costs(5)).toBe(899)
  await visitor.close()
})

fullTest('a calendar price is drafted, shown in its month, published, unpublished, and removed', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('prices?tab=calendar'))
  await page.getByText('No calendar prices yet').waitFor()
  await looksWell(page, 'prices-calendar-empty-desk')
  await page.getByRole('link', { name: 'Add calendar price' }).click()
  await page.getByLabel('Name').fill('Street fair')
  await page.getByLabel('Percent', { exact: true }).fill('12,555')
  await page.getByText('Enter a percentage with up to 2 decimals').waitFor()
  await page.getByLabel('Percent', { exact: true }).fill('50')
  await page.getByLabel('Repeat').selectOption('DAILY')
  await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor()
  await page.getByRole('row', { name: /Hours/ }).getByText('$6.00').waitFor()
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByText('The preview treats it as published.').waitFor()
  await page.getByText(/reservations? would change|No reservations would change/).waitFor()
  await looksWell(page, 'prices-calendar-new-desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Street fair', level: 1 }).waitFor()
  // A draft changes nothing yet.
  expect(await lot.costs(4, 48)).toBe(899)
  await page.getByRole('link', { name: 'Calendar prices' }).click()
  await page
    .getByRole('row', { name: /Street fair/ })
    .getByText('Draft')
    .waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  const days = page.getByRole('button', { name: /Street fair \(draft\)/ })
  const chosen = page.getByRole('button', { pressed: true, name: /Street fair/ })
  // The eleventh day is never one of the previous month, the first one is unless the month begins on a Monday.
  await days.nth(10).click()
  const eleventh = await chosen.getAttribute('aria-label')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen.getAttribute('aria-label')).not.toBe(eleventh)
  await days.first().click()
  await expect.poll(() => chosen.evaluate((day) => day === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Street fair (draft)' }).waitFor()
  await looksWell(page, 'prices-calendar-desk')
  await page.getByRole('button', { name: 'Publish Street fair' }).click()
  await page.getByText('Street fair published.').waitFor()
  expect(await lot.costs(4, 48)).toBe(1299)
  const other = await aSignedIn(browser, product, lot.driver, { viewport: phone })
  await other.page.goto(lot.page(48))
  await other.page.getByRole('link', { name: 'Book for $12.99' }).waitFor()
  await other.close()
  await page.getByRole('button', { name: 'Unpublish Street fair' }).click()
  await expect.poll(() => lot.costs(4, 48)).toBe(899)
  // The server rejects it, and the message marks its field.
  await page.getByRole('button', { name: 'Filter: Current and upcoming' }).click()
  await page.getByRole('menuitemradio', { name: 'Past' }).click()
  await page.getByText('No calendar prices match this filter').waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe('over')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'Street fair', exact: true }).click()
  await page.getByText('Amount per block').click()
  await page.getByText('Less', { exact: true }).click()
  await page.getByLabel('Amount', { exact: true }).fill('1')
  await page.getByLabel('Hours', { exact: true }).check()
  await page.getByLabel('Published').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => lot.costs(4, 48)).toBe(699)
  await page.getByRole('button', { name: 'Delete calendar price' }).click()
  await looksWell(page, 'prices-calendar-remove-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No calendar prices yet').waitFor()
  expect(await lot.costs(4, 48)).toBe(899)
  await visitor.close()
})
