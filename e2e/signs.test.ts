import { secretWord } from '@openspot/api/ports.ts'
import { aPicture } from '@openspot/api/testing/factories/files.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { listSignsRoute } from '@openspot/contract/lots/signs.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser, type Visitor } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, {}, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})

afterAll(() => product?.close())

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

  const first = (await signs()).find(({ place }) => place === 'Entrance, Wells Street')
  await page.getByRole('button', { name: 'Share or print: Entrance, Wells Street' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'QR code for Entrance, Wells Street' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Short link' }).inputValue()).toBe(first?.short_url)
  await page.keyboard.press('Escape')

  const spot = (await signs()).find(({ spot_label }) => spot_label === 'A2')
  const driver = await aVisitor(browser, product.url, { viewport: phone })
  await driver.page.goto(`/q/${spot?.short_url.split('/q/')[1]}`)
  await driver.page.getByRole('heading', { name: 'Wells Street Lot', level: 1 }).waitFor()
  expect(new URL(driver.page.url()).pathname).toBe(`/l/${lot.public_id}`)
  expect(new URL(driver.page.url()).searchParams.get('spot_id')).toBe(lot.spot_ids[1])
  expect((await driver.page.goto('/q/nosuchcode'))?.status()).toBe(404)
  await driver.close()
  expect((await signs()).find(({ id }) => id === spot?.id)?.scans).toBe(1)

  await page.reload()
  await page.getByRole('button', { name: /^1 scan in 30 days of the sign at Spot by the lift/ }).click()
  await page.getByRole('dialog').getByRole('row', { name: /\b1$/ }).waitFor()
  await looksWell(page, 'sign-scans-desk')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^0 scans in 30 days of the sign at Entrance/ }).click()
  await page.getByText('No scans in 90 days').waitFor()
  await page.keyboard.press('Escape')

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

fullTest(
  'the plate check of a lot is shared from its settings and has a sign whose code leads to it',
  async () => {
    const open = await aLot(product.server, { name: 'Open Lot' }, 2)
    const owner = await aMember(product.server, open.lot_id, 'ADMIN')
    const { db } = product.server.deps.database
    await db.updateTable('lots').set({ is_plate_check_public: true }).where('id', '=', open.lot_id).execute()
    const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
    const { page } = visitor
    await page.goto(`/lots/${open.lot_id}/settings`)
    await page.getByRole('button', { name: 'Share or print: License plate check' }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'QR code for License plate check' }).waitFor()
    await page.getByText('Anyone who scans the QR code').waitFor()
    await looksWell(page, 'plate-check-share-desk')
    await page.keyboard.press('Escape')
    await page.goto(`/lots/${open.lot_id}/signs`)
    await page.getByLabel('Location').fill('Office door')
    await page.getByRole('combobox', { name: 'Opens' }).click()
    expect(await page.getByRole('option', { name: 'Camera policy' }).count()).toBe(0)
    await page.getByRole('option', { name: 'License plate check' }).click()
    await page.getByRole('button', { name: 'Add sign' }).click()
    await page.getByRole('row', { name: /Office door.*License plate check/ }).waitFor()
    await visitor.close()
    const { items } = await call(listSignsRoute, { params: { lot_id: open.lot_id } }, as(product, owner))
    const driver = await aVisitor(browser, product.url, { viewport: phone })
    await driver.page.goto(`/q/${items[0]?.short_url.split('/q/')[1]}`)
    await driver.page.waitForURL((url) => url.pathname === '/check')
    await driver.page.getByRole('heading', { name: 'Check a license plate' }).waitFor()
    await driver.page.getByText('Open Lot').first().waitFor()
    await driver.close()
  },
)

fullTest(
  'a logo is uploaded, shown to drivers, replaced, and removed, and other files are rejected',
  async () => {
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
      chooseFile(page, { name, mimeType, buffer })
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
  },
)
