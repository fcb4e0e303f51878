import { readFileSync } from 'node:fs'
import { aReservation } from '@openspot/api/testing/factories/calendars.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { listCalendarPricesRoute } from '@openspot/contract/booking/prices.ts'
import { call } from '@openspot/contract/call.ts'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let product: Product
let browser: Browser
let lot: TestLot
let owner: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Garage', hour_cents: 300, time_zone: 'UTC' }, 6)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  await fill()
})
afterAll(() => product?.close())

/** Ninety days in which the evenings are full, the days half full, and the nights empty. */
async function fill(): Promise<void> {
  const { user_id } = await aPerson(product.server)
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let day = 1; day <= 90; day += 1) {
    const midnight = today - day * DAY_MS
    // Thursday to Saturday; the epoch began on a Thursday.
    const isBusy = (midnight / DAY_MS) % 7 < 3
    for (const [spot, spot_id] of lot.spot_ids.entries()) {
      const parts: [hour: number, hours: number][] = []
      if (spot < 4) parts.push([8, 9])
      if (isBusy || spot < 4) parts.push([17, 4])
      for (const [hour, hours] of parts) {
        const starts = midnight + hour * HOUR_MS
        const at = new Date(starts - HOUR_MS).toISOString()
        await aReservation(product.server, {
          lot_id: lot.lot_id,
          spot_id,
          user_id,
          starts_at: new Date(starts).toISOString(),
          ends_at: new Date(starts + hours * HOUR_MS).toISOString(),
          created_at: at,
          confirmed_at: at,
          total_cents: hours === 9 ? 2099 : 1299,
        })
      }
    }
  }
}

const prices = async () =>
  (await call(listCalendarPricesRoute, { params: { lot_id: lot.lot_id } }, as(product, owner))).items

