import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'

let product: Product
let browser: Browser
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
})
afterAll(() => product?.close())

const SLOW = /^Your connection is slow\./

test('without JavaScript, public pages say what works on them, and do that', async () => {
  const context = await browser.newContext({
    baseURL: product.url,
    javaScriptEnabled: false,
    viewport: phone,
  })
  const page = await context.newPage()
  const pages = [
    ['/', 'You can search by place and time and read the results.'],
    ['/terms', 'You can read everything on this page.'],
    ['/help', 'You can read everything on this page.'],
    [`/l/${lot.public_id}`, 'You can read about this lot.'],
    ['/sign-in', 'JavaScript is off, and this page needs it.'],
    [`/book/${lot.public_id}`, 'JavaScript is off, and this page needs it.'],
  ] as const
  for (const [path, text] of pages) {
    await page.goto(path)
    const note = page.locator('noscript p').first()
    expect(await note.textContent(), path).toContain(text)
    expect(await note.isVisible(), path).toBe(true)
    expect(await page.getByText(SLOW).isVisible(), path).toBe(false)
  }
  await page.goto(`/l/${lot.public_id}`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).first().waitFor()
  await context.close()
})

test('without a connection, public pages say what works until it is back', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone, goes_offline: true })
  const { page, context } = visitor
  for (const [path, text] of [
    ['/terms', 'You can read what this page shows.'],
    ['/sign-in', 'What you typed stays on this page.'],
  ] as const) {
    await page.goto(path)
    expect(await page.getByText('You’re offline.').count()).toBe(0)
    await context.setOffline(true)
    await page.getByText(text).waitFor()
    await looksWell(page, `offline${path.replace('/', '-')}-phone`)
    await context.setOffline(false)
    await page.getByText(text).waitFor({ state: 'detached' })
  }
  await visitor.close()
})

fullTest('while its scripts are on their way, a page says that it can be read and used already', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByText(SLOW).waitFor()
  release()
  await page.getByText(SLOW).waitFor({ state: 'detached' })
  await visitor.close()
})
