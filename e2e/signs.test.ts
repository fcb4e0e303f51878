import { secretWord } from '@openspot/api/ports.ts'
import { aPicture } from '@openspot/api/testing/factories/files.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { listSignsRoute } from '@openspot/contract/lots/signs.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, openBrowser, phone, type Visitor } from './testing/browser.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  lot = await aLot(product.server, {}, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const staff = (look: Look = { viewport: desk }): Promise<Visitor> => aSignedIn(browser, product, admin, look)
const path = (rest: string) => `/lots/${lot.lot_id}/${rest}`
const signs = async () =>
  (await call(listSignsRoute, { params: { lot_id: lot.lot_id } }, as(product, admin))).items

test('signs are added, printed, scanned, and counted, and listed until they are replaced', async () => {
  const visitor = await staff()
  const { page } = visitor
  await page.goto(path('signs'))
  await page.getByText('No signs yet').waitFor()
  await looksWell(page, 'signs-empty-desk')
  const add = async (place: string, leads: string | null) => {
    await page.getByLabel('Location').fill(place)
    if (leads) {
      await page.getByRole('combobox', { name: 'Opens' }).click()
      await page.getByRole('option', { name: leads, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Add sign' }).click()
    await page.getByRole('row', { name: new RegExp(place) }).waitFor()
  }
  await add('Entrance, Wells Street', null)
  await add('Spot by the lift', 'Spot A2')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print all' }).click()
  await page.getByRole('menuitem', { name: 'Eight per page' }).click()
  expect((await saved).suggestedFilename()).toBe('signs.pdf')

  const spot = (await signs()).find(({ spot_label }) => spot_label === 'A2')
  const driver = await aVisitor(browser, product.url, { viewport: phone })
  await driver.page.goto(`/q/${spot?.short_url.split('/q/')[1]}`)
  await driver.page.getByRole('heading', { name: 'Wells Street Lot', level: 1 }).waitFor()
  expect(new URL(driver.page.url()).pathname).toBe(`/l/${lot.public_id}`)
  expect(new URL(driver.page.url()).searchParams.get('spot_id')).toBe(lot.spot_ids[1])
  expect((await driver.page.goto('/q/nosuchcode'))?.status()).toBe(404)
  await driver.close()
  expect((await signs()).find(({ id }) => id === spot?.id)?.scans).toBe(1)

  await product.server.deps.database.db
    .updateTable('lots')
    .set({ public_id: secretWord(product.server.deps.ports) })
    .where('id', '=', lot.lot_id)
    .execute()
  await page.reload()
  await page.getByText('2 signs must be replaced').waitFor()
  await looksWell(page, 'signs-outdated-desk')
  await page.getByRole('button', { name: 'Mark the sign at Spot by the lift as replaced' }).click()
  await page.getByText('1 sign must be replaced').waitFor()
  await page.getByRole('button', { name: 'Remove the sign at Entrance, Wells Street' }).click()
  await page.getByText('Its QR code keeps working.').waitFor()
  await looksWell(page, 'signs-take-down-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(async () => (await signs()).map(({ place }) => place)).toEqual(['Spot by the lift'])
  await visitor.close()
  const other = await staff()
  await other.page.goto(path('signs'))
  await other.page.getByText('Spot by the lift').first().waitFor()
  await looksWellEverywhere(other.page, 'signs')
  await other.close()
})

test('a logo is uploaded, shown to drivers, replaced, and removed, and other files are rejected', async () => {
  const public_id = (
    await product.server.deps.database.db
      .selectFrom('lots')
      .select('public_id')
      .where('id', '=', lot.lot_id)
      .executeTakeFirstOrThrow()
  ).public_id
  const visitor = await staff()
  const { page } = visitor
  await page.goto(path('logo'))
  await page.getByText('No logo yet').waitFor()
  await looksWell(page, 'logo-empty-desk')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('logo.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByText('The file is not a PNG, JPEG, or WebP. Upload one of these.').waitFor()
  await looksWell(page, 'logo-refused-desk')
  await choose('logo.png', 'image/png', await aPicture(400, 300).png().toBuffer())
  await page.getByText('Logo saved').waitFor()
  await page.getByRole('img', { name: 'Logo of Wells Street Lot' }).waitFor()
  const driver = await aVisitor(browser, product.url)
  await driver.page.goto(`/l/${public_id}?${new URLSearchParams(times(4, 2))}`)
  const logo = driver.page.locator('h1').locator('..').locator('img')
  await logo.waitFor()
  expect(await logo.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(400)
  await looksWellEverywhere(driver.page, 'logo-lot')
  await driver.close()
  const other = await staff()
  await other.page.goto(path('logo'))
  await other.page.getByRole('img', { name: 'Logo of Wells Street Lot' }).waitFor()
  await looksWellEverywhere(other.page, 'logo')
  await other.close()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No logo yet').waitFor()
  await visitor.close()
})
