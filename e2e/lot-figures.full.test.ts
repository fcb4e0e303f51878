import { readFileSync } from 'node:fs'
import { aReservation } from '@openspot/api/testing/factories/calendars.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let product: Product
let browser: Browser
let lot_id: string

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  const lot = await aLot(product.server, { name: 'Wells Street Garage' }, 24)
  lot_id = lot.lot_id
  await addPast(lot)
})
afterAll(() => product?.close())

/** Adds two months of paid and canceled reservations. */
async function addPast({ spot_ids }: TestLot): Promise<void> {
  const { user_id } = await aPerson(product.server)
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let nth = 0; nth < 240; nth++) {
    const starts = today - Math.floor(nth / 4) * DAY_MS + ((nth * 5) % 14) * HOUR_MS
    const starts_at = new Date(starts).toISOString()
    const total_cents = 500 + ((nth * 37) % 40) * 50
    const reservation_id = await aReservation(product.server, {
      lot_id,
      spot_id: spot_ids[nth % spot_ids.length] ?? '',
      user_id,
      starts_at,
      ends_at: new Date(starts + (1 + (nth % 9)) * HOUR_MS).toISOString(),
      created_at: new Date(starts - (nth % 50) * HOUR_MS).toISOString(),
      status: nth % 11 === 0 ? 'CANCELED' : 'ACTIVE',
      total_cents,
    })
    await product.server.deps.database.pool.query(
      `with i as (
         insert into invoices (lot_id, reservation_id, user_id, status, currency, total_cents, paid_cents, service_fee_cents,
           platform_share_cents, payment_kind, created_at, paid_at)
         values ($1, $2, $3, 'PAID', 'USD', $4, $4, 0, 0, 'STRIPE', $5, $5) returning id, lot_id)
       insert into invoice_lines (lot_id, invoice_id, line_no, kind, amount_cents, quantity, unit_cents)
         select lot_id, id, 1, 'PARKING', $4, 1, $4 from i`,
      [lot_id, reservation_id, user_id, total_cents, starts_at],
    )
  }
}

async function download(page: Page, name: string): Promise<string[]> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export ${name} as CSV` }).click()
  return readFileSync(await (await started).path(), 'utf8')
    .trim()
    .split('\r\n')
}

test('an admin reads a lot’s figures, exports them, and follows a number to its list', async () => {
  const admin = await aMember(product.server, lot_id, 'ADMIN')
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/lots/${lot_id}/analytics`)
  await page.getByRole('link', { name: /^Revenue: \$[1-9]/ }).waitFor()
  await expect.poll(() => page.locator('.recharts-surface').count()).toBeGreaterThanOrEqual(7)
  await looksWellEverywhere(page, 'lot-figures')
  await page.getByRole('heading', { name: 'Occupancy by hour and weekday' }).scrollIntoViewIfNeeded()
  await looksWell(page, 'lot-figures-week')

  const days = await download(page, 'Revenue')
  expect(days).toHaveLength(29)
  expect(days[0]).toContain('Day,Revenue,Days before,Revenue')
  expect(await download(page, 'Occupancy by hour and weekday')).toHaveLength(8)
  const spots = await download(page, 'Utilization by spot')
  expect(spots.length).toBeGreaterThan(20)

  await page.getByRole('button', { name: /Last 28 days/ }).click()
  // Until the answer begins to load, the figures of before are not marked as old.
  const answered = page.waitForResponse((response) => /\/api\/.*figures.*from_on=/.test(response.url()))
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await page.waitForURL(/from_on=/)
  await answered
  const canceled = page.getByRole('link', { name: /^Canceled: \d/ })
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
  const count = /\d+/.exec((await canceled.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await canceled.click()
  await page.waitForURL(/range_of=START&status=CANCELED/)
  await page.getByText(new RegExp(`^${count} (shown|reservations?)`)).waitFor()
  await visitor.close()
})

test('on a phone, a lot without reservations shows that there is nothing to count yet', async () => {
  const empty = await aLot(product.server, { name: 'Quiet Lot' })
  const staff = await aSignedIn(browser, product, await aMember(product.server, empty.lot_id, 'ADMIN'), {
    viewport: phone,
  })
  await staff.page.goto(`/lots/${empty.lot_id}/analytics`)
  await staff.page.getByRole('link', { name: 'Average price: –' }).waitFor()
  await looksWell(staff.page, 'lot-figures-empty')
  await staff.close()
})

test('a patroller has no access to the figures, and no link to them', async () => {
  const patroller = await aSignedIn(browser, product, await aMember(product.server, lot_id, 'PATROLLER'))
  await patroller.page.goto(`/lots/${lot_id}/analytics`)
  await patroller.page.getByText('You don’t have access to this').waitFor()
  await expect.poll(() => patroller.page.getByRole('link', { name: 'Analytics' }).count()).toBe(0)
  await patroller.close()
})
