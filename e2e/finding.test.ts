import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { inDays, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
const narrow = { width: 320, height: 700 }
const loop = '/?place=Loop&lat=41.879&lng=-87.634&zone=America%2FChicago'

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  const { pool } = product.server.deps.database
  const garage = await aLot(product.server, { name: 'Wells Street Garage', street: '300 S Wells St' }, 12)
  await pool.query(
    `update spots set type = case when spot_no < 3 then 'ACCESSIBLE'::spot_type else type end,
       features = case when spot_no > 10 then '{COVERED,EV_CHARGER}'::spot_feature[] else '{COVERED}' end where lot_id = $1`,
    [garage.lot_id],
  )
  const near = { lat: 41.8787, lng: -87.6362 }
  await aLot(product.server, { ...near, name: 'Quincy Garage', street: '12 W Quincy St', hour_cents: 650 }, 4)
  const bay = await aLot(
    product.server,
    { name: 'Canal Motorcycle Bay', lat: 41.8795, lng: -87.6372, hour_cents: 100 },
    3,
  )
  await pool.query(`update spots set type = 'MOTORCYCLE' where lot_id = $1`, [bay.lot_id])
  await aLot(product.server, { name: 'Clinton Street Lot', lat: 41.88, lng: -87.6412, hour_cents: 380 }, 6)
})
afterAll(() => product?.close())

const where = (page: Page) => page.getByLabel('Where')
/** Waits until React listens: only then the field opens its suggestions. */
async function openField(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await where(page).blur()
      await where(page).focus()
      return page.getByRole('option', { name: 'Use my current location' }).isVisible()
    })
    .toBe(true)
}

test('the search field finds a misspelled place by keyboard alone, and keeps recent places until they are cleared', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/v1/places') asked.push(url.searchParams.get('q') ?? '')
  })
  await page.goto('/')
  await openField(page)
  await looksWell(page, 'field-empty-phone')
  await where(page).pressSequentially('Willis Towr', { delay: 20 })
  await page.getByText('We couldn’t find “Willis Towr”. Did you mean one of these?').waitFor()
  await page.getByRole('option', { name: /^Willis Tower/ }).waitFor()
  // One question for each pause, not for each letter.
  expect(asked.length).toBeLessThanOrEqual(3)
  await looksWell(page, 'field-similar-phone')
  await where(page).fill('233 S Wacker')
  await page
    .getByRole('option', { name: /233 S Wacker Dr/ })
    .first()
    .waitFor()
  await page.getByRole('group', { name: 'Addresses' }).waitFor()
  await looksWell(page, 'field-address-phone')
  await page.keyboard.press('Enter')
  expect(await where(page).inputValue()).toBe('233 S Wacker Dr')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Find parking' }).click()
  await page.getByRole('heading', { name: /near 233 S Wacker Dr/ }).waitFor()
  expect(await page.title()).toBe('Parking near 233 S Wacker Dr · Openspot')
  await page.goto('/')
  await openField(page)
  await page.getByRole('option', { name: /^233 S Wacker Dr/ }).waitFor()
  await page.getByRole('option', { name: 'Clear recent places' }).click()
  await openField(page)
  await expect.poll(() => page.getByRole('option', { name: /^233 S Wacker Dr/ }).count()).toBe(0)
  await visitor.close()
})

fullTest('a city, an airport, a neighborhood, and a lot are suggested under their kinds', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: desk })
  const { page } = visitor
  await page.goto('/')
  await openField(page)
  for (const [typed, option] of [
    ['Chicgo', /^Chicago/],
    ['OHare', /^O’Hare International Airport/],
    ['wicker', /^Wicker Park/],
    ['quincy g', /^Quincy Garage/],
    ['60606', /^60606/],
  ] as const) {
    await where(page).fill(typed)
    await page.getByRole('option', { name: option }).first().waitFor()
  }
  await where(page).fill('chicago')
  await page.getByRole('option', { name: /^Chicago Theatre/ }).waitFor()
  await looksWellEverywhere(page, 'field-groups')
  await visitor.close()
})

fullTest(
  'results are ordered by what is best for a car, and a motorcycle bay is shown only for a motorcycle',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: desk })
    const { page } = visitor
    await page.goto(loop)
    await page.getByRole('heading', { name: '3 lots near Loop' }).waitFor()
    const names = () => page.locator('article h3').allTextContents()
    expect((await names())[0]).toBe('Wells Street Garage')
    expect(await names()).not.toContain('Canal Motorcycle Bay')
    await page.getByRole('button', { name: 'Sort by: Best' }).waitFor()
    const card = page.locator('article', { hasText: 'Wells Street Garage' })
    await card.getByText('per hour').waitFor()
    await card.getByText('24/7').waitFor()
    await card.getByText('Covered').waitFor()
    // Two accessible stalls and two chargers of twelve are not counted.
    await card.getByText('8 spots available').waitFor()
    await looksWellEverywhere(page, 'results')
    await page.getByRole('button', { name: 'Vehicle: Car' }).click()
    await page.getByRole('menuitemradio', { name: 'Motorcycle' }).click()
    await page.getByRole('heading', { name: '1 lot near Loop' }).waitFor()
    expect(await names()).toEqual(['Canal Motorcycle Bay'])
    await page.getByRole('button', { name: 'Vehicle: Motorcycle' }).click()
    await page.getByRole('menuitemradio', { name: 'Car' }).click()
    await page.getByRole('button', { name: /^Spot type/ }).click()
    await page.getByLabel('Accessible').check()
    await page.getByText('Accessible spots require a disability parking permit.').waitFor()
    await visitor.close()
  },
)

