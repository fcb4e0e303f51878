import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

test('near a line, a new lot asks which time zone clocks show, and gets the one that was chosen', async () => {
  const owner = await aPerson(product.server)
  const visitor = await aSignedIn(browser, product, owner, { viewport: phone })
  const { page } = visitor
  await page.goto('/lots/new')
  await page.getByLabel('Name', { exact: true }).fill('Yuma lot')
  await page.getByText('Coordinates', { exact: false }).click()
  await page.getByLabel('Latitude').fill('32.72532')
  await page.getByLabel('Longitude').fill('-114.6244')
  const arizona = page.getByRole('radio', { name: /America\/Phoenix/ })
  await arizona.waitFor()
  expect(await arizona.isChecked()).toBe(true)
  await looksWell(page, 'new-lot-near-line-phone')
  await page.getByRole('radio', { name: /America\/Los Angeles/ }).check()
  await page.getByRole('button', { name: 'Create lot' }).click()
  await page.waitForURL(/\/lots\/[^/]+\/setup/)
  const [, lot_id = ''] = /\/lots\/([^/]+)\/setup/.exec(page.url()) ?? []
  const made = await call(getLotRoute, { params: { lot_id } }, as(product, owner))
  expect(made.time_zone).toBe('America/Los_Angeles')
  await visitor.close()
})

fullTest(
  'the settings of a lot near a line show both time zones with the one of the lot selected',
  async () => {
    const lot = await aLot(product.server, { lat: 32.72532, lng: -114.6244, time_zone: 'America/Phoenix' })
    const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
    for (const [name, viewport, colorScheme] of [
      ['phone', phone, 'light'],
      ['desk', desk, 'dark'],
    ] as const) {
      const visitor = await aSignedIn(browser, product, owner, { viewport, colorScheme })
      await visitor.page.goto(`/lots/${lot.lot_id}/settings`)
      const own = visitor.page.getByRole('radio', { name: /America\/Phoenix/ })
      await own.waitFor()
      expect(await own.isChecked()).toBe(true)
      await own.scrollIntoViewIfNeeded()
      await looksWell(visitor.page, `settings-near-line-${name}-${colorScheme}`)
      await visitor.close()
    }
  },
)

test('a new time zone of a lot with a reservation says what moves, and is saved once that is confirmed', async () => {
  const lot = await aLot(product.server)
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const driver = await aPerson(product.server)
  await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    ...tomorrow(10, 2),
    payment_method_id: await aCard(product.server, driver),
  })
  const settings = () => call(getLotRoute, { params: { lot_id: lot.lot_id } }, as(product, owner))
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/settings`)
  await page.getByText('Time zone at this location: America/Chicago').waitFor()
  await page.getByLabel('Time zone').fill('America/New_York')
  const save = page.getByRole('button', { name: 'Save' }).first()
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/1 current or upcoming reservation .* will be 1 hr later/).waitFor()
  await looksWell(page, 'time-zone-moves-desk')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await settings()).time_zone).toBe('America/Chicago')
  await save.click()
  await dialog.getByRole('button', { name: 'Change time zone' }).click()
  await expect.poll(async () => (await settings()).time_zone).toBe('America/New_York')
  await visitor.close()
})
