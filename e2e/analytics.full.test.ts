import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { forwardEvents } from '@openspot/api/platform/analytics/forward-events.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { choiceCookie, DECLINED } from '@openspot/core/analytics/limits.ts'
import { PostHogStandIn, posthogKey } from '@openspot/page-vendors-stand-in/posthog.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { chooseLot, searchFor } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aSignedIn } from './testing/reservations.ts'

let posthog: PostHogStandIn
let product: Product
let browser: Browser
let lot: TestLot
let owner: Person
let admin: Person
let host: string
beforeAll(async () => {
  posthog = new PostHogStandIn()
  host = await posthog.listen()
  product = await startProduct({ POSTHOG_KEY: posthogKey, POSTHOG_HOST: host })
  browser = await sharedBrowser()
  lot = await aLot(product.server)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
})
beforeEach(async () => {
  await product.server.deps.database.pool.query('delete from analytics_events')
})
afterAll(async () => {
  await product?.close()
  await posthog.close()
})

const counted = async () =>
  (
    await product.server.deps.database.pool.query<{ event: string; is_recognized: boolean }>(
      'select event, is_recognized from analytics_events order by at, event desc',
    )
  ).rows
const names = async () => (await counted()).map(({ event }) => event).toSorted()

/** Lists the requests of a page with events. */
function watchSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/usage')) sent.push(request.postData() ?? '')
  })
  return sent
}

