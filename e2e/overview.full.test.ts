import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { createGateRoute } from '@openspot/contract/operations/gates.ts'
import { addMemberRoute } from '@openspot/contract/people/memberships.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
})
afterAll(() => product?.close())

async function aDriver(spot: number, halfHours: number): Promise<void> {
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  const spot_id = lot.spot_ids[spot] ?? ''
  await aReservation(product, driver, { spot_id, payment_method_id, ...times(halfHours, 2) })
}

/** A simulated gate that never answers. */
async function anOfflineGate(): Promise<void> {
  await call(
    createGateRoute,
    {
      params: { lot_id: lot.lot_id },
      body: {
        name: 'Entrance',
        device: { driver: 'SIMULATED', script: 'OFFLINE' },
        actuation: 'OPEN_INPUT',
        pulse_ms: 500,
        travel_seconds: 1,
        pause_seconds: 5,
        early_minutes: 15,
        late_minutes: 15,
        locked_reason: null,
        emergency_access: null,
      },
    },
    as(product, admin),
  )
}

for (const [look, viewport] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  test(`an admin lands on the overview on a ${look}, sees a new request at once, and opens the list with exactly it`, async () => {
    const own = await aLot(product.server, { name: `Lot of a ${look}` })
    const owner = await aMember(product.server, own.lot_id, 'SUPER_ADMIN')
    const visitor = await aSignedIn(browser, product, owner, { viewport })
    const { page } = visitor
    await page.goto('/lots')
    await page.getByRole('link', { name: `Lot of a ${look}` }).click()
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await page.getByRole('link', { name: 'Payouts aren’t set up' }).waitFor()
    const asker = await aPerson(product.server, { first_name: 'Ines' })
    await call(addMemberRoute, { params: { lot_id: own.lot_id }, body: {} }, as(product, asker))
    await page.getByRole('link', { name: '1 person asks to join' }).click()
    await page.getByRole('link', { name: 'Ines Example' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await visitor.close()
  })
}

test('the overview shows the day, and each number leads to its list', async () => {
  await aDriver(0, 0)
  await aDriver(1, 1)
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}`)
  await page.getByRole('link', { name: '1 of 8' }).waitFor()
  await page.getByText(/^\$0\.00 last \w+ by this time/).waitFor()
  await page.getByText('Show as a table').click()
  await looksWellEverywhere(page, 'overview')
  const paid = page.getByRole('link', { name: /^\$[1-9]/ })
  await paid.click()
  await page.getByText('2 reservations', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '1 of 8' }).click()
  await page.waitForURL(/\/monitor$/)
  await visitor.close()
})

test('a patroller sees the day and offline gates, and no amounts', async () => {
  await anOfflineGate()
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}`)
  await page.getByRole('link', { name: '1 gate is offline' }).waitFor()
  expect(await page.getByText('Paid', { exact: true }).count()).toBe(0)
  expect(await page.getByText('Payouts aren’t set up').count()).toBe(0)
  await looksWell(page, 'overview-patroller')
  await page.getByRole('link', { name: '1 gate is offline' }).click()
  await page.getByRole('button', { name: /Offline gates/ }).waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 2, name: /^Entrance/ }).count()).toBe(1)
  await visitor.close()
})

test('a lot without spots and a stranger get an explanation', async () => {
  const empty = await aLot(product.server, { name: 'Empty Lot' }, 1)
  await product.server.deps.database.pool.query(
    'update spots set deleted_at = created_at where lot_id = $1',
    [empty.lot_id],
  )
  const staff = await aSignedIn(browser, product, await aMember(product.server, empty.lot_id, 'ADMIN'))
  await staff.page.goto(`/lots/${empty.lot_id}`)
  await staff.page.getByText('Add spots to see how full the lot is.').waitFor()
  await looksWell(staff.page, 'overview-empty')
  await staff.close()
  const stranger = await aSignedIn(browser, product, await aPerson(product.server))
  await stranger.page.goto(`/lots/${empty.lot_id}`)
  await stranger.page.getByText('You don’t have access to this').waitFor()
  await stranger.close()
})
