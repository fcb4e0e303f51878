import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import {
  aCard,
  aMember,
  anotherSession,
  aPerson,
  type Person,
} from '@openspot/api/testing/factories/people.ts'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { createMapRoute } from '@openspot/contract/lots/maps.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { readCalendar } from '@openspot/core/testing/icalendar.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let driver: Person
let booked: Reservation
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Garage', clearance_mm: 2032 }, 12)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  driver = await aPerson(product.server, { first_name: 'Dana' })
  const spots = lot.spot_ids.map((spot_id, at) => {
    const [column, row] = [at % 6, Math.floor(at / 6)]
    return {
      spot_id,
      x: 60 + 60 * column,
      y: 70 + 140 * row,
      width: 50,
      height: 90,
      rotation: 0,
      outline: null,
    }
  })
  const map = { name: 'Level 2', position: 1, width: 420, height: 280, file_id: null, spots }
  await call(createMapRoute, { params: { lot_id: lot.lot_id }, body: map }, as(product, admin))
  booked = await aReservation(product, driver, {
    spot_id: lot.spot_ids[8] ?? '',
    ...times(0, 3),
    payment_method_id: await aCard(product.server, driver),
    car_id: await addCarOf(product, driver, 'AB 12345'),
  })
})
afterAll(() => product?.close())

/** The driver in a new session: a test before may have signed out. */
const again = async () => ({ ...driver, token: await anotherSession(product.server, driver.user_id) })
const stored = () => call(getReservationRoute, { params: { reservation_id: booked.id } }, as(product, admin))
const pass = () => `/me/reservations/${booked.id}`
const isKept = (page: Page) => page.evaluate((path) => caches.match(path).then(Boolean), pass())

fullTest(
  'staff give a number for drivers, who find it on their pass beside the plan, the code, and the calendar file',
  async () => {
    const staff = await aSignedIn(browser, product, admin, { viewport: phone })
    await staff.page.goto(`/lots/${lot.lot_id}/settings`)
    const panel = staff.page.getByRole('region', { name: 'Contact for drivers' })
    await panel.getByLabel('Phone number').fill('312 755 0142')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => panel.getByLabel('Phone number').inputValue()).toBe('(312) 755-0142')
    await staff.close()

    const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
    const { page } = visitor
    await page.goto(pass())
    await page.getByText(`Confirmation number ${shortCode(booked.id)}`).waitFor()
    await page.getByRole('heading', { name: 'Find your spot: Level 2' }).waitFor()
    await page.getByRole('link', { name: 'Call (312) 755-0142' }).waitFor()
    await looksWellEverywhere(page, 'pass-arriving')
    const file = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
    const answer = await page.request.get(file ?? '')
    expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(readCalendar(await answer.text()).events[0]?.['UID']).toBe(`${booked.id}@openspot`)
    await visitor.close()
  },
)

test('a pass that was opened once opens with the network cut, says as of when, and is gone after signing out', async () => {
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page, context } = visitor
  await page.goto(pass())
  await page.getByRole('heading', { name: 'Find your spot: Level 2' }).waitFor()
  await expect.poll(() => isKept(page)).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: /^Offline: shown as of / }).waitFor()
  await page.getByText(`Confirmation number ${shortCode(booked.id)}`).waitFor()
  await page.getByRole('heading', { name: 'Find your spot: Level 2' }).waitFor()
  await page.getByText('AB 12345', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0)
  await looksWell(page, 'pass-offline')

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Add to calendar' }).waitFor()
  expect(await page.getByRole('heading', { name: /^Offline/ }).count()).toBe(0)

  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => isKept(page)).toBe(false)
  await context.setOffline(true)
  expect(await page.goto(pass()).catch(() => 'no page')).toBe('no page')
  await context.setOffline(false)
  await visitor.close()
})

