import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import type { TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aPerson } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone } from './testing/browser.ts'
import { enterCard, expectPass } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import type { Product } from './testing/product.ts'
import { addCarOf, aSignedIn, tomorrow } from './testing/reservations.ts'
import { openSheet, payInSheet, walletButton } from './testing/wallet-sheet.ts'
import { startWithLot } from './testing/with-lot.ts'

let product: Product
let browser: Browser
let lot: TestLot

beforeAll(async () => {
  ;({ product, browser, lot } = await startWithLot(20))
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product.close()
})

const pathAt = (hour: number) => `/book/${lot.public_id}?${new URLSearchParams(tomorrow(hour, 2))}`

/** Who booked with a plate, and the cards that were charged. */
async function bookingsOf(plate: string) {
  const { rows } = await product.server.deps.database.pool.query(
    `select u.first_name, u.last_name, u.contact_email, r.status, m.last4, m.is_saved
       from cars c join users u on u.id = c.user_id
       join reservations r on r.car_id = c.id
       left join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
       left join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id and p.status = 'SUCCEEDED'
       left join payment_methods m on m.id = p.payment_method_id
      where c.plate_normalized = $1`,
    [plate],
  )
  return rows
}

const isSheetOpen = async (page: Page) =>
  (await page.locator('iframe[title="Secure wallet frame"]').count()) > 0

/** In a page: the provider's script throws at the first tries to make a payment method. */
function failFirst(tries: number): void {
  type Open = (key: string) => { createPaymentMethod: (from: object) => Promise<object> }
  let real: Open | undefined
  let left = tries
  Object.defineProperty(window, 'Stripe', {
    get: () => real,
    set(open: Open) {
      real = (key) => {
        const script = open(key)
        const create = script.createPaymentMethod
        script.createPaymentMethod = (from) =>
          left-- > 0 ? Promise.reject(new Error('There was no answer.')) : create(from)
        return script
      }
    },
  })
}

test('a guest pays by Google Pay with a plate alone: the wallet says who they are, and its card is not saved', async () => {
  const guest = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = guest
  await page.goto(pathAt(8))
  await walletButton(page, 'Google Pay').waitFor()
  expect(await walletButton(page, 'Apple Pay').count()).toBe(0)
  await looksWellEverywhere(page, 'express-pay-guest')

  await page.setViewportSize(phone)
  await page.getByText('Verified').first().waitFor()
  // Without a plate, no sheet opens.
  await walletButton(page, 'Google Pay').click()
  const plate = page.getByLabel('License plate')
  await expect.poll(() => plate.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await isSheetOpen(page)).toBe(false)
  await plate.fill('GP 100')
  const sheet = await openSheet(page, 'Google Pay')
  await sheet.getByText(/^Wells Street Lot: \$8\.99$/).waitFor()
  await looksWell(page, 'express-pay-sheet-phone')
  await payInSheet(sheet)
  await expectPass(page)
  expect(await bookingsOf('GP100')).toEqual([
    {
      first_name: 'Wanda',
      last_name: 'Wallet',
      contact_email: 'wanda@example.com',
      status: 'ACTIVE',
      last4: '4242',
      is_saved: false,
    },
  ])
  await guest.close()
})

fullTest(
  'a guest who typed a name and an email keeps them, and a wallet that gives a name of one word asks for the rest on the page',
  async () => {
    const guest = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = guest
    await page.goto(pathAt(11))
    await page.getByText('Verified').first().waitFor()
    await page.getByLabel('License plate').fill('NA 100')
    await page.getByLabel('Email').fill('typed@people.example')
    const sheet = await openSheet(page, 'Link')
    await sheet.getByLabel('Name').fill('Cher')
    await payInSheet(sheet)
    await page.getByText('Enter your first and last name').first().waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Cher')
    expect(await page.getByLabel('Email').inputValue()).toBe('typed@people.example')
    expect(await bookingsOf('NA100')).toEqual([])

    await page.getByLabel('Full name').fill('Cher Typed')
    await payInSheet(await openSheet(page, 'Link'))
    await expectPass(page)
    expect(await bookingsOf('NA100')).toMatchObject([
      { first_name: 'Cher', last_name: 'Typed', contact_email: 'typed@people.example', status: 'ACTIVE' },
    ])
    await guest.close()
  },
)

