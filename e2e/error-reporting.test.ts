import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import {
  getErrorEventRoute,
  getErrorGroupRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { getReplayRoute, listReplaysRoute } from '@openspot/contract/platform/replays.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { addCar, book, chooseLot, enterCard, searchFor, signUp } from './testing/journeys.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { choose, listenToReports, untilRecording, withMovableClock } from './testing/reports.ts'
import { addCarOf, aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
})
afterAll(() => product?.close())

type Source = 'API' | 'BROWSER' | 'WEB_SERVER'

/** Waits for an error with this text in its title that occurred on this page, and returns its latest event. */
async function reported(query: string, source: Source, page: RegExp) {
  const own = as(product, admin)
  const find = async () => {
    const { items } = await call(listErrorGroupsRoute, { query: { query, source } }, own)
    for (const { id } of items) {
      const { latest_events } = await call(getErrorGroupRoute, { params: { error_group_id: id } }, own)
      const [latest] = latest_events
      if (latest && page.test(latest.page))
        return call(getErrorEventRoute, { params: { error_group_id: id, error_event_id: latest.id } }, own)
    }
    return null
  }
  await expect.poll(find).not.toBeNull()
  const event = await find()
  if (event === null) throw new Error('The error is gone.')
  return event
}

const PLATE = 'QX 77 PLATE'
/** What only the driver should read, and addresses with what they chose. */
const personalIn = (text: string) =>
  text.match(/.{0,60}(?:QX ?77|dora|philippa|\bexample\b|\b4242\b|starts_at=2|\bVisa\b|Wells).{0,30}/gi) ?? []

test('a crash of a page is in the console with our files and lines and with what happened before, without personal data', async () => {
  const driver = await aPerson(product.server, { first_name: 'Philippa' })
  await addCarOf(product, driver, PLATE)
  const visitor = await aSignedIn(browser, product, driver)
  const { page } = visitor
  const sent = listenToReports(page)
  await choose(page, 'buffer')
  let isBroken = false
  await page.route('**/api/v1/cars/mine', (route) =>
    isBroken ? route.fulfill({ json: { items: [null] } }) : route.continue(),
  )
  await page.goto('/me/cars')
  await untilRecording(page)
  await page.getByRole('button', { name: /^Edit QX/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  isBroken = true
  // The list is loaded again.
  await page.getByRole('button', { name: /^Remove QX/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Something went wrong').first().waitFor()

  const event = await reported("reading 'id'", 'BROWSER', /^\/me\/cars$/)
  expect(event.title).toBe("TypeError: Cannot read properties of null (reading 'id')")
  const [frame] = event.exceptions[0]?.frames ?? []
  expect(frame).toMatchObject({
    file: 'web/features/people/cars/cars-screen.tsx',
    is_ours: true,
    is_source_mapped: true,
  })
  expect(frame?.context.find(({ is_current }) => is_current)?.text).toContain('changing === car.id')
  expect(frame?.generated?.file).toMatch(/\/_next\/static\/chunks\/[\w~-]+\.js$/)
  expect(event.exceptions[0]?.frames.some(({ file }) => /node_modules\/.*react-dom/.test(file))).toBe(true)
  const crumbs = event.breadcrumbs.map(
    ({ category, message, data }) => `${category} ${message} ${data['url'] ?? ''}`,
  )
  expect(crumbs).toContainEqual(expect.stringMatching(/^ui\.click .*Button/))
  expect(crumbs).toContainEqual(expect.stringMatching(/^fetch .*\/api\/v1\/cars\/mine$/))
  expect(event).toMatchObject({
    page: '/me/cars',
    environment: 'local',
    release: expect.stringMatching(/^openspot@/),
  })
  expect(event.browser).toMatch(/^Chrome \d+$/)

  await expect.poll(() => sent.items('replay_event').length).toBeGreaterThan(0)
  expect(personalIn(await sent.text())).toEqual([])
  await visitor.context.close()

  const staff = await aSignedIn(browser, product, admin)
  await staff.page.goto('/platform/errors?query=reading')
  await staff.page.getByRole('link', { name: /Cannot read properties of null/ }).click()
  await staff.page.getByText('web/features/people/cars/cars-screen.tsx').first().waitFor()
  await looksWell(staff.page, 'error-mapped-desk')
  await staff.close()
})

fullTest('source maps are not served', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  const scripts: string[] = []
  page.on('response', (response) => {
    if (/\/_next\/static\/.*\.js$/.test(response.url())) scripts.push(response.url())
  })
  await page.goto('/')
  expect(scripts.length).toBeGreaterThan(3)
  for (const script of scripts) {
    expect((await fetch(`${script}.map`)).status).toBe(404)
    expect(await (await fetch(script)).text()).not.toContain('sourceMappingURL')
  }
  await visitor.close()
})

fullTest(
  'a checkout that fails can be watched from its error, and the error of the server has the same trace',
  async () => {
    await aLot({ deps: product.server.deps }, { name: 'Wells Street Lot' }, 3)
    const driver = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = driver
    const sent = listenToReports(page)
    await choose(page, 'buffer')
    await signUp(page, { first_name: 'Dora', email: 'dora@people.example' })
    await searchFor(page, 'Chicago Loop')
    await chooseLot(page, 'Wells Street Lot')
    await addCar(page, PLATE)
    await enterCard(page, '4242 4242 4242 4242')
    await untilRecording(page)
    const owner = new pg.Client(product.owner_url)
    await owner.connect()
    await owner.query('alter table reservations rename to reservations_away')
    await book(page)
    await page.getByText('Something went wrong').first().waitFor()
    const event = await reported('CallError', 'BROWSER', /^\/book\//)
    const server = await reported('reservations', 'API', /\/instant$/)
    await owner.query('alter table reservations_away rename to reservations')
    await owner.end()

    expect(event.exceptions[0]?.frames[0]).toMatchObject({ file: 'contract/call.ts', is_source_mapped: true })
    expect(event.tags['call']).toBe('POST /api/v2/reservations/instant')
    expect(server.trace_id).toBe(event.trace_id)
    expect(server.exceptions[0]?.frames.find(({ is_ours }) => is_ours)?.file).toMatch(/^(?:api|db)\/.+\.ts$/)

    await expect.poll(() => sent.items('replay_event').length).toBeGreaterThan(0)
    expect(personalIn(await sent.text())).toEqual([])
    await driver.context.close()

    const staff = await aSignedIn(browser, product, admin)
    await staff.page.goto('/platform/errors?query=CallError')
    await staff.page.getByRole('link', { name: /CallError/ }).click()
    await staff.page.getByRole('link', { name: 'Watch replay' }).first().click()
    await staff.page.waitForURL(/\/platform\/replays\//)
    const recorded = staff.page.frameLocator('iframe[title="Recording of a visit, without scripts"]')
    await recorded.getByRole('button').first().waitFor()
    await staff.page
      .getByRole('button', { name: /^Error at / })
      .first()
      .click()
    // Nobody can read what the driver saw, but how it was laid out.
    expect(await recorded.locator('body').innerText()).toMatch(/\*{3}/)
    expect(await recorded.locator('body').innerText()).not.toMatch(/[A-Za-z]{2}/)
    await looksWell(staff.page, 'replay-of-failed-checkout-desk')
    await staff.close()
  },
)

fullTest(
  'traces name pages without their queries and leave out the page for addresses that do not exist',
  async () => {
    const visitor = await aVisitor(browser, product.url)
    const { page } = visitor
    const sent = listenToReports(page)
    await choose(page, 'traced')
    const names = () => sent.items('transaction').map(({ transaction }) => transaction)
    for (const address of ['/no-such-page', '/privacy?email=ada@people.example']) {
      await page.goto(address)
      await untilRecording(page)
      // The trace of a page that is hidden ends, and is sent.
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange'))
        return new Promise((done) => setTimeout(done))
      })
    }
    await expect.poll(names).toContain('/privacy')
    expect([...new Set(names())]).toEqual(['/privacy'])
    expect(await sent.text()).not.toContain('ada@people')
    await visitor.close()
  },
)

fullTest.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
] as const)(
  'with %s an error is reported without the person, and nothing is recorded',
  async (_name, asks) => {
    const driver = await aPerson(product.server)
    const visitor = await aSignedIn(browser, product, driver)
    const { page } = visitor
    const sent = listenToReports(page)
    await page.addInitScript((properties) => {
      for (const [name, value] of Object.entries(properties))
        Object.defineProperty(Navigator.prototype, name, { get: () => value })
    }, asks)
    await page.goto('/me/cars')
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('Not to be followed')
      }),
    )
    await expect.poll(() => sent.items('event').length).toBe(1)
    expect(sent.items('event')[0]?.['user'] ?? {}).toEqual({})
    expect(await page.evaluate(() => sessionStorage.getItem('sentryReplaySession'))).toBeNull()
    await visitor.context.close()
  },
)

