import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let tabletUrl = ''

const console = (path: string) => `/lots/${lot.lot_id}/${path}`

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

async function aParkedDriver(spot: number, plate: string, halfHours = 0) {
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, plate)
  const spot_id = lot.spot_ids[spot] ?? ''
  const booked = await aReservation(product, driver, {
    spot_id,
    payment_method_id,
    car_id,
    ...times(halfHours, 2),
  })
  return { driver, booked }
}

const publicIdOf = async () => {
  const { rows } = await product.server.deps.database.pool.query<{ public_option_id: string }>(
    'select public_option_id from validation_options where lot_id = $1 and deleted_at is null',
    [lot.lot_id],
  )
  return rows[0]?.public_option_id ?? ''
}

test('staff add a partner with an option, print its QR code, record a payment, and create the tablet link', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await page.goto(console('validation'))
  await page.getByText('No partners yet').waitFor()
  await looksWellEverywhere(page, 'validation-empty')
  await page.getByRole('button', { name: 'Add partner' }).click()
  await dialog.getByLabel('Name').fill('Corner Café')
  await dialog.getByLabel('Maximum per month').fill('200')
  await dialog.getByRole('button', { name: 'Add partner' }).click()
  await page.getByRole('link', { name: 'Open Corner Café' }).click()

  await page.getByRole('button', { name: 'Add option' }).click()
  await dialog.getByLabel('Name').fill('Lunch')
  await dialog.getByLabel('Up to').fill('5')
  await dialog.getByLabel('Total budget').fill('40')
  await looksWellEverywhere(page, 'validation-option')
  await dialog.getByRole('button', { name: 'Add option' }).click()
  await page.getByText('Budget: $0.00 of $40.00').waitFor()

  await page.getByRole('button', { name: 'QR code of Lunch' }).click()
  await dialog.getByAltText('QR code for Lunch').waitFor()
  await looksWellEverywhere(page, 'validation-qr')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByLabel('Note').fill('Check 1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Check 1042').waitFor()

  await page.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByRole('link')
  await link.waitFor()
  tabletUrl = (await link.getAttribute('href')) ?? ''
  expect(tabletUrl).toContain('/validate/')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await looksWellEverywhere(page, 'validation-partner')
  await visitor.close()
})

test('a driver sees the offer at checkout, chooses it before parking, and validates with the QR code', async () => {
  const { driver, booked } = await aParkedDriver(0, 'GIA 1')
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/me/reservations/${booked.id}`)
  await page.getByText('Corner Café: Up to $5.00').waitFor()
  await looksWellEverywhere(page, 'validation-reservation')
  await page.goto(`/v/${await publicIdOf()}`)
  await looksWellEverywhere(page, 'validation-scan')
  await page.getByRole('button', { name: /^Validate / }).click()
  await page.getByText('Corner Café validated your parking').waitFor()
  await looksWellEverywhere(page, 'validation-scanned')

  const next = times(48, 2)
  const query = new URLSearchParams({
    spot_id: lot.spot_ids[2] ?? '',
    from: next.starts_at,
    to: next.ends_at,
  })
  await page.goto(`/book/${lot.public_id}?${query}`)
  await page.getByText('Corner Café: Up to $5.00').waitFor()
  await visitor.close()

  // A tablet whose clock is that of another zone says whose times it lists.
  const tablet = await aVisitor(browser, product.url, { time_zone: 'America/New_York' })
  await tablet.page.goto(tabletUrl)
  await tablet.page.getByText('1 validation', { exact: false }).waitFor()
  await tablet.page.getByText('Times are in Central Time.').waitFor()
  await tablet.close()
})

fullTest('a driver without parking here is offered to book, and a replaced code is not found', async () => {
  const public_option_id = await publicIdOf()
  const visitor = await aSignedIn(browser, product, await aPerson(product.server), { viewport: phone })
  const { page } = visitor
  await page.goto(`/v/${public_option_id}`)
  await page.getByText('No parking to validate').waitFor()
  await looksWellEverywhere(page, 'validation-none')
  await page.getByRole('link', { name: 'Book parking' }).click()
  await page.waitForURL((url) => url.pathname === `/l/${lot.public_id}`)
  const gone = await page.goto('/v/AAAAAAAAAAAAAAAAAAAAAAAA')
  expect(gone?.status()).toBe(404)
  await visitor.close()
})

fullTest(
  'a partner finds a vehicle by its plate on the tablet and validates it, and staff see both in the history',
  async () => {
    await aParkedDriver(1, 'MAX 7')
    const tablet = await aVisitor(browser, product.url)
    const { page } = tablet
    await page.goto(tabletUrl)
    await looksWellEverywhere(page, 'validation-tablet')
    const search = page.getByLabel('License plate or driver’s code')
    await search.fill('XYZ 99')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('No parked vehicle has this license plate or code').waitFor()
    await search.fill('max7')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: 'Lunch: give $5.00' }).waitFor()
    await looksWellEverywhere(page, 'validation-tablet-found')
    await page.getByRole('button', { name: 'Lunch: give $5.00' }).click()
    await page.getByText('Validated. The driver gets $5.00 back.').waitFor()
    await page.getByText('2 validations').waitFor()
    await tablet.close()

    const visitor = await aSignedIn(browser, product, admin)
    await visitor.page.goto(console('validation'))
    await visitor.page.getByText('MAX 7').first().waitFor()
    await looksWellEverywhere(visitor.page, 'validation')
    await visitor.page.getByLabel('Validated by').selectOption('Staff')
    await visitor.page.getByText('No validations match these filters').waitFor()
    await visitor.close()

    const gone = await aVisitor(browser, product.url)
    await gone.page.goto('/validate/nosuchlink')
    await gone.page.getByText('This link doesn’t work anymore').waitFor()
    await looksWellEverywhere(gone.page, 'validation-tablet-gone')
    await gone.close()
  },
)
