import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { atLocal, localDate, localParts, plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakable } from './testing/breakable.ts'
import { sharedBrowser } from './testing/browser.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let patroller: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 6)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  await park('RI 14 DER', 0)
  const assignee = await aMember(product.server, lot.lot_id, 'MEMBER')
  await addCarOf(product, assignee, 'HO 22 LDR')
  await call(
    updateSpotRoute,
    { params: { spot_id: lot.spot_ids[1] ?? '' }, body: { assigned_user_id: assignee.user_id } },
    as(product, admin),
  )
})
afterAll(() => product?.close())

/** Books a spot for a vehicle, beginning with the last half hour. */
async function park(plate: string, spot: number): Promise<void> {
  const driver = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, plate)
  const spot_id = lot.spot_ids[spot] ?? ''
  await aReservation(product, driver, { spot_id, ...times(0, 3), payment_method_id, car_id })
}

test('staff look up by plate whether and why a vehicle may be here now', async () => {
  const visitor = await aSignedIn(browser, product, patroller)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/monitor`)
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Vehicles').click()
  await page.getByText('2 plates are authorized now').waitFor()
  await page.getByRole('row', { name: /HO 22 LDR.*A2 Assigned spot No end date/ }).waitFor()
  await looksWellEverywhere(page, 'vehicles')
  // As it might be misread at night.
  const search = page.getByRole('searchbox', { name: 'Plate (with look-alikes)' })
  await search.fill('R1 14')
  await page.getByText('1 plate is authorized now').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('R1 14')
  await page.getByRole('link', { name: 'Reservation', exact: true }).waitFor()
  await search.fill('NOBODY')
  await page.getByText('No authorized vehicle matches NOBODY').waitFor()
  await visitor.close()
})

fullTest('staff look back at who was allowed to park at a past moment, and return to now', async () => {
  const visitor = await aSignedIn(browser, product, patroller)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/monitor?view=vehicles`)
  await page.getByText('2 plates are authorized now').waitFor()
  await page.getByRole('button', { name: 'Look back' }).click()
  const zone = 'America/Chicago'
  const today = startOfLocalDay(zone, Math.floor(Date.now() / 60_000))
  const night = atLocal(zone, { ...localParts(zone, plusLocalDays(zone, today, -40)), hour: 22, minute: 14 })
  const show = page.getByRole('button', { name: 'Show' })
  await page.getByLabel('Date and time').fill(`${localDate(zone, plusLocalDays(zone, today, 2))}T22:14`)
  await show.click({ force: true })
  await page.getByRole('tooltip', { name: 'Choose a time in the past.' }).waitFor()
  await page.getByLabel('Date and time').fill(`${localDate(zone, night)}T22:14`)
  await show.click()
  await page.getByText('No vehicles were authorized then').waitFor()
  await page.getByText(/^As it was .*10:14/).waitFor()
  expect(new URL(page.url()).searchParams.get('at')).toBe(isoOf(night))
  await looksWellEverywhere(page, 'vehicles-past')
  await page.getByRole('button', { name: 'Back to now' }).click()
  await page.getByText('2 plates are authorized now').waitFor()
  await visitor.close()
})

fullTest.each([
  ['refused', 'REFUSED', 2, 'LI 00 VE', 'OFF 11 NE'],
  ['answered with 502 by a proxy', 'BAD_GATEWAY', 4, 'LI 22 VE', 'OFF 33 NE'],
] as const)(
  'the monitor shows a booking that was made elsewhere, and one that was made while its connections were %s',
  async (_, meanwhile, first, one, other) => {
    const connection = await breakable(product.url)
    const visitor = await aSignedIn(browser, { ...product, url: connection.url }, patroller)
    const { page } = visitor
    const authorized = (count: number) => page.getByText(`${count} plates are authorized now`)
    await page.goto(`/lots/${lot.lot_id}/monitor?view=vehicles`)
    await authorized(first).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await park(one, first)
    await authorized(first + 1).waitFor()
    const isStream = (event: { url(): string }) => event.url().endsWith('/events')
    const isRefused =
      meanwhile === 'REFUSED'
        ? page.waitForEvent('requestfailed', isStream)
        : page.waitForEvent('response', isStream)
    connection.cut(meanwhile)
    await isRefused
    await page.getByText(/^Reconnecting/).waitFor()
    await park(other, first + 1)
    expect(await authorized(first + 1).count()).toBe(1)
    connection.mend()
    await authorized(first + 2).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await visitor.close()
    await connection.close()
  },
)
