import { fineTerms } from '@openspot/api/testing/factories/fines.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { listFinesRoute } from '@openspot/contract/operations/fines.ts'
import { listPlateLookupsRoute } from '@openspot/contract/operations/plates.ts'
import { createProblemRoute } from '@openspot/contract/operations/problems.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { isKept, lookUp, recordFine } from './testing/patrol.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', is_plate_check_public: true }, 6)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const { lot_id } = lot
  const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms: fineTerms }
  await call(createRuleSetRoute, { params: { lot_id }, body }, as(product, admin))
  await park('CD 18903', 0)
  const problem = { kind: 'OTHER', text: 'A lamp is broken at the ramp.' } as const
  await call(
    createProblemRoute,
    { params: { lot_id }, body: problem, idempotency_key: 'lamp' },
    as(product, admin),
  )
})
afterAll(() => product?.close())

/** Books a spot for a vehicle from the last half hour on. */
async function park(plate: string, spot: number): Promise<void> {
  const driver = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, plate)
  const spot_id = lot.spot_ids[spot] ?? ''
  await aReservation(product, driver, { spot_id, payment_method_id, car_id, ...times(0, 4) })
}

const fines = async () => {
  const { items } = await call(
    listFinesRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    as(product, admin),
  )
  return items.map(({ plate, reason, status, photos }) => `${plate} ${reason} ${status} ${photos.length}`)
}

fullTest('a browser finds nothing that keeps the patrol app from being installed', async () => {
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page, context } = visitor
  await page.goto(`/patrol/${lot.lot_id}`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await expect.poll(() => isKept(page)).toBe(true)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A test browser keeps nothing after it closes. Some say that such a window cannot install any app.
  const faults = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(faults).toEqual([])
  const { manifest } = await devtools.send('Page.getAppManifest')
  expect(manifest).toMatchObject({ display: 'kStandalone', startUrl: `${product.url}/patrol` })
  await visitor.close()
})

test('a shift goes on without a connection: plates are looked up, a fine is recorded once, and what changed meanwhile is shown', async () => {
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page, context } = visitor
  await page.goto(`/lots/${lot.lot_id}/monitor`)
  await page.getByRole('link', { name: 'Patrol' }).click()
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await expect.poll(() => isKept(page)).toBe(true)
  await looksWellEverywhere(page, 'patrol-look-up')
  await page.setViewportSize(phone)
  await lookUp(page, 'cd 18903')
  await page.getByText('May park', { exact: true }).waitFor()
  await page.getByText('Answer from the server').waitFor()

  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await page.getByText('No connection').waitFor()
  await page.getByText(/^Data from/).waitFor()
  await lookUp(page, 'CD 18903')
  await page.getByText('May park', { exact: true }).waitFor()
  await page.getByText('Spot A1').waitFor()
  await page.getByText('Answer from this device').waitFor()
  await looksWell(page, 'patrol-may-park')
  await lookUp(page, 'CDI 89O3')
  await page.getByText('Compare the plates').waitFor()
  await page.getByText('CD18903').first().waitFor()
  await looksWell(page, 'patrol-similar')
  await page.getByRole('navigation', { name: 'Patrol' }).getByRole('button', { name: 'Board' }).click()
  await page.getByRole('button', { name: /^A1/ }).click()
  await looksWell(page, 'patrol-board')
  await page.getByRole('navigation', { name: 'Patrol' }).getByRole('button', { name: 'Tasks' }).click()
  await page.getByText('A lamp is broken at the ramp.').waitFor()
  await page.getByText('Choose what you found first.').waitFor()
  await page.getByRole('radio', { name: 'As reported' }).check()
  await page.getByText('Choose what you found first.').waitFor({ state: 'detached' })
  await looksWell(page, 'patrol-tasks')
  await page.getByRole('button', { name: 'Save finding' }).click()
  await page.getByText('Recorded on this device: As reported').waitFor()

  // Two fines: of a vehicle without a right, and of one that gets a right before there is a connection.
  await recordFine(page, 'ZZ 4401', 'Blocked the way', { photos: 1, look: looksWell })
  await recordFine(page, 'LATE 77', 'No right to park')
  await looksWell(page, 'patrol-waiting')
  expect(await fines()).toEqual([])
  await park('LATE 77', 1)

  await page.reload()
  await page.getByRole('navigation', { name: 'Patrol' }).getByRole('button', { name: 'To send' }).click()
  await page.getByText('Blocked the way').waitFor()
  await context.setOffline(false)
  await page.getByText('This vehicle may park: spot A2.').waitFor()
  await page.getByRole('link', { name: 'Open fine' }).waitFor()
  await expect.poll(fines).toEqual(['ZZ4401 BLOCKING UNPAID 1'])
  // The lookup said that there was no right, and the reservation began before it.
  await page.getByText('This vehicle may park. Your device showed:').waitFor()
  await looksWellEverywhere(page, 'patrol-conflict')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(() => page.getByText('Needs your attention').count()).toBe(0)
  expect(await fines()).toHaveLength(1)
  const { items } = await call(
    listPlateLookupsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    as(product, admin),
  )
  expect(items.map(({ plate }) => plate).toSorted()).toEqual([
    'CD18903',
    'CD18903',
    'CDI89O3',
    'LATE77',
    'ZZ4401',
  ])

  await page.getByRole('button', { name: 'End shift' }).click()
  await page.waitForURL((url) => url.pathname === '/patrol')
  await page.getByRole('link', { name: 'Wells Street Lot' }).waitFor()
  await looksWellEverywhere(page, 'patrol-choose')
  expect(await page.getByText('On this device').count()).toBe(0)
  expect(await page.evaluate((path) => caches.match(path).then(Boolean), `/patrol/${lot.lot_id}`)).toBe(false)
  await visitor.close()
})

fullTest(
  'signing out on the profile asks while something is unsent, and leaves nothing of the patrol on the device',
  async () => {
    const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
    const { page, context } = visitor
    await page.goto(`/patrol/${lot.lot_id}`)
    await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
    await expect.poll(() => isKept(page)).toBe(true)
    await context.setOffline(true)
    await recordFine(page, 'ZZ 4402', 'No right to park')
    // The connection comes back, but fines can't be sent yet.
    await context.route('**/api/v1/fines', (route) => route.abort())
    await context.setOffline(false)
    await page.goto('/me/profile')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page
      .getByRole('dialog')
      .getByText(/not been sent/)
      .waitFor()
    await looksWell(page, 'patrol-sign-out')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out and delete' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => caches.has('openspot-patrol'))).toBe(false)
    await visitor.close()
  },
)

fullTest('anyone learns from the page of the lot whether a vehicle may park there: yes or no', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await page.goto(`/l/${lot.public_id}`)
  await page.getByRole('link', { name: 'Check whether a license plate may park here' }).click()
  await page.getByText('Verified').first().waitFor()
  await page.getByLabel('License plate').fill('CD 18903')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('Yes', { exact: true }).waitFor()
  await looksWellEverywhere(page, 'plate-check')
  await page.getByRole('button', { name: 'Check another' }).click()
  await page.getByText('Verified').first().waitFor()
  await page.getByLabel('License plate').fill('CD 18904')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('No', { exact: true }).waitFor()
  await visitor.close()
})
