import { readFile } from 'node:fs/promises'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { cancelByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, expectAccessible, phone, picture, sharedBrowser, type Visitor } from './testing/browser.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let patroller: Person
let running: Reservation
let ahead: Reservation
let monthly: Reservation

const spot = (index: number) => lot.spot_ids[index] ?? ''
const console = (path: string) => `/lots/${lot.lot_id}/${path}`
const reservationPath = (booked: Reservation) => console(`reservations/${booked.id}`)

async function aDriver(first_name: string, plate: string) {
  const person = await aPerson(product.server, { first_name })
  const payment_method_id = await aCard(product.server, person)
  return { person, payment_method_id, car_id: await addCarOf(product, person, plate) }
}

async function aBooking(first_name: string, plate: string, index: number, halfHours: number, hours: number) {
  const { person, ...paid } = await aDriver(first_name, plate)
  const { starts_at, ends_at } = times(halfHours, hours)
  return aReservation(product, person, {
    spot_id: spot(index),
    starts_at,
    ...(hours > 0 ? { ends_at } : {}),
    ...paid,
  })
}

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', month_cents: 24_000 }, 10)
  await product.server.deps.database.pool.query(
    `update spots set features = '{EV_CHARGER}', type = 'COMPACT' where id = $1`,
    [spot(9)],
  )
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  running = await aBooking('Rita', 'RI 14 DER', 0, 0, 3)
  ahead = await aBooking('Cole', 'CO 22 LEE', 1, 50, 2)
  monthly = await aBooking('Moe', 'MO 44 NTH', 2, 2, 0)
})

afterAll(() => product?.close())

const staff = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)

async function expectSound(): Promise<void> {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
}

fullTest('reservation and spot screens are accessible and fit the screen', async () => {
  const visitor = await staff(admin)
  const { page } = visitor
  await page.goto(console('monitor'))
  await page.getByRole('link', { name: 'Reservations', exact: true }).click()
  await page.getByRole('link', { name: 'Cole Example' }).waitFor()
  await looksWellEverywhere(page, 'reservations')
  await page.getByRole('link', { name: 'Rita Example' }).click()
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  await page.getByText('Invoice ').first().waitFor()
  await looksWellEverywhere(page, 'stay')
  await page.goto(console('reservations/new'))
  await page.getByText('Leave empty for $8.99').waitFor()
  await looksWellEverywhere(page, 'new-stay')
  await page.getByRole('link', { name: 'Spots', exact: true }).click()
  await page.getByRole('link', { name: 'A10' }).waitFor()
  await looksWellEverywhere(page, 'spots')
  await page.getByRole('link', { name: 'A1', exact: true }).click()
  await page
    .getByRole('link', { name: /^Rita Example/ })
    .first()
    .waitFor()
  await looksWellEverywhere(page, 'spot-week')
  await page.getByText('Month', { exact: true }).click()
  await page
    .getByRole('button', { name: /Rita Example/ })
    .first()
    .waitFor()
  await looksWellEverywhere(page, 'spot-month')
  await page.goto(console('spots?tab=closures'))
  await page.getByText('No upcoming closures').waitFor()
  await looksWellEverywhere(page, 'closures')
  await visitor.close()
})