fullTest(
  'a visit recorded in full pauses when nobody does anything, goes on with them, and after a while names the one before',
  async () => {
    const visitor = await aVisitor(browser, product.url)
    const { page } = visitor
    const sent = listenToReports(page)
    const advance = await withMovableClock(page)
    await choose(page, 'session')
    await page.goto('/')
    await untilRecording(page)
    const segments = () => sent.items('replay_event').length
    /** Does what a person does, and waits until it is sent. */
    const touch = async () => {
      const before = segments()
      await page.mouse.click(5, 5)
      await page.evaluate(() => document.body.append(document.createElement('hr')))
      await expect.poll(segments).toBeGreaterThan(before)
    }
    const recordedIds = () => [...new Set(sent.items('replay_event').map(({ replay_id }) => replay_id))]
    await touch()
    expect(sent.items('replay_event')[0]).toMatchObject({ replay_type: 'session', segment_id: 0 })

    // It pauses, so what the page does alone is not sent, and not later either.
    const before = segments()
    await advance(6 * 60_000)
    await page.evaluate(() => document.body.append(document.createElement('hr')))
    await page.evaluate(() => document.body.append(document.createElement('dfn')))
    await touch()
    expect(segments()).toBe(before + 1)
    const changes = (await sent.recorded()).filter(({ type }) => type === 3).map((one) => JSON.stringify(one))
    expect(changes.some((change) => change.includes('"tagName":"hr"'))).toBe(true)
    expect(changes.some((change) => change.includes('"tagName":"dfn"'))).toBe(false)
    expect(recordedIds()).toHaveLength(1)

    await advance(16 * 60_000)
    await page.mouse.click(5, 5)
    await touch()
    await expect.poll(() => recordedIds().length).toBe(2)
    const [first, second] = recordedIds()
    const later = sent.items('replay_event').find(({ replay_id }) => replay_id === second)
    expect(later?.['tags']).toMatchObject({ previous_replay_id: first })
    const own = as(product, admin)
    const previous = async () => {
      const { items } = await call(listReplaysRoute, { query: {} }, own)
      const stored = items.find(({ id }) => id.replaceAll('-', '') === second)
      if (!stored) return null
      const { previous_replay_id } = await call(getReplayRoute, { params: { replay_id: stored.id } }, own)
      return previous_replay_id?.replaceAll('-', '')
    }
    await expect.poll(previous).toBe(first)
    await visitor.close()
  },
)
