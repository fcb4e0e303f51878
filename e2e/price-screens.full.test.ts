import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { createCalendarPriceRoute, createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, expectAccessible, phone, sharedBrowser, type Visitor } from './testing/browser.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { aPastLot, type PastLot } from './testing/past.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: PastLot

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aPastLot(product)
  await fill()
})

afterAll(() => product?.close())

const staff = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)

/** A lot with zones, calendar prices, and rules of every kind. */
async function fill(): Promise<void> {
  const by = as(product, lot.admin)
  const params = { lot_id: lot.lot_id }
  const rates = { hour_cents: 350, day_cents: 1800 }
  const roof = await call(createZoneRoute, { params, body: { name: 'Roof', rates } }, by)
  await call(createZoneRoute, { params, body: { name: 'Level 1' } }, by)
  const friday = { starts_at: '2026-11-06T23:00:00.000Z', ends_at: '2026-11-07T05:00:00.000Z' }
  await call(
    createCalendarPriceRoute,
    {
      body: {
        lot_id: lot.lot_id,
        name: 'Friday nights',
        ...friday,
        repeat_frequency: 'WEEKLY',
        weekdays: ['FRI', 'SAT'],
        percent_bps: 2500,
        units: ['HOUR', 'HALF_HOUR'],
      },
    },
    by,
  )
  const winter = { name: 'Winter', ...times(4, 24 * 20), amount_cents: -50, is_published: false }
  await call(createCalendarPriceRoute, { body: { lot_id: lot.lot_id, ...winter } }, by)
  const visitors = { name: 'Visitors', is_default: true, rules: { ...noRules, max_duration_minutes: 1440 } }
  await call(createRuleSetRoute, { params, body: visitors }, by)
  const { id: rule_set_id } = await call(
    createRuleSetRoute,
    {
      params,
      body: {
        name: 'Residents',
        is_default: false,
        rules: {
          max_short_reservations: 3,
          max_long_reservations: 1,
          min_duration_minutes: 30,
          max_duration_minutes: 20_160,
          max_ahead_days: 60,
          max_hours: { hours: 120, per: 'WEEK' },
          spot_types: ['STANDARD', 'COMPACT'],
          zone_ids: [roof.id],
          nth_spot_prices: [
            { nth: 2, percent_bps: 2500 },
            { nth: 3, percent_bps: 10_000 },
          ],
        },
      },
    },
    by,
  )
  const homes = ['Unit 1A', 'Unit 2B', 'Unit 3C', 'Unit 4D'].map((name) => ({
    lot_id: lot.lot_id,
    name,
    rule_set_id,
  }))
  await product.server.deps.database.db.insertInto('groups').values(homes).execute()
}

test('price and rule screens are accessible and fit the screen', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('prices'))
  await page.getByLabel('Hour', { exact: true }).fill('8')
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByRole('heading', { name: 'Differences' }).waitFor()
  await looksWellEverywhere(page, 'prices')
  await page.getByText('Zones', { exact: true }).click()
  await page.getByRole('link', { name: 'Roof' }).waitFor()
  await looksWellEverywhere(page, 'prices-zones')
  await page.getByRole('link', { name: 'Roof' }).click()
  await page.getByText('zone price').first().waitFor()
  await looksWellEverywhere(page, 'prices-zone')
  await page.goto(lot.console('prices?tab=calendar'))
  await page.getByRole('link', { name: 'Friday nights' }).first().waitFor()
  await page
    .getByRole('button', { name: /Friday nights/ })
    .first()
    .waitFor()
  await looksWellEverywhere(page, 'prices-calendar')
  await page.getByRole('link', { name: 'Friday nights' }).first().click()
  await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor()
  await looksWellEverywhere(page, 'prices-calendar-one')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Residents' }).waitFor()
  await looksWellEverywhere(page, 'rules')
  await page.getByRole('main').getByRole('link', { name: 'Residents' }).click()
  await page.getByLabel('Rule 2: percent').waitFor()
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByText('No reservations would change').waitFor()
  await looksWellEverywhere(page, 'rules-one')
  await visitor.close()
})

test('patrollers can read prices and rules but not add any, and members have no access', async () => {
  const patroller = await staff(await aMember(product.server, lot.lot_id, 'PATROLLER'))
  const { page } = patroller
  await page.goto(lot.console('prices'))
  await page.getByText('Price of a spot', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Preview impact|Preview again/ }).count()).toBe(0)
  await looksWell(page, 'prices-patroller-desk')
  await page.goto(lot.console('rules'))
  await page.getByRole('main').getByRole('link', { name: 'Residents' }).click()
  await page.getByRole('heading', { name: 'Rules' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await looksWell(page, 'rules-patroller-desk')
  await page.goto(lot.console('rules/new'))
  await page.getByText('You don’t have access to this').waitFor()
  await patroller.close()
  const member = await staff(await aMember(product.server, lot.lot_id, 'MEMBER'), { viewport: phone })
  for (const path of ['prices', 'prices/calendar/new', 'rules']) {
    await member.page.goto(lot.console(path))
    await member.page.getByText('You don’t have access to this').waitFor()
    await expectAccessible(member.page)
  }
  await member.close()
})