fullTest('on a device of Apple, Apple Pay is offered instead of Google Pay', async () => {
  const user_agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const guest = await aVisitor(browser, product.url, { viewport: phone, user_agent })
  const { page } = guest
  await page.goto(pathAt(8))
  await page.getByLabel('License plate').fill('AP 100')
  await page.getByText('Verified').first().waitFor()
  expect(await walletButton(page, 'Google Pay').count()).toBe(0)
  await payInSheet(await openSheet(page, 'Apple Pay'))
  await expectPass(page)
  expect(await bookingsOf('AP100')).toMatchObject([{ status: 'ACTIVE', last4: '4242' }])
  await guest.close()
})

fullTest(
  'a driver cancels the sheet, then a card of the wallet is declined, and another one pays: once, and none of them is saved',
  async () => {
    const person = await aPerson(product.server)
    await addCarOf(product, person, 'DR 100')
    const driver = await aSignedIn(browser, product, person, { viewport: desk })
    const { page } = driver
    await page.goto(pathAt(8))
    await walletButton(page, 'Link').waitFor()
    await looksWellEverywhere(page, 'express-pay-driver')
    const first = await openSheet(page, 'Google Pay')
    await looksWell(page, 'express-pay-sheet')
    await first.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => isSheetOpen(page)).toBe(false)
    expect(await bookingsOf('DR100')).toEqual([])

    await payInSheet(await openSheet(page, 'Google Pay'), /declined/)
    await page.getByText('Your card was declined').first().waitFor()
    await looksWell(page, 'express-pay-declined')
    expect(await bookingsOf('DR100')).toMatchObject([{ status: 'CHECKOUT', last4: null }])

    const again = await openSheet(page, 'Link')
    await payInSheet(again, /4444/)
    await expectPass(page)
    expect(await bookingsOf('DR100')).toMatchObject([{ status: 'ACTIVE', last4: '4444', is_saved: false }])
    await driver.close()
  },
)

fullTest('a price that changes while the sheet is open is shown before anything is paid', async () => {
  const person = await aPerson(product.server)
  await addCarOf(product, person, 'PR 100')
  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = driver
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams({ ...tomorrow(14, 2) })}`)
  const sheet = await openSheet(page, 'Google Pay')
  await sheet.getByText('Wells Street Lot: $8.99').waitFor()
  const { pool } = product.server.deps.database
  await pool.query('update lots set hour_cents = 500 where id = $1', [lot.lot_id])
  try {
    await payInSheet(sheet)
    await page.getByText('The price changed from $8.99 to $10.99').waitFor()
    expect(await bookingsOf('PR100')).toEqual([])
    const second = await openSheet(page, 'Google Pay')
    await second.getByText('Wells Street Lot: $10.99').waitFor()
    await payInSheet(second)
    await expectPass(page)
  } finally {
    await pool.query('update lots set hour_cents = 400 where id = $1', [lot.lot_id])
  }
  await driver.close()
})

fullTest(
  'a payment provider that throws instead of answering is named beside the button that was pressed, and the next try pays',
  async () => {
    const person = await aPerson(product.server)
    await addCarOf(product, person, 'SI 100')
    const driver = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = driver
    const silent = page.getByText('Our payment provider didn’t respond. You haven’t been charged. Try again.')
    await page.addInitScript(failFirst, 2)
    await page.goto(pathAt(17))
    const sheet = await openSheet(page, 'Google Pay')
    await payInSheet(sheet)
    await sheet.getByText('The payment was not completed.').waitFor()
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await silent.waitFor()
    await looksWell(page, 'express-pay-silent')

    await enterCard(page, '4242 4242 4242 4242')
    const pay = page.getByRole('button', { name: /^Pay / }).first()
    await pay.click()
    await expect.poll(() => silent.count()).toBe(2)
    expect(await bookingsOf('SI100')).toEqual([])
    await pay.click()
    await expectPass(page)
    expect(await bookingsOf('SI100')).toMatchObject([{ status: 'ACTIVE', last4: '4242' }])
    await driver.close()
  },
)

fullTest('a wallet books a month, and its card is saved because it pays the months to come', async () => {
  const person = await aPerson(product.server)
  await addCarOf(product, person, 'MO 100')
  await product.server.deps.database.pool.query('update lots set month_cents = 20000 where id = $1', [
    lot.lot_id,
  ])
  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = driver
  const { starts_at } = tomorrow(8, 2)
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams({ starts_at, by: 'month' })}`)
  await page.getByText('We save the card you pay with').first().waitFor()
  await payInSheet(await openSheet(page, 'Link'))
  await expectPass(page)
  expect(await bookingsOf('MO100')).toMatchObject([{ status: 'ACTIVE', last4: '4242', is_saved: true }])
  await driver.close()
})
