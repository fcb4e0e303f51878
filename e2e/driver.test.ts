import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import { call } from '@openspot/contract/call.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, expectAccessible, phone, picture, sharedBrowser } from './testing/browser.ts'
import { book, enterCard, enterGuest, expectPass } from './testing/journeys.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let small: TestLot
let quiet: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', month_cents: 24_000 }, 8)
  small = await aLot(
    product.server,
    { name: 'Quincy Garage', lat: 41.8787, lng: -87.6362, hour_cents: 650, day_cents: 2400 },
    1,
  )
  // A separate lot, of which any spot may be taken.
  quiet = await aLot(
    product.server,
    { name: 'Huron Street Lot', lat: 41.9, lng: -87.64, month_cents: 24_000 },
    8,
  )
  const { pool } = product.server.deps.database
  await pool.query(`update spots set features = '{EV_CHARGER}', hour_cents = 600 where id = $1`, [
    lot.spot_ids[7],
  ])
  await pool.query(`update lots set opening_hours = $2 where id = $1`, [
    small.lot_id,
    JSON.stringify(Object.fromEntries(everyDay.map((day) => [day, allDay]))),
  ])
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})
const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const allDay = [{ opens: '00:00', closes: '24:00' }]

afterAll(() => product?.close())

/** Creates a person with a card and a vehicle. */
async function aDriver(first_name: string, plate: string, test_card?: string) {
  const person = await aPerson(product.server, { first_name })
  const payment_method_id = await aCard(product.server, person, test_card)
  return { person, payment_method_id, car_id: await addCarOf(product, person, plate) }
}

const spot = (index: number) => lot.spot_ids[index] ?? ''

async function open(page: Page, reservation_id: string): Promise<void> {
  await page.goto(`/me/reservations/${reservation_id}`)
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
}

async function expectSound(): Promise<void> {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
}

