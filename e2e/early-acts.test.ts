import { aPicture } from '@openspot/api/testing/factories/files.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

/** Opens a page whose scripts don't arrive until the returned function is called, as on a slow connection. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

test('what a person types, chooses, and presses before the scripts of a page arrive is done once they are there', async () => {
  const lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
  await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  const spot_id = lot.spot_ids[0] ?? ''
  const { id } = await aReservation(product, driver, { spot_id, payment_method_id, ...times(0, 2) })
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor

  const arrive = await openWithoutScripts(page, `/me/reservations/${id}/problem`)
  await page.getByLabel('Their license plate').fill('bx 7310')
  await page.getByRole('radio', { name: 'Someone is in my spot' }).click()
  const buffer = await aPicture(1200, 900).jpeg().toBuffer()
  await chooseFile(page, { name: 'spot.jpg', mimeType: 'image/jpeg', buffer })
  expect(await page.getByRole('img', { name: 'Photo 1' }).count()).toBe(0)

  arrive()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Someone is in my spot' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: 'Move to spot A2' }).waitFor()
  const { rows } = await product.server.deps.database.pool.query<{ other_plate: string }>(
    'select other_plate from problems',
  )
  expect(rows).toEqual([{ other_plate: 'BX7310' }])
  await visitor.close()
})

test('a sign-in that is sent before the scripts arrive stays off the address, and is sent once they are there', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/auth/sign-in'))
  const arrive = await openWithoutScripts(page, '/sign-in?next=/me')
  await page.getByLabel('Email').fill('gia@people.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  expect(new URL(page.url()).search).toBe('?next=/me')
  arrive()
  expect((await answered).request().postDataJSON()).toEqual({
    email: 'gia@people.example',
    password: 'correct horse battery',
  })
  await visitor.close()
})