test('an owner sets limits, reads what suggestions would have earned, applies some, and undoes them', async () => {
  const visitor = await aSignedIn(browser, product, owner)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/prices`)
  await page.getByRole('link', { name: 'Price guidance' }).click()
  await page.waitForURL(/\/prices\/guidance$/)
  await page
    .getByText(/100% full over 1[23] weeks, more than 85%/)
    .first()
    .waitFor()
  await page.getByText('$3.00 → $3.30').first().waitFor()
  await page.getByText('Save your limits before you apply suggestions.').waitFor()
  expect(await page.getByRole('button', { name: 'Apply suggestions' }).isDisabled()).toBe(true)
  await looksWellEverywhere(page, 'price-guidance')
  await page.getByRole('heading', { name: 'Occupancy and prices by hour' }).scrollIntoViewIfNeeded()
  await looksWell(page, 'price-guidance-week')

  // Limits are checked while typing, and say what they come to.
  await page.getByLabel('At most higher by').fill('400')
  await page.getByText('Enter 0% to 100%.').waitFor()
  await page.getByLabel('At most higher by').fill('25')
  await page.getByText('Not above $3.75').waitFor()
  await page.getByLabel('At most lower by').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Limits saved.').waitFor()
  // Without lower prices, only the evenings are left.
  await expect.poll(() => page.getByRole('checkbox', { name: /^Apply: / }).count()).toBe(3)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Occupancy and prices by hour as CSV' }).click(),
  ])
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(169)

  await page.getByRole('checkbox', { name: /^Apply: Thursday/ }).uncheck()
  await page.getByText('2 suggestions chosen').waitFor()
  await page.getByRole('button', { name: 'Apply suggestions' }).click()
  await page.getByText('Prices changed in 8 hours of the week.').waitFor()
  await page.getByText(/8 hours of the week cost more, none costs less/).waitFor()
  expect(await prices()).toMatchObject([
    { name: 'Busy hours', percent_bps: 1000, weekdays: ['FRI', 'SAT'], is_guidance: true },
  ])
  await looksWell(page, 'price-guidance-applied')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The previous prices apply again.').waitFor()
  await page.getByText(/^Undone: /).waitFor()
  expect(await prices()).toEqual([])
  await visitor.close()
})

test('on a phone, an owner turns the schedule on, and suggestions that are no longer current are not applied', async () => {
  const visitor = await aSignedIn(browser, product, owner, { viewport: phone })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/prices/guidance`)
  await page.getByRole('button', { name: 'Apply suggestions' }).waitFor()
  await page.getByRole('switch', { name: 'Apply every Monday morning' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Limits saved.').waitFor()
  await page.getByText(/^Next: /).waitFor()
  await looksWell(page, 'price-guidance-phone-schedule')
  const params = { lot_id: lot.lot_id }
  const { version } = await call(getLotRoute, { params }, as(product, owner))
  await call(updateLotRoute, { params, body: { hour_cents: 320, version } }, as(product, owner))
  await page.getByRole('button', { name: 'Apply suggestions' }).click()
  await page.getByText('Prices or limits have changed since this page was loaded').waitFor()
  await looksWell(page, 'price-guidance-phone-changed')
  expect(await prices()).toEqual([])
  await page.getByRole('button', { name: 'Load current suggestions' }).click()
  await page.getByText('$3.20 → $3.50').first().waitFor()
  await call(updateLotRoute, { params, body: { hour_cents: 300 } }, as(product, owner))
  await visitor.close()
})

test('a new lot says what guidance still needs', async () => {
  const empty = await aLot(product.server, { name: 'Quiet Lot' })
  const staff = await aSignedIn(browser, product, await aMember(product.server, empty.lot_id, 'ADMIN'), {
    viewport: phone,
  })
  await staff.page.goto(`/lots/${empty.lot_id}/prices/guidance`)
  await staff.page.getByText('Not enough reservations yet').waitFor()
  await looksWell(staff.page, 'price-guidance-empty')
  await staff.close()
  const patroller = await aSignedIn(browser, product, await aMember(product.server, lot.lot_id, 'PATROLLER'))
  await patroller.page.goto(`/lots/${lot.lot_id}/prices/guidance`)
  await patroller.page.getByText('You don’t have access to this').waitFor()
  await patroller.close()
})

test('prices and hours that someone else saved meanwhile are shown, to reload or to save again', async () => {
  const visitor = await aSignedIn(browser, product, owner)
  const { page } = visitor
  const params = { lot_id: lot.lot_id }
  const save = (body: object) => call(updateLotRoute, { params, body }, as(product, owner))
  await page.goto(`/lots/${lot.lot_id}/prices`)
  await page.getByRole('button', { name: 'Preview impact' }).waitFor()
  await page.getByLabel('Hour', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Discard changes' }).waitFor()
  await save({ hour_cents: 350, day_cents: 2400 })
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Someone else saved changes meanwhile').first().waitFor()
  const hour = page.getByRole('row', { name: /Hour/ })
  await hour.getByText('3.50').waitFor()
  await page.getByRole('row', { name: /Day/ }).getByText('24.00').waitFor()
  await looksWellEverywhere(page, 'edit-conflict-prices')
  await page.getByRole('button', { name: 'Discard mine and reload' }).click()
  await expect.poll(() => page.getByLabel('Hour', { exact: true }).inputValue()).toBe('3.50')
  // Saving again is a decision, and then it is saved.
  await page.getByLabel('Hour', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Discard changes' }).waitFor()
  await save({ hour_cents: 360 })
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await page.getByText(/They apply to new reservations/).waitFor()
  expect((await call(getLotRoute, { params }, as(product, owner))).price_configuration.hour_cents).toBe(400)

  await page.getByLabel('Open 24 hours, 7 days a week').uncheck()
  await save({ opening_hours: { MON: [{ opens: '08:00', closes: '20:00' }] } })
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Someone else saved changes meanwhile').first().waitFor()
  await page
    .getByRole('row', { name: /Tuesday/ })
    .getByText('Closed')
    .waitFor()
  await page.getByRole('button', { name: 'Discard mine and reload' }).click()
  await page.getByText('Someone else saved changes meanwhile').waitFor({ state: 'detached' })
  await visitor.close()
})
