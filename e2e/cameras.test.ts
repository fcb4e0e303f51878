import { aPicture } from '@openspot/api/testing/factories/files.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

const section = (path: string) => `/lots/${lot.lot_id}/${path}`

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

/** Sends an event as a camera does. */
async function send(address: string, plate: string, image: Buffer | null): Promise<void> {
  const { pathname } = new URL(address)
  const event = {
    data_type: 'alpr_group',
    best_uuid: `${plate} ${Date.now()}`,
    best_plate_number: plate,
    best_confidence: 94,
    epoch_end: Date.now(),
    best_plate: { plate_crop_jpeg: image?.toString('base64') ?? '' },
  }
  const answer = await fetch(`${product.url}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: plate === '' ? 'not what a camera sends' : JSON.stringify(event),
  })
  expect(answer.status).toBe(200)
}

test('an admin sets up a camera, sees who is inside and why, and drivers read what is recorded', async () => {
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, 'KAB 1234')
  await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    car_id,
    ...times(0, 2),
  })
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  const dialog = page.getByRole('dialog')

  await page.goto(section('cameras'))
  await page.getByText('No cameras yet').waitFor()
  await page.getByRole('button', { name: 'Add camera' }).first().click()
  await dialog.getByLabel('Name').fill('Entrance, Wells Street')
  await dialog.getByLabel('Camera or software').selectOption('OpenALPR or Rekor')
  await looksWell(page, 'camera-new-desk')
  await dialog.getByRole('button', { name: 'Add camera' }).click()
  await dialog.getByText('We show it only once').waitFor()
  await looksWell(page, 'camera-address-desk')
  const address = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const data = await aPicture(240, 80).jpeg().toBuffer()
  await send(address, 'KA8 1234', data)
  await send(address, 'ZZ 9999', null)
  await send(address, '', null)
  const unread = () =>
    product.server.deps.database.pool.query('select from camera_events where processed_at is null')
  await expect.poll(async () => (await unread()).rowCount).toBe(0)
  await page.reload()
  await page.getByText('1 unreadable event').waitFor()
  await page.getByText('Working').waitFor()
  await looksWellEverywhere(page, 'cameras')
  await page.getByRole('button', { name: 'Unreadable events of Entrance, Wells Street' }).click()
  await dialog.getByText('Not JSON').waitFor()
  await dialog.getByText('not what a camera sends').waitFor()
  await looksWell(page, 'camera-failures-desk')
  await page.keyboard.press('Escape')

  await page.goto(section('visits'))
  await page.getByText('Looks alike').waitFor()
  await page.getByText('No right found').waitFor()
  await looksWellEverywhere(page, 'visits')
  await page.getByRole('button', { name: 'Picture of KAB1234' }).click()
  await expect
    .poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(240)
  await looksWell(page, 'visit-picture-desk')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mark ZZ9999 as gone' }).click()
  await dialog.getByRole('button', { name: 'Mark as gone' }).click()
  await page.getByText('Visit ended').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Mark ZZ9999 as gone' }).count()).toBe(0)

  await page.getByRole('link', { name: 'All reads' }).click()
  await page.getByText('Matched plate: KAB1234').waitFor()
  await looksWellEverywhere(page, 'plate-reads')

  await call(
    lookUpPlateRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { plate: 'KAB 1234', reason: 'OTHER', note: 'Lights are on' },
      idempotency_key: 'lights-are-on-1',
    },
    as(product, admin),
  )
  await page.goto(section('plate-lookups'))
  await page.getByText('Lights are on').waitFor()
  await looksWellEverywhere(page, 'plate-lookups')
  await page.goto(section('cameras'))
  await page.getByRole('button', { name: 'Share or print' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'QR code for Camera policy' }).waitFor()
  await looksWell(page, 'camera-policy-share')
  await visitor.close()

  const anyone = await aVisitor(browser, product.url, { viewport: phone })
  await anyone.page.goto(`/l/${lot.public_id}`)
  await anyone.page.getByRole('link', { name: 'Cameras read license plates here' }).click()
  await anyone.page.getByRole('heading', { name: 'Cameras at Wells Street Lot' }).waitFor()
  await anyone.page.getByText('kept for 24 hours').waitFor()
  await looksWellEverywhere(anyone.page, 'camera-policy')
  await anyone.close()
})