test('a driver searches, looks, and books, and the console of the lot and of the platform show it', async () => {
  const driver = await aPerson(product.server)
  await addCarOf(product, driver, 'AB12345')
  await aCard(product.server, driver, 'pm_card_bypassPending')
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  const sent = watchSent(page)
  await searchFor(page, 'Chicago Loop')
  await chooseLot(page, 'Wells Street Lot')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/\/me\/reservations\//)
  await expect.poll(names).toEqual(['checkout_view', 'lot_view', 'quote', 'search'])
  for (const body of sent) expect(body).not.toMatch(/AB12345|people\.example|Ada/)
  // Nobody allowed it, so nothing is for PostHog, and nothing was stored on the device.
  expect((await counted()).every(({ is_recognized }) => !is_recognized)).toBe(true)
  expect((await visitor.context.cookies()).map(({ name }) => name)).toEqual(['openspot'])
  await visitor.close()

  const staff = await aSignedIn(browser, product, owner)
  await staff.page.goto(`/lots/${lot.lot_id}/usage`)
  for (const stage of ['Looked at a lot', 'Got a price', 'Held a spot', 'Paid'])
    await staff.page.getByRole('row', { name: `${stage} 1` }).waitFor()
  await staff.page.locator('.recharts-surface').first().waitFor()
  const download = staff.page.waitForEvent('download')
  await staff.page.getByRole('button', { name: 'Download the stages' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Held a spot,1')
  await staff.page.getByText('Show as a table').click()
  await looksWellEverywhere(staff.page, 'lot-analytics')
  await staff.page.getByLabel('Who', { exact: true }).selectOption('visitors')
  await staff.page.getByText('Nobody yet').waitFor()
  await staff.page.getByLabel('Time', { exact: true }).selectOption('7')
  await staff.page.getByRole('row', { name: 'Paid 1' }).waitFor()
  await staff.close()

  const operator = await aSignedIn(browser, product, admin)
  await operator.page.goto('/platform')
  await operator.page.getByRole('link', { name: 'Analytics' }).click()
  await operator.page.getByRole('row', { name: 'Searched 1' }).waitFor()
  await operator.page.getByRole('row', { name: 'Reservation confirmed 1' }).waitFor()
  await looksWellEverywhere(operator.page, 'platform-analytics')
  await operator.close()
})

test('a lot without visitors says what will be here, and a patroller has no access', async () => {
  const empty = await aLot(product.server)
  const staff = await aSignedIn(browser, product, await aMember(product.server, empty.lot_id, 'ADMIN'))
  await staff.page.goto(`/lots/${empty.lot_id}/usage`)
  await staff.page.getByText('Nothing counted yet').waitFor()
  await looksWell(staff.page, 'lot-analytics-empty')
  await staff.close()
  const patroller = await aSignedIn(
    browser,
    product,
    await aMember(product.server, empty.lot_id, 'PATROLLER'),
  )
  await patroller.page.goto(`/lots/${empty.lot_id}/usage`)
  await patroller.page.getByText('You don’t have access to this').waitFor()
  await expect.poll(() => patroller.page.getByRole('link', { name: 'Conversion' }).count()).toBe(0)
  await patroller.close()
})

test('a visitor is asked, allows it, is recognized, and changes the choice on the page about privacy', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page, context } = visitor
  await page.goto(`/l/${lot.public_id}`)
  const question = page.getByRole('region', { name: 'Counting visits' })
  await question.waitFor()
  await looksWellEverywhere(page, 'count-question')
  await expect.poll(counted).toEqual([{ event: 'lot_view', is_recognized: false }])
  await question.getByRole('button', { name: 'Allow' }).click()
  await question.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(counted).toContainEqual({ event: 'lot_view', is_recognized: true })
  expect(await question.count()).toBe(0)
  await forwardEvents(product.server.deps)
  const id = (await context.cookies()).find(({ name }) => name === choiceCookie)?.value ?? ''
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(posthog.events.filter(({ event }) => event === 'lot_view')).toHaveLength(1)
  expect(JSON.stringify(posthog.events)).not.toContain(id)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Privacy' }).click()
  await page.getByRole('radio', { name: /Recognize this browser/ }).waitFor()
  expect(await page.getByRole('radio', { name: /Recognize this browser/ }).isChecked()).toBe(true)
  await looksWellEverywhere(page, 'privacy')
  await page.getByRole('radio', { name: /Don’t count me/ }).check()
  expect((await context.cookies()).find(({ name }) => name === choiceCookie)?.value).toBe(DECLINED)
  const sent = watchSent(page)
  await page.goto(`/l/${lot.public_id}`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  await visitor.close()
})

test.each([
  ['Do Not Track', `Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })`],
  [
    'Global Privacy Control',
    `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
  ],
])('with %s nothing leaves the browser, and nobody is asked', async (_name, script) => {
  const visitor = await aVisitor(browser, product.url, { viewport: desk })
  await visitor.context.addInitScript(script)
  const { page } = visitor
  const sent = watchSent(page)
  await page.goto(`/l/${lot.public_id}`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('region', { name: 'Counting visits' }).count()).toBe(0)
  expect(sent).toEqual([])
  await page.goto('/privacy')
  await page.getByText('Your browser asks not to be tracked').waitFor()
  expect(await counted()).toEqual([])
  await visitor.close()
})

test('the page on which a driver pays loads nothing from elsewhere but the card form, and asks nothing', async () => {
  const driver = await aPerson(product.server)
  const visitor = await aSignedIn(browser, product, driver)
  const { page } = visitor
  const hosts = new Set<string>()
  page.on('request', (request) => {
    // A worker that the page makes itself has no host.
    if (!request.url().startsWith('blob:')) hosts.add(new URL(request.url()).host)
  })
  await page.goto(`/book/${lot.public_id}`)
  await page.getByRole('button', { name: /^Pay / }).waitFor()
  await page.waitForLoadState('networkidle')
  const form = product.server.deps.card_form?.script_url ?? ''
  expect([...hosts].toSorted()).toEqual([new URL(product.url).host, new URL(form).host].toSorted())
  expect(await page.getByRole('region', { name: 'Counting visits' }).count()).toBe(0)
  await visitor.close()
})

const require = createRequire(import.meta.url)
/** The library of PostHog for browsers, as a page of the same origin would load it. */
const library = readFileSync(require.resolve('posthog-js/dist/array.full.no-external.js'), 'utf8')
const vendors: Record<string, () => Promise<void>> = {
  'the key absent': async () => {
    product.server.deps.settings.posthog = null
  },
  'the key present': async () => {},
  'the key wrong': async () => {
    product.server.deps.settings.posthog = { key: 'phc_wrong', host }
  },
  'the vendor down': async () => {
    product.server.deps.settings.posthog = { key: posthogKey, host: 'http://127.0.0.1:1' }
  },
}

test.each(Object.entries(vendors))(
  'posthog-js delivers events to our path with %s, and records nothing by itself',
  async (name, prepare) => {
    await forwardEvents(product.server.deps)
    posthog.events.length = 0
    await prepare()
    const visitor = await aVisitor(browser, product.url)
    const { page, context } = visitor
    await context.route('**/library.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: library }),
    )
    await page.goto('/privacy')
    await page.evaluate(async (src) => {
      const script = document.createElement('script')
      script.src = src
      await new Promise((done) => {
        script.addEventListener('load', done)
        document.head.append(script)
      })
    }, '/library.js')
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/usage') && response.status() >= 400)
        failed.push(`${response.url()} ${response.status()}`)
    })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.evaluate(() => {
      const { posthog: client } = window as unknown as {
        posthog: {
          init(key: string, options: object): void
          capture(event: string, properties: object): void
        }
      }
      client.init('phc_any', {
        api_host: '/api/v2/usage',
        autocapture: false,
        capture_pageview: false,
        capture_pageleave: false,
        persistence: 'memory',
        // Headless browsers count as robots.
        opt_out_useragent_filter: true,
        request_queue_config: { flush_interval_ms: 250 },
      })
      client.capture('search', { result_count: 3 })
    })
    // Clicks and further pages, which the library could record by itself.
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(counted).toEqual([{ event: 'search', is_recognized: true }])
    await page.keyboard.press('Escape')
    await page.waitForLoadState('networkidle')
    expect(failed).toEqual([])
    expect([...hosts]).toEqual([new URL(product.url).host])
    await forwardEvents(product.server.deps)
    expect(posthog.events.map(({ event }) => event)).toEqual(name === 'the key present' ? ['search'] : [])
    product.server.deps.settings.posthog = { key: posthogKey, host }
    await visitor.close()
  },
)
