import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { readPdf } from '@openspot/api/testing/read-pdf.ts'
import { alternatesOf, pathIn } from '@openspot/messages/language-paths.ts'
import { directionOf, type Locale, locales } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { enterCard } from './testing/journeys.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'

let product: Product
let browser: Browser
let lot: TestLot

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot', region: 'IL' }, 8)
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

const languageOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

const scripts = { 'ar-AE': /\p{Script=Arabic}/u, 'ja-JP': /\p{Script=Hiragana}|\p{Script=Han}/u } as const

test.each(['ar-AE', 'ja-JP'] as const)(
  'a guest books a spot in %s on a phone, from the search to the pass, the email, and the receipt',
  async (locale) => {
    const t = translatorFor(locale)
    const email = `guest.${locale.toLowerCase()}@people.example`
    const { page, ...visitor } = await aVisitor(browser, product.url, { viewport: phone })
    await page.goto(pathIn(locale, '/'))
    expect(await languageOf(page)).toEqual([locale, directionOf(locale)])
    await page.getByLabel(t('search.where'), { exact: true }).first().fill('Chicago')
    await page
      .getByRole('option', { name: /Chicago/ })
      .first()
      .click()
    await looksWell(page, `${locale}-home`)
    await page.getByRole('button', { name: t('common.findParking') }).click()
    await page.getByRole('link', { name: 'Wells Street Lot' }).first().click()
    await page.waitForURL(/\/l\//)
    expect(await languageOf(page)).toEqual([locale, directionOf(locale)])
    await looksWell(page, `${locale}-lot`)
    await page.locator('a[href*="/book/"]').first().click()
    await page.waitForURL(/\/book\//)
    await page.getByLabel(t('auth.fullName')).fill('Gus Example')
    await page.getByLabel(t('auth.email')).fill(email)
    await page.getByLabel(t('cars.plate')).fill('GS 11 GUS')
    await page.locator('select', { has: page.locator('option[value="IL"]') }).selectOption('IL')
    await page.getByText(t('auth.check.verified')).first().waitFor()
    await enterCard(page, '4242 4242 4242 4242')
    await looksWell(page, `${locale}-book`)
    await page.getByRole('button', { name: new RegExp(t('booking.pay', { amount: '.*' })) }).click()
    await page.waitForURL(/\/me\/reservations\//)
    await page.getByText(t('driver.statuses.ACTIVE'), { exact: true }).first().waitFor()
    await looksWell(page, `${locale}-pass`)
    const saved = page.waitForEvent('download')
    await page
      .locator('button', { hasText: t('receipts.button') })
      .first()
      .click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer)
    expect(readPdf(Buffer.concat(chunks)).language).toBe(locale)
    await expect.poll(async () => (await subjectsTo(email)).join()).toMatch(scripts[locale])
    await visitor.close()
  },
)

async function subjectsTo(to_address: string): Promise<string[]> {
  const { rows } = await product.server.deps.database.pool.query<{ subject: string }>(
    'select subject from emails where to_address = $1',
    [to_address],
  )
  return rows.map(({ subject }) => subject)
}

const read = async (path: string) => {
  const answer = await fetch(product.url + path, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text(), cookie: answer.headers.get('set-cookie') }
}
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&')

test('a public page has an address and a title in each language, which search engines find', async () => {
  const site = product.server.deps.settings.public_url
  const path = `/l/${lot.public_id}`
  const titles = new Set<string | undefined>()
  for (const locale of locales) {
    const { status, html } = await read(pathIn(locale, '/help'))
    expect([locale, status]).toEqual([locale, 200])
    expect(attribute(html, /<html[^>]* lang="([^"]+)"/)).toBe(locale)
    expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(site + pathIn(locale, '/help'))
    titles.add(attribute(html, /<title[^>]*>([^<]+)<\/title>/))
    const lotPage = await read(pathIn(locale, path))
    expect(attribute(lotPage.html, /<html[^>]* lang="([^"]+)"/)).toBe(locale)
    const alternates = lotPage.html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)
    expect(Array.from(alternates, ([, hreflang, url]) => ({ hreflang, url }))).toEqual(
      alternatesOf(path).map((one) => ({ hreflang: one.hreflang, url: site + one.path })),
    )
  }
  // British and American English call it the same.
  expect(titles.size).toBe(locales.length - 1)
})

test('only public pages have an address in a language, and a visitor who comes to one reads the next page in it', async () => {
  expect((await read('/ja/me')).status).toBe(404)
  expect((await read('/ja/lots')).status).toBe(404)
  expect((await read('/xx/help')).status).toBe(404)
  expect((await read('/ja/help')).cookie).toBe('openspot-locale=ja-JP; path=/; samesite=lax')
  expect((await read('/help')).cookie).toBe(null)
})

test('a reader who chooses another language on a page in a language gets its address in that one', async () => {
  const { page, ...visitor } = await aVisitor(browser, product.url)
  const choose = async (from: Locale, name: string) => {
    await page.getByRole('button', { name: translatorFor(from)('common.menu') }).click()
    await page.getByRole('menuitemradio', { name }).waitFor()
    await looksWell(page, `menu-${from}`)
    await page.getByRole('menuitemradio', { name }).click()
  }
  await page.goto('/ja/help?q=x')
  await choose('ja-JP', 'Deutsch')
  await page.waitForURL((url) => url.pathname === '/de/help')
  expect(await languageOf(page)).toEqual(['de-DE', 'ltr'])
  await choose('de-DE', 'English (US)')
  await page.waitForURL((url) => url.pathname === '/help')
  expect(await languageOf(page)).toEqual(['en-US', 'ltr'])
  await visitor.close()
})
