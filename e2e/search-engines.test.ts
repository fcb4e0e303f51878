import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, sharedBrowser } from './testing/browser.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let site: string
beforeAll(async () => {
  product = await startProduct()
  site = product.server.deps.settings.public_url
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

const read = async (path: string) => (await fetch(product.url + path)).text()
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&')

test('search engines find every public page in the sitemap, each with one address, and no private lot', async () => {
  const open = await aLot(product.server, { name: 'Open Lot', region: 'IL' })
  const secret = await aLot(product.server, { name: 'Secret Lot', region: 'IL', is_private: true })
  const robots = await read('/robots.txt')
  expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/me\b/)
  const sitemap = await read('/sitemap.xml')
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(pages).toEqual(
    expect.arrayContaining([`${site}/`, `${site}/parking/us/il/chicago`, `${site}/l/${open.public_id}`]),
  )
  expect(sitemap).not.toContain(secret.public_id)
  // One of the many places in Chicago stands for all.
  const checked = pages.filter((url) => !url.includes('/chicago/') || url.endsWith('/willis-tower'))
  for (const url of checked) {
    const answer = await fetch(url.replace(site, product.url))
    const html = await answer.text()
    expect([url, answer.status]).toEqual([url, 200])
    expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(url)
    expect(attribute(html, /<meta property="og:image" content="([^"]+)"/)).toBe(`${site}/share.png`)
    expect(attribute(html, /<meta name="description" content="([^"]+)"/)?.length).toBeGreaterThan(20)
    expect(html).not.toContain('content="noindex')
  }
})

fullTest('search engines read when a lot is open and what it costs', async () => {
  const lot = await aLot(product.server, { name: 'Data Lot', region: 'IL', hour_cents: 450, day_cents: 2000 })
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const dusk = [{ opens: '18:00', closes: '02:00' }]
  await call(
    updateLotRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { opening_hours: { FRI: dusk, SAT: [{ opens: '08:00', closes: '24:00' }] } },
    },
    as(product, owner),
  )
  const html = await read(`/l/${lot.public_id}`)
  const data = JSON.parse(
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '{}',
  ) as object
  const hours = { '@type': 'OpeningHoursSpecification' }
  const price = { '@type': 'UnitPriceSpecification', priceCurrency: 'USD' }
  const offer = { '@type': 'Offer', url: `${site}/l/${lot.public_id}` }
  expect(data).toMatchObject({
    '@type': 'ParkingFacility',
    url: `${site}/l/${lot.public_id}`,
    openingHoursSpecification: [
      { ...hours, dayOfWeek: 'https://schema.org/Friday', opens: '18:00', closes: '02:00' },
      { ...hours, dayOfWeek: 'https://schema.org/Saturday', opens: '08:00', closes: '23:59' },
    ],
    makesOffer: [
      { ...offer, priceSpecification: { ...price, price: '4.50', unitCode: 'HUR' } },
      { ...offer, priceSpecification: { ...price, price: '20.00', unitCode: 'DAY' } },
    ],
  })
})

fullTest('the site can be installed as an app, with icons of each kind', async () => {
  const manifest = JSON.parse(await read('/manifest.webmanifest')) as { icons: { src: string }[] }
  const page = await read('/')
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  for (const path of [
    ...manifest.icons.map(({ src }) => src),
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/icon.svg',
    '/share.png',
  ]) {
    const answer = await fetch(product.url + path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  }
})

fullTest('a visitor goes from all cities to a city, to a lot, and to a search there', async () => {
  await aLot(
    product.server,
    { name: 'Adams Lot', region: 'IL', city: 'Springfield', lat: 39.8, lng: -89.65 },
    4,
  )
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  await page.goto('/parking')
  await page.getByRole('heading', { level: 1, name: 'Parking by city' }).waitFor()
  await looksWellEverywhere(page, 'cities')
  await page.getByRole('link', { name: 'Springfield, IL' }).click()
  await page.getByRole('heading', { level: 1, name: 'Parking in Springfield, IL' }).waitFor()
  await page
    .getByText('1 lot with 4 spots you can reserve online. Rates start at $4.00 an hour before fees.')
    .waitFor()
  await looksWellEverywhere(page, 'city')
  await page.getByRole('link', { name: 'Find a spot for your time' }).click()
  await page.getByRole('link', { name: 'Adams Lot' }).waitFor()
  await page.goto('/parking/us/il/springfield')
  await page.getByRole('heading', { level: 1, name: 'Parking in Springfield, IL' }).waitFor()
  await page.getByRole('link', { name: 'Adams Lot' }).click()
  await page.getByRole('heading', { level: 1, name: 'Adams Lot' }).waitFor()
  await page.goto('/parking/us/il/nowhere')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Parking in').count()).toBe(0)
  await visitor.close()
})

fullTest('a visitor goes from a city to a landmark there, and to the lot next to it', async () => {
  await aLot(product.server, { name: 'Tower Lot', region: 'IL', lat: 41.8795, lng: -87.6359 })
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  await page.goto('/parking/us/il/chicago')
  await page.getByRole('heading', { name: 'Landmarks and venues in Chicago' }).waitFor()
  await looksWellEverywhere(page, 'city-places')
  await page.getByRole('link', { name: 'Willis Tower' }).click()
  await page.getByRole('heading', { level: 1, name: 'Parking near Willis Tower' }).waitFor()
  await looksWellEverywhere(page, 'place')
  await page.getByRole('link', { name: 'Tower Lot' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tower Lot' }).waitFor()
  await visitor.close()
})
