import { aPicture } from '@openspot/api/testing/factories/files.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

/** A driver whose reservation on a spot is current. */
async function aDriver(spot: number): Promise<{ driver: Person; id: string }> {
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  const spot_id = lot.spot_ids[spot] ?? ''
  const { id } = await aReservation(product, driver, { spot_id, payment_method_id, ...times(0, 2) })
  return { driver, id }
}

test('a driver whose spot is taken reports it with a photo and is moved to another spot', async () => {
  const { driver, id } = await aDriver(0)
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/me/reservations/${id}`)
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('radio', { name: 'Someone is in my spot' }).waitFor()
  await page.getByLabel('Their license plate').fill('bx 7310')
  const buffer = await aPicture(1200, 900).jpeg().toBuffer()
  await chooseFile(page, { name: 'spot.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await looksWellEverywhere(page, 'problem-report')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: 'Move to spot A2' }).waitFor()
  await looksWellEverywhere(page, 'problem-choices')
  await page.getByRole('button', { name: 'Move me to A2' }).click()
  await page.getByText('You were moved to spot A2').waitFor()
  await looksWellEverywhere(page, 'problem-moved')
  await page.getByRole('link', { name: 'View reservation' }).click()
  await page.getByText('A2').first().waitFor()
  await visitor.close()
})

fullTest('a driver without another spot cancels and gets everything back', async () => {
  const { pool } = product.server.deps.database
  await pool.query(`update spots set type = 'COMPACT' where id = $1`, [lot.spot_ids[2]])
  const { driver, id } = await aDriver(2)
  const visitor = await aSignedIn(browser, product, driver)
  const { page } = visitor
  await page.goto(`/me/reservations/${id}/problem`)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: /^Cancel and get \$.* back$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Move me/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByText('Your reservation is canceled').waitFor()
  await page.goto('/me/problems')
  await page.getByRole('link', { name: 'Someone is in my spot' }).waitFor()
  await looksWellEverywhere(page, 'my-problems')
  await visitor.close()
})

fullTest(
  'a member reports a broken light, a patroller looks, and an admin corrects the plate and answers',
  async () => {
    const member = await aMember(product.server, lot.lot_id, 'MEMBER')
    const reporter = await aSignedIn(browser, product, member, { viewport: phone })
    await reporter.page.goto('/me/lots')
    await reporter.page.getByRole('link', { name: 'Report a problem' }).click()
    await reporter.page.getByRole('radio', { name: 'Problem with a vehicle' }).check()
    await reporter.page.getByLabel('Their license plate').fill('ABC 1230')
    await reporter.page.getByLabel('Details').fill('It blocks the ramp.')
    await reporter.page.getByRole('button', { name: 'Send report' }).click()
    await reporter.page.getByText('Staff is looking into it').waitFor()

    const patroller = await aSignedIn(
      browser,
      product,
      await aMember(product.server, lot.lot_id, 'PATROLLER'),
      {
        viewport: phone,
      },
    )
    await patroller.page.goto(`/lots/${lot.lot_id}/problems`)
    await patroller.page.getByRole('link', { name: 'Problem with a vehicle' }).click()
    await patroller.page.getByRole('radio', { name: 'As reported' }).check()
    await patroller.page.getByRole('button', { name: 'Save finding' }).click()
    await patroller.page.getByText('Saved').waitFor()
    expect(await patroller.page.getByRole('button', { name: 'Mark as resolved' }).count()).toBe(0)
    await patroller.close()

    const staff = await aSignedIn(browser, product, admin)
    const { page } = staff
    await page.goto(`/lots/${lot.lot_id}/problems`)
    await page.getByRole('link', { name: 'Problem with a vehicle' }).waitFor()
    await looksWellEverywhere(page, 'problems')
    await page.getByRole('link', { name: 'Problem with a vehicle' }).click()
    await page.getByRole('button', { name: 'Correct plate' }).click()
    await page.getByLabel('License plate').fill('ABC123O')
    await page.getByRole('button', { name: 'Save plate' }).click()
    await page.getByText('Previously').waitFor()
    await page.getByLabel('Answer to the driver').fill('We called the driver.')
    await looksWellEverywhere(page, 'problem')
    await page.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByText('Resolved by staff').waitFor()
    await staff.close()

    await reporter.page.reload()
    await reporter.page.getByText('We called the driver.').waitFor()
    expect(await reporter.page.getByText('ABC123O').count()).toBe(0)
    await reporter.close()
  },
)
