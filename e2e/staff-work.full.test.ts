import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute, replaceRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

test('staff change the vehicle of a reservation to another plate, the live monitor shows it, and the driver sees it and keeps it', async () => {
  const lot = await aLot(product.server, { name: 'Wells Street Lot' }, 4)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const reservation = await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: await aCard(product.server, driver),
    car_id: await addCarOf(product, driver, 'GI 44 PLT'),
    ...times(0, 3),
  })
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const watching = await aSignedIn(browser, product, admin, { viewport: desk })
  await watching.page.goto(`/lots/${lot.lot_id}/monitor?view=vehicles`)
  await watching.page.getByText('GI 44 PLT', { exact: true }).first().waitFor()

  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/reservations/${reservation.id}`)
  await page.getByRole('button', { name: 'Change vehicle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change vehicle' })
  await dialog.getByRole('textbox', { name: 'License plate' }).fill('RENT 77')
  await looksWellEverywhere(page, 'staff-vehicle')
  await dialog.getByRole('button', { name: 'Change vehicle' }).click()
  await page.getByText('Vehicle changed. The driver was notified.').waitFor()
  await page.getByText('RENT 77', { exact: true }).first().waitFor()
  await watching.page.getByText('RENT 77', { exact: true }).first().waitFor()
  await expect.poll(() => watching.page.getByText('GI 44 PLT').count()).toBe(0)
  await watching.close()
  await page.getByRole('button', { name: 'Change vehicle' }).click()
  await dialog.getByText('GI 44 PLT', { exact: true }).waitFor()
  await looksWell(page, 'staff-vehicle-known-desk')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.close()

  const own = await aSignedIn(browser, product, driver, { viewport: phone })
  // The worker sends it in its own time, and the inbox is read when it opens.
  const told = async () => {
    await own.page.goto('/me/notifications')
    await own.page.getByRole('heading', { level: 1 }).waitFor()
    return own.page.getByText('Your reservation has another vehicle').count()
  }
  await expect.poll(told).toBe(1)
  await looksWell(own.page, 'vehicle-changed-phone')
  await own.page.goto(`/me/reservations/${reservation.id}`)
  await own.page.getByText('RENT 77', { exact: true }).first().waitFor()
  await own.page.goto('/me/cars')
  await own.page.getByText('RENT 77', { exact: true }).first().waitFor()
  await looksWell(own.page, 'vehicle-proposed-phone')
  await own.close()
})

test('staff delete several spots at once and bring them back, and one with a reservation stays', async () => {
  const lot = await aLot(product.server, {}, 4)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aPerson(product.server)
  await aReservation(product, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id: await aCard(product.server, driver),
    ...times(4, 2),
  })
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/spots`)
  await page.getByRole('link', { name: 'A1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Select all shown' }).click()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  const dialog = page.getByRole('dialog')
  await looksWellEverywhere(page, 'spots-delete')
  await dialog.getByRole('button', { name: 'Delete 4 spots' }).click()
  await dialog.getByText(/^A2: /).waitFor()
  await page.getByText('3 spots deleted').waitFor()
  await looksWell(page, 'spots-deleted-desk')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'A1', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  for (const label of ['A1', 'A2', 'A3', 'A4'])
    await page.getByRole('link', { name: label, exact: true }).waitFor()
  await staff.close()
})

test('who edits a rule set that was renamed meanwhile sees the new name before they overwrite it', async () => {
  const lot = await aLot(product.server)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const set = await call(
    createRuleSetRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Night', is_default: false, rules: noRules } },
    as(product, admin),
  )
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/rules/${set.id}`)
  await page.getByLabel('Name').fill('Night shift')
  await call(
    replaceRuleSetRoute,
    {
      params: { rule_set_id: set.id },
      body: { name: 'Evenings', is_default: false, rules: noRules, revision: set.revision },
    },
    as(product, admin),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Someone else saved changes meanwhile').first().waitFor()
  await page.getByRole('cell', { name: 'Evenings' }).waitFor()
  await page.getByText('Someone else saved changes meanwhile').first().scrollIntoViewIfNeeded()
  await looksWell(page, 'rules-renamed-desk')
  await staff.close()
})

test('who works at a lot opens the command palette on their own pages, and a driver has none', async () => {
  const lot = await aLot(product.server, { name: 'Canal Yard' }, 2)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto('/me/cars')
  await page.getByRole('button', { name: /^Search/ }).waitFor()
  await looksWellEverywhere(page, 'me-palette')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search lots/ }).waitFor()
  await page.keyboard.type('canal')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Canal Yard' }).click()
  await page.waitForURL(new RegExp(`/lots/${lot.lot_id}$`))
  await staff.close()

  const driver = await aSignedIn(browser, product, await aPerson(product.server), { viewport: desk })
  await driver.page.goto('/me')
  await driver.page.getByRole('navigation').getByRole('link', { name: 'Profile' }).waitFor()
  await driver.page.keyboard.press('Control+k')
  expect(await driver.page.getByRole('combobox').count()).toBe(0)
  await driver.close()
})

test('on a phone, the current tab is in view, also after tabs that come later moved it', async () => {
  const lot = await aLot(product.server, {}, 2)
  const host = await aMember(product.server, lot.lot_id, 'MEMBER')
  await product.server.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    lot.spot_ids[0],
    host.user_id,
  ])
  const visitor = await aSignedIn(browser, product, host, { viewport: phone })
  const { page } = visitor
  for (const path of ['/me/profile', '/me/fines', '/me/lots']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'My spots' }).waitFor()
    const tab = page.locator('nav:has(a[href="/me/cars"]) [aria-current="page"]')
    await expect
      .poll(() =>
        tab.evaluate((element) => {
          const [one, strip] = [
            element.getBoundingClientRect(),
            element.parentElement?.getBoundingClientRect(),
          ]
          return strip !== undefined && one.left >= strip.left - 1 && one.right <= strip.right + 1
        }),
      )
      .toBe(true)
  }
  await looksWell(page, 'me-tabs-phone')
  await visitor.close()
})

test('a new lot gets the currency of its country first in a list that is searched by name', async () => {
  const owner = await aPerson(product.server)
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto('/lots/new')
  const field = page.getByRole('combobox', { name: 'Currency' })
  await field.waitFor()
  await page.getByLabel('Country', { exact: true }).selectOption('CH')
  await expect.poll(() => field.inputValue()).toBe('Swiss Franc (CHF)')
  await field.click()
  await page.getByText('In this country').waitFor()
  expect(await page.getByRole('listbox').getByRole('option').first().innerText()).toBe('Swiss Franc (CHF)')
  // The list is scrolled with the arrow keys of its field, which axe doesn't see.
  await picture(page, 'currency-desk')
  await field.fill('yen')
  await page.getByRole('option', { name: 'Japanese Yen (JPY)' }).click()
  await expect.poll(() => field.inputValue()).toBe('Japanese Yen (JPY)')
  // A currency that was chosen is kept when the country changes.
  await page.getByLabel('Country', { exact: true }).selectOption('US')
  expect(await field.inputValue()).toBe('Japanese Yen (JPY)')
  await visitor.close()
})