test('a guest books any spot on a phone without an account, and what is missing is named at once', async () => {
  const guest = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = guest
  await page.goto(`/l/${quiet.public_id}`)
  await page.getByRole('radio', { name: /Any spot/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'lot-any-phone')
  await page.getByRole('link', { name: /^Book for/ }).click()
  await page.waitForURL(/\/book\//)
  // Nothing is lost if something is missing: it is named beside its field, and no session is made.
  await page.getByLabel('Full name').fill('Gus')
  await book(page)
  await page.getByText('Enter your first and last name.').waitFor()
  await page
    .frameLocator('iframe[title="Secure payment input frame"]')
    .getByText('Your card number is incomplete.')
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'guest-missing-phone')
  await enterGuest(page, { full_name: 'Gus Example', email: 'gus@people.example', plate: 'GS 11 GUS' })
  await page.getByLabel('State').selectOption('IL')
  await enterCard(page, '4242 4242 4242 4242')
  await expectAccessible(page)
  await picture(page, 'guest-phone')
  await book(page)
  await expectPass(page)
  await page.getByText('Until it starts, you might be moved to another spot').waitFor()
  await guest.close()
  await expectSound()
})

fullTest(
  'a driver extends a reservation, pays the difference, and then ends it early for a refund',
  async () => {
    // Within the first minutes, canceling would be the better way out.
    await product.server.deps.database.pool.query(
      'update lots set cancel_until_minutes_after_start = 0 where id = $1',
      [lot.lot_id],
    )
    const { person, ...with_card } = await aDriver('Dora', 'DO 22 RAA')
    const reservation = await aReservation(product, person, {
      spot_id: spot(0),
      ...times(0, 2),
      ...with_card,
    })
    const driver = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = driver
    await open(page, reservation.id)
    await page.getByRole('button', { name: '+1 hr' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'stay-running-phone')

    await page.getByRole('button', { name: '+1 hr' }).click()
    const pay = page.getByRole('button', { name: 'Pay $4.00' })
    await pay.waitFor()
    await page.getByText('Previously agreed').waitFor()
    await expectAccessible(page)
    await picture(page, 'extend-phone')
    await pay.click()
    await page.getByText(/^Extended until/).waitFor()
    await page.getByText('Total paid:').waitFor()

    await page.getByRole('button', { name: 'End parking early' }).click()
    const give = page.getByRole('button', { name: /^End now and get \$/ })
    await give.waitFor()
    await expectAccessible(page)
    await picture(page, 'end-early-phone')
    await give.click()
    await page.getByText(/^Shortened, now ends/).waitFor()
    await page
      .getByText(/refunded/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await picture(page, 'history-phone')
    await driver.close()
    await expectSound()
  },
)

fullTest("a reservation can be extended only until the spot's next reservation", async () => {
  const { person, ...with_card } = await aDriver('Ned', 'NE 33 DDD')
  const other = await aDriver('Ona', 'ON 44 AAA')
  const reservation = await aReservation(product, person, { spot_id: spot(1), ...times(0, 1), ...with_card })
  const { person: next, ...their_card } = other
  const free_until = Date.parse(reservation.ends_at ?? '') + 30 * 60_000
  const then = {
    starts_at: new Date(free_until).toISOString(),
    ends_at: new Date(free_until + 2 * 3_600_000).toISOString(),
  }
  await aReservation(product, next, { spot_id: spot(1), ...then, ...their_card })
  const driver = await aSignedIn(browser, product, person, { viewport: desk, colorScheme: 'dark' })
  const { page } = driver
  await open(page, reservation.id)
  await page.getByRole('button', { name: '+1 hr' }).click()
  await page
    .getByText('The spot is taken or closed at that time. Choose another time or spot.')
    .first()
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'extend-refused-desk-dark')
  await page.getByRole('button', { name: /^Until / }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText(/^Extended until/).waitFor()
  await driver.close()
})

test('a driver moves to another spot, changes times and vehicle, and cancels', async () => {
  const { person, ...with_card } = await aDriver('Mia', 'MI 55 AAA')
  // A temporary plate that expires before the reservation starts.
  await addCarOf(product, person, 'MI 66 BBB', times(3, 0).starts_at)
  const reservation = await aReservation(product, person, {
    spot_id: spot(2),
    ...tomorrow(10, 2),
    ...with_card,
  })
  const driver = await aSignedIn(browser, product, person, { viewport: desk })
  const { page } = driver
  await open(page, reservation.id)
  await expectAccessible(page)
  await picture(page, 'stay-ahead-desk')

  await page.getByRole('button', { name: 'Move to another spot' }).click()
  // Clicks the visible label, which waits until the dialog stops moving.
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /A5/ }) })
    .click()
  await page.getByRole('button', { name: 'Move for free' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'move-desk')
  await page.getByRole('button', { name: 'Move for free' }).click()
  await page.getByText('Moved to another spot').waitFor()

  await page.getByRole('button', { name: 'Change times' }).click()
  await page.getByLabel('Until, time').waitFor()
  const shorter = await page.getByLabel('Until, time').evaluate((select: HTMLSelectElement) => {
    return select.options[select.selectedIndex - 2]?.value ?? '0'
  })
  await page.getByLabel('Until, time').selectOption(shorter)
  await page.getByRole('button', { name: 'End early and get $4.00 back' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'times-desk')
  await page.getByRole('button', { name: 'End early and get $4.00 back' }).click()
  await page.getByText(/^Shortened, now ends/).waitFor()

  await page.getByRole('button', { name: 'Change vehicle' }).click()
  await page.getByRole('radio', { name: /MI 66 BBB/ }).check()
  await page.getByText('This plate expires before your reservation ends').waitFor()
  await expectAccessible(page)
  await picture(page, 'car-temporary-desk')
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await page.getByText('Vehicle changed', { exact: false }).first().waitFor()
  await page.locator('article').getByText('MI 66 BBB').first().waitFor()

  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByRole('button', { name: /^Cancel and get/ }).click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  await driver.close()
  await expectSound()
})

fullTest('a declined card leaves the reservation unchanged and the change payable', async () => {
  const { person, ...with_card } = await aDriver('Dee', 'DE 77 CLI')
  const reservation = await aReservation(product, person, { spot_id: spot(3), ...times(0, 1), ...with_card })
  await aCard(product.server, person, 'pm_card_chargeCustomerFail')
  const driver = await aSignedIn(browser, product, person, { viewport: phone, colorScheme: 'dark' })
  const { page } = driver
  await open(page, reservation.id)
  await page.getByRole('button', { name: '+30 min' }).click()
  await page.getByText('ending in 0341').click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText('Your card was declined').first().waitFor()
  await page.getByRole('heading', { name: 'A change is awaiting payment' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'change-declined-phone-dark')
  await page.getByRole('group').getByText('ending in 4242').click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText(/^Extended until/).waitFor()
  await page.getByRole('heading', { name: 'A change is awaiting payment' }).waitFor({ state: 'detached' })
  await driver.close()
  await expectSound()
})

fullTest('a driver joins the waitlist of a full lot and takes the spot that is offered', async () => {
  const first = await aDriver('Fay', 'FA 11 YYY')
  const { person: firstDriver, ...their_card } = first
  const when = times(12, 2)
  const taken = await aReservation(product, firstDriver, {
    spot_id: small.spot_ids[0] ?? '',
    ...when,
    ...their_card,
  })
  const { person } = await aDriver('Wim', 'WI 22 MMM')
  const driver = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = driver
  await page.goto(`/l/${small.public_id}?${new URLSearchParams(when)}`)
  await page.getByRole('button', { name: 'Join waitlist' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'lot-full-phone')
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await page.getByText('You’re on the waitlist').waitFor()
  await page.goto('/me')
  await page.getByRole('heading', { name: 'Waitlist' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'waiting-phone')

  const staff = await aSignedIn(browser, product, await aMember(product.server, small.lot_id, 'PATROLLER'), {
    viewport: desk,
  })
  await staff.page.goto(`/lots/${small.lot_id}/waitlist`)
  await staff.page.getByText('Waiting', { exact: true }).waitFor()
  await looksWellEverywhere(staff.page, 'lot-waitlist')

  const params = { reservation_id: taken.id }
  const { refund_cents } = await call(getCancellationRoute, { params }, as(product, firstDriver))
  await call(cancelReservationRoute, { params, body: { refund_cents } }, as(product, firstDriver))
  const held = async () =>
    (await call(listMyWaitlistRoute, {}, as(product, person))).items.map(({ status }) => status)
  await expect.poll(held).toEqual(['OFFERED'])
  await staff.page.getByRole('link', { name: /^Offered until/ }).waitFor()
  await staff.close()
  await page.reload()
  await page.getByText('A spot from your waitlist is being held for you').waitFor()
  await picture(page, 'offer-me-phone')
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'offer-phone')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText('Confirmed', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: /^Inbox/ }).click()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page
    .getByRole('link', { name: /is being held for you/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await picture(page, 'inbox-phone')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('No unread notifications').waitFor()
  await driver.close()
  await expectSound()
})

fullTest('a driver accepts and pays a staff reservation, and declines another', async () => {
  const { person } = await aDriver('Stu', 'ST 33 FFF')
  const made = (index: number) =>
    call(
      createByStaffRoute,
      {
        body: {
          spot_id: spot(index),
          person: { email: person.email },
          ...times(20, 2),
          payment_kind: 'STRIPE',
        },
        idempotency_key: crypto.randomUUID(),
      },
      as(product, admin),
    )
  const [one, two] = [await made(4), await made(5)]
  const driver = await aSignedIn(browser, product, person, { viewport: desk, colorScheme: 'dark' })
  const { page } = driver
  await page.goto('/me')
  await page.getByText('The lot is holding this spot for you').first().waitFor()
  await expectAccessible(page)
  await open(page, one.id)
  await expectAccessible(page)
  await picture(page, 'accept-desk-dark')
  await page.getByRole('button', { name: /^Accept and pay/ }).click()
  await page.getByText('Confirmed', { exact: true }).first().waitFor()
  await open(page, two.id)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  await driver.close()
  await expectSound()
})

fullTest('a monthly reservation shows its months and ends on a chosen date', async () => {
  const { person } = await aDriver('Moe', 'MO 44 NTH')
  const driver = await aSignedIn(browser, product, person, { viewport: desk })
  const { page } = driver
  await page.goto(`/l/${quiet.public_id}?by=month`)
  await page.getByText('No end date, billed monthly').waitFor()
  await page.getByRole('link', { name: /^Book for/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'lot-month-desk')
  await page.getByRole('link', { name: /^Book for/ }).click()
  await page.getByText('This payment covers you until').waitFor()
  await expectAccessible(page)
  await picture(page, 'checkout-month-desk')
  await book(page)
  await expectPass(page)
  await page.getByRole('heading', { name: 'Payments so far' }).waitFor()
  await page.getByRole('button', { name: 'Set an end date' }).click()
  await page.getByRole('button', { name: 'Set end date' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'end-on-desk')
  await page.getByRole('button', { name: 'Set end date' }).click()
  await page.getByText(/^(Shortened|Extended)/).waitFor()
  await driver.close()
  await expectSound()
})

fullTest('search filters by features, price, name, and map area are kept in the URL', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: desk })
  const { page } = visitor
  await page.goto('/?place=Loop&lat=41.879&lng=-87.634')
  await page.getByRole('heading', { name: /^\d lots near Loop/ }).waitFor()
  await page.getByRole('button', { name: /^Spot type/ }).click()
  await page.getByLabel('EV charger', { exact: true }).check()
  await page.getByRole('heading', { name: /^1 lot near Loop/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'filters-desk')
  expect(new URL(page.url()).searchParams.get('features')).toBe('EV_CHARGER')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Price:/ }).click()
  await page.getByLabel('Maximum').fill('5')
  await page.getByRole('button', { name: 'Find parking' }).click()
  await page.getByText('No spots available').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.getByRole('heading', { name: /^\d lots near Loop/ }).waitFor()

  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Search this area' }).click()
  await page.getByRole('heading', { name: /in this area/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('box')).toMatch(/^-87\./)
  await page.reload()
  await page.getByRole('heading', { name: /in this area/ }).waitFor()
  await picture(page, 'box-desk')

  await page.getByLabel('Where').fill('Quincy')
  await page.getByRole('option', { name: /Lots with “Quincy”/ }).click()
  await page.getByRole('heading', { name: '1 lot named “Quincy”' }).waitFor()
  await page.getByLabel('Monthly').check()
  await page.waitForURL(/by=month/)
  await visitor.close()
})