fullTest('a list is filtered in the URL, downloaded as CSV, and updates live', async () => {
  const visitor = await staff(admin)
  const { page } = visitor
  await page.goto(console('reservations'))
  await page.getByText('3 reservations').waitFor()
  await page.getByRole('searchbox', { name: 'Name, license plate, or spot' }).fill('co22')
  await page.getByText('1 reservation', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('co22')
  await page.reload()
  await page.getByRole('link', { name: 'Cole Example' }).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByText('3 reservations').waitFor()
  await page.getByRole('button', { name: 'Time: Current and upcoming' }).click()
  await page.getByRole('menuitemradio', { name: 'Current', exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'Current', exact: true }).click()
  await page.getByText('1 reservation', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Rita Example' }).waitFor()
  expect(new URL(page.url()).searchParams.get('when')).toBe('running')

  // A booking made elsewhere appears automatically.
  const late = await aBooking('Nell', 'NE 55 LLL', 3, 0, 1)
  await page.getByRole('link', { name: 'Nell Example' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export reservations as CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(4)
  expect(text).toContain(`${late.id},${shortCode(late.id)},Confirmed,Nell,Example,NE 55 LLL,IL,A4,`)
  expect(file.suggestedFilename()).toMatch(/^reservations-Wells-Street-Lot-20\d\d-\d\d-\d\d\.csv$/)

  await page.getByRole('button', { name: 'Time: Current' }).click()
  await page.getByRole('menuitemradio', { name: 'Past', exact: true }).click()
  await page.getByText('No reservations match these filters').waitFor()
  await looksWell(page, 'reservations-none-desk')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('4 reservations').waitFor()
  await call(
    cancelByStaffRoute,
    {
      params: { reservation_id: late.id },
      body: { reason: 'Came by mistake' },
      idempotency_key: crypto.randomUUID(),
    },
    as(product, admin),
  )
  await page
    .getByRole('row', { name: /Nell Example/ })
    .getByText('Canceled')
    .waitFor()
  await visitor.close()
})

fullTest('a reservation in progress continues on another spot, and other viewers see it', async () => {
  const { person: sue, ...paid } = await aDriver('Sue', 'SU 66 SUE')
  const booked = await aReservation(product, sue, { spot_id: spot(4), ...times(0, 4), ...paid })
  const [visitor, other] = [await staff(admin), await staff(admin, { viewport: phone, colorScheme: 'dark' })]
  const { page } = visitor
  await page.goto(reservationPath(booked))
  await other.page.goto(reservationPath(booked))
  await other.page.getByRole('heading', { name: 'Activity' }).waitFor()
  await page.getByRole('button', { name: 'Move to another spot' }).click()
  await page.getByRole('combobox', { name: 'Spot' }).click()
  await page.getByRole('listbox').getByText('Booked').waitFor()
  await page.getByRole('option', { name: 'A6' }).click()
  await page.getByLabel('Reason').fill('Works on the drain')
  await looksWell(page, 'replace-desk')
  await page.getByRole('button', { name: 'Move reservation' }).click()
  await page
    .getByText(/The rest of the reservation was moved/)
    .first()
    .waitFor()
  await page.getByText('Continued from spot A5').waitFor()
  await looksWell(page, 'stay-continued-desk')
  await other.page.getByText('“Works on the drain”').waitFor()
  await other.page.getByText('Moved to another spot').waitFor()
  await other.page.getByText('Continues on spot A6').waitFor()
  await picture(other.page, 'stay-followed-phone-dark')

  const rest = page.url().split('/').at(-1)
  const driver = await aSignedIn(browser, product, sue, { viewport: phone })
  await driver.page.goto(`/me/reservations/${rest}`)
  await driver.page.getByText('It was paid for with the earlier part').waitFor()
  await picture(driver.page, 'stay-continued-driver-phone')
  await driver.page.getByRole('link', { name: 'the earlier part' }).click()
  await driver.page.waitForURL(`**/me/reservations/${booked.id}`)
  await driver.page.getByText('Your parking continues on spot A6').waitFor()
  await driver.page.getByRole('link', { name: 'Show pass for spot A6' }).click()
  await driver.page.waitForURL(`**/me/reservations/${rest}`)
  await driver.close()
  await visitor.close()
  await other.close()
  await expectSound()
})

fullTest('two upcoming reservations swap spots, and one is canceled with a different refund', async () => {
  const booked = await aBooking('Ann', 'AN 77 ANN', 6, 60, 2)
  const visitor = await staff(admin)
  const { page } = visitor
  await page.goto(reservationPath(booked))
  await page.getByRole('button', { name: 'Swap spots' }).click()
  await page.getByRole('combobox', { name: 'Other reservation' }).fill('Cole')
  await page.getByRole('option', { name: /A2 · Cole Example/ }).click()
  await page.getByLabel('Reason').fill('Needs the wider spot')
  await looksWell(page, 'swap-desk')
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await page.getByText(/A7 to A2/).waitFor()
  await page.goto(reservationPath(ahead))
  await page.getByText(/A2 to A7/).waitFor()

  await page.goto(reservationPath(booked))
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByText('$8.99, by the cancellation policy').waitFor()
  await page.getByLabel('Other amount').check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByText('You can’t refund more than was paid').waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('5')
  await page.getByLabel('Reason').fill('Event moved')
  await looksWell(page, 'staff-cancel-desk')
  await page.getByRole('button', { name: 'Cancel and refund $5.00' }).click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  await page.getByText('$5.00 refund').waitFor()
  await page.getByText('“Event moved”').waitFor()
  await page.getByRole('button', { name: 'Refund' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Cancel reservation' }).count()).toBe(0)
  await looksWell(page, 'stay-cancelled-desk')
  await visitor.close()
  await expectSound()
})

fullTest('staff give notice for an open-ended reservation', async () => {
  const visitor = await staff(admin, { viewport: phone })
  const { page } = visitor
  await page.goto(reservationPath(monthly))
  await page.getByRole('heading', { name: 'Payments so far' }).waitFor()
  await page.getByRole('button', { name: 'End monthly reservation' }).click()
  await page.getByLabel('On another date').check()
  await looksWell(page, 'notice-phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Set end date' }).click()
  await page.getByText(/^Notice given: ends/).waitFor()
  await looksWell(page, 'noticed-phone')
  await visitor.close()
  await expectSound()
})

test('staff book for a person, see which rule refuses, and override it with a reason', async () => {
  await call(
    createRuleSetRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { name: 'Residents', is_default: true, rules: { ...noRules, max_duration_minutes: 60 } },
    },
    as(product, admin),
  )
  const visitor = await staff(admin, { viewport: phone })
  const { page } = visitor
  await page.goto(console(`reservations/new?spot_id=${spot(8)}`))
  await page.getByLabel('Email').fill('guest.of.the.house@people.example')
  await page.getByLabel('First name').fill('Gia')
  await page.getByLabel('Phone').fill('123')
  await page.getByLabel(/^Free\. The driver must accept it/).check()
  await page.getByRole('button', { name: 'Create reservation', exact: true }).click()
  await page.getByText('This phone number is too short.').waitFor()
  await page.getByLabel('Phone').fill('(312) 555-0100')
  await page.getByRole('button', { name: 'Create reservation', exact: true }).click()
  await page.getByText('This time can’t be booked').waitFor()
  await page.getByText('Rule: maximum duration, in “Residents” (version 1).').waitFor()
  await page.getByLabel('Override reason').fill('Guest of the house')
  await looksWell(page, 'override-phone')
  await page.getByRole('button', { name: 'Create and override rules' }).click()
  await page.getByRole('heading', { name: 'Gia' }).waitFor()
  await page.getByText('Guest of the house').first().waitFor()
  await page.getByRole('link', { name: 'Residents, version 1' }).waitFor()
  await looksWell(page, 'stay-overridden-phone')

  await page.goto(console('reservations/new'))
  await page.getByLabel('Email').fill('someone@people.example')
  await page.getByLabel('Total price').fill('7')
  await page.getByRole('button', { name: 'Create and request payment' }).click()
  await page.getByLabel('Override reason').fill('As agreed by phone')
  await page.getByRole('button', { name: 'Create and override rules' }).click()
  await page.getByText('Awaiting acceptance').waitFor()
  await page.getByText('$7.00').first().waitFor()
  await page.getByText('Price set by staff').waitFor()
  await looksWell(page, 'stay-waits-phone')
  await visitor.close()
  await expectSound()
})

fullTest('a spot is closed and opened in its calendar, changed, and taken out of service', async () => {
  const visitor = await staff(admin)
  const { page } = visitor
  await page.goto(console(`spots/${spot(9)}`))
  await page.getByText('No closures.').waitFor()
  await page.getByRole('button', { name: 'Add closure' }).click()
  await page.getByLabel('Repeat').selectOption('WEEKLY')
  await page.getByLabel('Fri', { exact: true }).check()
  await page.getByLabel('Note').fill('Sweeping')
  await looksWell(page, 'availability-rule-desk')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^Every .*Friday/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.locator('[data-state="CLOSED"]').getByText('Sweeping').first().waitFor()
  expect(new URL(page.url()).searchParams.get('on')).toMatch(/^20/)
  await looksWell(page, 'spot-closed-desk')
  await page.getByRole('button', { name: /^Edit: Every/ }).click()
  await page.getByLabel('Note').fill('Sweeping and washing')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Sweeping and washing').first().waitFor()
  await page.getByRole('button', { name: /^Delete: Every/ }).click()
  await looksWell(page, 'availability-rule-remove-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No closures.').waitFor()

  await page.getByRole('button', { name: 'Edit spot' }).click()
  await page.getByLabel('Label').fill('A1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/There is one of that name|already/)
    .first()
    .waitFor()
  await page.getByLabel('Label').fill('EV1')
  await page.getByLabel('Hour', { exact: true }).fill('6')
  await looksWell(page, 'spot-edit-desk')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Spot EV1', exact: true }).waitFor()
  await page.getByText('$6.00 / hour').waitFor()
  await page.getByRole('button', { name: 'Mark out of order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark out of order' }).click()
  await page.getByRole('button', { name: 'Put back in service' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back in service' }).click()
  await page.getByText('No closures.').waitFor()
  await visitor.close()
})

fullTest('closing the lot keeps existing reservations and says so', async () => {
  const visitor = await staff(admin, { viewport: phone })
  const { page } = visitor
  await page.goto(console('spots?tab=closures'))
  await page.getByRole('button', { name: 'Close the lot or a zone' }).click()
  await page.getByLabel('Note').fill('Street fair')
  await looksWell(page, 'closure-phone')
  await page.getByRole('button', { name: 'Create closure' }).click()
  await page.getByText(/^Closure created\./).waitFor()
  await page.getByText('Whole lot · Street fair').waitFor()
  await looksWell(page, 'closures-one-phone')
  await page.goto(console(`spots/${spot(5)}`))
  await page.getByText('1 closure of the lot also applies.').waitFor()
  await page.getByRole('link', { name: 'View closures' }).click()
  await page.getByRole('button', { name: /^Delete:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No upcoming closures').waitFor()
  await visitor.close()
})

fullTest("the monitor links to the reservation and to the spot's calendar", async () => {
  const visitor = await staff(admin)
  const { page } = visitor
  await page.goto(console(`monitor?spot_id=${spot(0)}`))
  await looksWell(page, 'monitor-panel-desk')
  await page.getByRole('link', { name: 'View spot calendar' }).click()
  await page.getByRole('heading', { name: 'Spot A1', exact: true }).waitFor()
  await page.getByRole('link', { name: 'View on monitor' }).click()
  await page.getByRole('region', { name: 'Spot A1' }).getByRole('link', { name: 'Rita Example' }).click()
  await page.waitForURL(new RegExp(`reservations/${running.id}$`))
  await visitor.close()
})

fullTest('a patroller sees reservations and spots without money and without admin actions', async () => {
  const visitor = await staff(patroller, { viewport: phone })
  const { page } = visitor
  await page.goto(console('reservations'))
  await page.getByRole('link', { name: 'Rita Example' }).click()
  await page.getByRole('heading', { name: 'Details' }).waitFor()
  expect(await page.getByText('$').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Actions' }).count()).toBe(0)
  await looksWell(page, 'stay-patroller-phone')
  await page.goto(console(`spots/${spot(0)}`))
  await page
    .getByRole('link', { name: /^Rita Example/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Add closure' }).count()).toBe(0)
  await page.goto(console('reservations/new'))
  await page.getByText('You don’t have access to this').waitFor()
  await expectAccessible(page)
  await visitor.close()
})

fullTest(
  'the main sections of a lot, scrolled on a phone before the page is interactive, stay where they are',
  async () => {
    const visitor = await aSignedIn(browser, product, admin, { viewport: phone })
    const { page } = visitor
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/_next/static/**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(console('monitor'), { waitUntil: 'commit' })
    const last = page.getByRole('link', { name: 'Waitlist' })
    await last.scrollIntoViewIfNeeded()
    const place = await last.boundingBox()
    release()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await last.boundingBox()).toEqual(place)
    await last.click()
    await page.waitForURL(/\/waitlist$/)
    await visitor.close()
  },
)
