import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { casesAtDepth, fullTest } from '@openspot/db/testing/depth.ts'
import { MapStandIn, mapAttribution, mapKey } from '@openspot/page-vendors-stand-in/map.ts'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aVisitor, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'

let browser: Browser
let vendor: MapStandIn
let url: string
let product: Product
let lot: TestLot
beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  vendor = new MapStandIn()
  url = await vendor.listen()
})
afterEach(async () => {
  await product?.close()
  await vendor.close()
})

async function start(key: string | null): Promise<void> {
  const style = `${url}/styles/streets/style.json?key={key}`
  product = await startProduct(key === null ? {} : { OPENSPOT_MAP_STYLE_URL: style, OPENSPOT_MAP_KEY: key })
  lot = await aLot(product.server)
}

/** Opens the page of the lot and scrolls to its map. */
async function openMap() {
  const visitor = await aVisitor(browser, product.url)
  const bundled: string[] = []
  const asked: string[] = []
  visitor.page.on('request', (request) => {
    if (request.url().includes('/tiles/chicago/')) bundled.push(request.url())
    if (request.url().startsWith(url)) asked.push(request.url())
  })
  await visitor.page.goto(`/l/${lot.public_id}`)
  await visitor.page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded()
  await visitor.page.locator('.maplibregl-canvas').waitFor()
  return { visitor, page: visitor.page, bundled, asked }
}
const alertCount = async () =>
  Number((await product.server.deps.database.pool.query('select from alerts')).rowCount)
const ours = '© OpenStreetMap contributors'

fullTest(
  'without a setting the bundled map is shown with its attribution, and nothing is loaded from elsewhere',
  async () => {
    await start(null)
    const { page, bundled, asked, visitor } = await openMap()
    await page.getByText(ours).waitFor()
    await expect.poll(() => bundled.length).toBeGreaterThan(0)
    expect(asked).toEqual([])
    await visitor.close()
  },
)

fullTest('with a key the map of the vendor replaces the bundled one, with its attribution', async () => {
  await start(mapKey)
  const { page, bundled, visitor } = await openMap()
  await page.getByText(mapAttribution).waitFor()
  await expect.poll(() => vendor.tiles).toBeGreaterThan(0)
  await looksWellEverywhere(page, 'map-vendor')
  expect(bundled).toEqual([])
  expect(await page.getByText(ours).count()).toBe(0)
  await visitor.close()
})

const failures: [string, string, () => unknown, number][] = [
  ['a wrong key', 'wrong', () => {}, 1],
  ['a used up quota of the style', mapKey, () => Object.assign(vendor, { styleStatus: 429 }), 1],
  // One page that is refused tiles may be wrong, so the operator is alerted at the third.
  ['a used up quota of tiles', mapKey, () => Object.assign(vendor, { tileStatus: 429 }), 0],
  ['tiles that refuse the key', mapKey, () => Object.assign(vendor, { tileStatus: 403 }), 0],
  ['a broken style', mapKey, () => Object.assign(vendor, { styleStatus: 500 }), 0],
  ['broken tiles', mapKey, () => Object.assign(vendor, { tileStatus: 500 }), 0],
  ['the vendor down', mapKey, () => vendor.close(), 0],
]

test.each(casesAtDepth(1, failures))(
  'with %s the bundled map is shown again, and the server is told',
  async (_name, key, breakIt, alerts) => {
    await start(key)
    await breakIt()
    const told = new Promise<void>((done) => {
      product.server.deps.metrics.countVendorFailure = () => done()
    })
    const { page, bundled, asked, visitor } = await openMap()
    await page.getByText(ours).waitFor()
    await expect.poll(() => bundled.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    await looksWell(page, 'map-vendor-failed')
    // The vendor is not asked again.
    const before = asked.length
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.waitForLoadState('networkidle')
    expect(asked.length).toBe(before)
    expect(await page.getByText(mapAttribution).count()).toBe(0)
    await told
    await expect.poll(alertCount).toBe(alerts)
    await visitor.close()
  },
)