fullTest(
  'a link with a time that has passed says so, and times can be chosen by name in the zone of the place',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    const past = inDays(-30, 18, 2)
    await page.goto(`${loop}&${new URLSearchParams(past)}`)
    await page.getByText('That time has passed. We show the next available time.').waitFor()
    await looksWell(page, 'results-past-phone')
    await page.goto('/')
    await openField(page)
    await where(page).fill('united center')
    await page.getByRole('option', { name: /^United Center/ }).click()
    await page.getByRole('button', { name: 'Event tonight' }).click()
    expect(await page.getByRole('button', { name: 'Event tonight' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await looksWell(page, 'presets-phone')
    expect(await page.getByLabel('From, time').locator('optgroup').count()).toBe(4)
    await page.getByRole('button', { name: 'Find parking' }).click()
    await page.waitForURL(/at=venue/)
    expect(new URL(page.url()).searchParams.get('zone')).toBe('America/Chicago')
    await visitor.close()
  },
)

fullTest(
  'a name that nobody has is said to be unknown, with similar places, and a place is never a lot that does not exist',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = visitor
    await page.goto('/?q=Wrigly%20Feild')
    await page.getByRole('heading', { name: 'We couldn’t find “Wrigly Feild”' }).first().waitFor()
    expect(await page.getByText(/0 lots/).count()).toBe(0)
    await looksWell(page, 'unknown-phone')
    await page.getByRole('link', { name: /^Wrigley Field/ }).click()
    await page.waitForURL(/place=Wrigley/)
    await page.goto('/?q=Willis%20Tower')
    await page.getByRole('heading', { name: /near Willis Tower/ }).waitFor()
    await visitor.close()
  },
)

fullTest(
  'without JavaScript, the home form leads to the results near a place, at times local to it',
  async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      javaScriptEnabled: false,
      viewport: phone,
    })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByLabel('Where').fill('willis tower')
    const evening = tomorrow(18, 3)
    const day = localDate('America/Chicago', minutesOf(evening.starts_at))
    await page.getByLabel('Arrive').fill(`${day}T18:00`)
    await page.getByLabel('Leave').fill(`${day}T21:00`)
    await picture(page, 'without-script-phone')
    await page.getByRole('button', { name: 'Find parking' }).click()
    await page.getByRole('heading', { name: /near Willis Tower/ }).waitFor()
    const found = new URL(page.url()).searchParams
    expect(found.get('starts_at')).toBe(evening.starts_at)
    expect(found.get('ends_at')).toBe(evening.ends_at)
    await page.getByText('Wells Street Garage').first().waitFor()
    await context.close()
  },
)

fullTest(
  'at 320 pixels nothing is cut, targets are large enough, and the map is loaded only when it is asked for',
  async () => {
    const visitor = await aVisitor(browser, product.url, { viewport: narrow })
    const { page } = visitor
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 41.8805, longitude: -87.635 })
    for (const [path, name] of [
      ['/', 'home-320'],
      [loop, 'results-320'],
    ] as const) {
      await page.goto(path)
      await page
        .getByRole('button', { name: /Find parking|Map/ })
        .first()
        .waitFor()
      await looksWell(page, name)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main a, main select, main input')]
          .map((element) => ({ text: element.outerHTML.slice(0, 90), box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 24 || box.height < 24))
          // A link that covers its card is as large as the card, and the label of a checkbox is part of its target.
          .filter(({ text }) => !/cardLink|Checkbox/.test(text))
          .map(({ text }) => text),
      )
      expect(small, name).toEqual([])
    }
    expect(scripts.filter((url) => url.includes('/maplibre/') || url.includes('/tiles/'))).toEqual([])
    await page.getByRole('button', { name: 'Map' }).click()
    // At this size, two prices overlap until the map is closer.
    await page.getByRole('button', { name: /^2 lots here/ }).click()
    await page.getByRole('button', { name: /^Wells Street Garage, \$/ }).click()
    await page.getByRole('link', { name: 'Wells Street Garage' }).waitFor()
    await page.getByRole('button', { name: 'Show my location on the map' }).click()
    await page.getByRole('img', { name: 'Your location' }).waitFor()
    await looksWell(page, 'map-320')
    await visitor.close()
  },
)