test('with the network cut, an own page that was not kept leads to the kept passes instead of an error of the browser', async () => {
  // The test before signed the session out.
  const visitor = await aSignedIn(browser, product, await again(), { viewport: phone, goes_offline: true })
  const { page, context } = visitor
  await page.goto('/me')
  await expect.poll(() => page.evaluate(() => caches.match('/me').then(Boolean))).toBe(true)
  await context.setOffline(true)
  await page.goto('/me/fines')
  await page.waitForURL((url) => url.pathname === '/me')
  await page.getByRole('heading', { name: /^Offline: shown as of / }).waitFor()
  await context.setOffline(false)
  await visitor.close()
})

fullTest(
  'a companion sees the shared pass without an account and without the vehicle, until the driver stops sharing',
  async () => {
    // The test before signed the session out.
    const visitor = await aSignedIn(browser, product, await again(), { viewport: phone })
    const { page } = visitor
    await page.goto(pass())
    // Loaded by the page itself, so it listens by then.
    await page.getByRole('button', { name: /^Receipt: Payment/ }).waitFor()
    await page.getByRole('button', { name: 'Share pass' }).click()
    const link = page.getByLabel('Link to the pass')
    await expect.poll(() => link.inputValue()).toMatch(/\/pass\/\w{40}$/)
    await looksWell(page, 'share-pass')
    const url = await link.inputValue()

    const companion = await aVisitor(browser, product.url, { viewport: phone })
    await companion.page.goto(new URL(url).pathname)
    await companion.page.getByRole('heading', { name: 'Wells Street Garage' }).waitFor()
    await companion.page.getByText('The driver shared this pass with you.').waitFor()
    await companion.page.getByRole('link', { name: 'Directions' }).waitFor()
    expect(await companion.page.getByText('12345').count()).toBe(0)
    await looksWellEverywhere(companion.page, 'shared-pass')

    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await page.getByText('No link to this pass works anymore').waitFor()
    expect((await companion.page.reload())?.status()).toBe(404)
    await companion.close()
    await visitor.close()
  },
)

fullTest('the link of the reminder opens the extension with its price, and one tap books it', async () => {
  const visitor = await aSignedIn(browser, product, await again(), { viewport: phone })
  const { page } = visitor
  const longer = new Date(Date.parse(booked.ends_at ?? '') + 1_800_000).toISOString()
  const link = `${pass()}?change=extend&ends_at=${encodeURIComponent(longer)}`
  await page.goto(link)
  const extend = page.getByRole('button', { name: /^Pay \$\d+\.\d\d$/ })
  await extend.waitFor()
  await looksWell(page, 'extend-from-reminder')
  await expect.poll(() => extend.isEnabled()).toBe(true)
  await extend.click()
  await expect.poll(async () => (await stored()).ends_at).toBe(longer)
  // An old reminder extends nothing twice.
  await page.goto(link)
  await page.getByText('This is your current reservation. Choose something else to change it.').waitFor()
  await visitor.close()
})

fullTest(
  'a driver subscribes to their reservations at an address of their own, and replaces it',
  async () => {
    const visitor = await aSignedIn(browser, product, await again(), { viewport: phone })
    const { page } = visitor
    await page.goto('/me/profile')
    await page.getByRole('button', { name: 'Create calendar address' }).click()
    const field = page.getByLabel('Your calendar’s address')
    await field.waitFor()
    const first = new URL(await field.inputValue())
    await field.scrollIntoViewIfNeeded()
    await looksWell(page, 'calendar-address')
    const calendar = await page.request.get(first.pathname)
    expect(readCalendar(await calendar.text()).events.map(({ UID }) => UID)).toEqual([
      `${booked.id}@openspot`,
    ])
    await page.getByRole('button', { name: 'Replace address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace address' }).click()
    await expect.poll(() => field.inputValue()).not.toBe(first.href)
    expect((await page.request.get(first.pathname)).status()).toBe(404)
    await visitor.close()
  },
)
