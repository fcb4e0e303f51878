import { casesAtDepth, fullTest, isFull } from '@openspot/db/testing/depth.ts'
import { localeCookie } from '@openspot/messages/locales.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { listClipped } from './testing/clipped.ts'
import { drivePages } from './testing/driven-clock.ts'
import { picturesFolder } from './testing/environment.ts'
import { type Product, startTown } from './testing/product.ts'
import { filled, listScreens } from './testing/screens.ts'
import { linkCookie, townValues } from './testing/town-values.ts'
import { keepApiAnswers, listUntranslated } from './testing/untranslated.ts'

let product: Product
let browser: Browser
let valuesOf: Awaited<ReturnType<typeof townValues>>

beforeAll(async () => {
  product = await startTown()
  browser = await sharedBrowser()
  valuesOf = await townValues(product)
})
afterAll(() => product?.close())

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, Cookies>()

/** Opens a page in a locale, signed in with a role of the demo town, or as nobody. Each role signs in once: more would be too many. */
async function open(locale: string, role: string | null) {
  const visitor = await aVisitor(browser, product.url)
  const { page, context } = visitor
  const session = role === null ? undefined : sessions.get(role)
  if (session) await context.addCookies(session)
  else if (role !== null) {
    const account = accounts.find((one) => one.role === role)
    await page.goto('/sign-in?next=/me')
    await page.getByLabel('Email').fill(account?.email ?? '')
    await page.getByRole('textbox', { name: 'Password' }).fill(account?.password ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/me')
    sessions.set(role, await context.cookies())
  }
  await context.addCookies([
    { name: localeCookie, value: locale, url: product.url },
    { ...linkCookie, url: product.url },
  ])
  return visitor
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** The screens that each role of the demo town can open. */
const readers: { reader: string; role: string | null; screens: RegExp }[] = [
  { reader: 'visitor', role: null, screens: /^\/(?!lots|me|platform|patrol)/ },
  { reader: 'driver', role: 'DRIVER', screens: /^\/me/ },
  // In two tests, because there are more of them than of all others together.
  { reader: 'owner', role: 'SUPER_ADMIN', screens: /^\/lots\/\[lot_id\]\/[a-p]/ },
  { reader: 'owner (rest)', role: 'SUPER_ADMIN', screens: /^\/(?:lots(?!\/\[lot_id\]\/[a-p])|patrol)/ },
  { reader: 'platform admin', role: 'PLATFORM_ADMIN', screens: /^\/platform/ },
]

test('every page is opened by one of the readers', () => {
  const screens = listScreens()
  expect(screens.length).toBeGreaterThan(60)
  expect(screens.filter((screen) => !readers.some((one) => one.screens.test(screen)))).toEqual([])
})

/**
 * The full run also opens the screens from right to left, and in German, whose words are the longest. Only for their pictures, they are opened
 * in more languages: the default one, and those that differ most from it.
 */
const walked = [
  ...casesAtDepth(1, ['en-XA', 'ar-XB', 'de-DE']),
  ...(picturesFolder() ? ['en-US', 'es-US', 'ja-JP', 'ar-AE'] : []),
]

/** Each day only a phone, where a text is cut off first. The other journeys of each day are on a desk. */
const sizes = casesAtDepth(1, [phone, desk])

/** Pages whose content is the answer that something is not there. */
const isErrorPage = (screen: string): boolean => /^\/(?:[45]\d\d|q\/)/.test(screen)

test.each(readers.flatMap((one) => walked.map((locale) => ({ ...one, locale }))))(
  'every screen of the $reader in $locale is shown without a refused call, has no hard-coded text, and fits its window',
  async ({ locale, role, screens }) => {
    const faults: string[] = []
    const direction = locale.startsWith('ar') ? 'rtl' : 'ltr'
    const visitor = await open(locale, role)
    const { page } = visitor
    if (locale === 'en-XA') await keepApiAnswers(page)
    const refused: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 402) refused.push(`${pathname} answers ${response.status()}`)
    })
    for (const screen of listScreens().filter((one) => screens.test(one))) {
      await page.setViewportSize(phone)
      await page.goto(filled(screen, valuesOf(screen)))
      await settled(page)
      for (const one of refused.splice(0)) if (!isErrorPage(screen)) faults.push(`${screen}: ${one}`)
      const localized = () =>
        page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
      await expect.poll(localized, { message: screen }).toEqual([locale, direction])
      for (const viewport of sizes) {
        await resized(page, viewport)
        const wide = await findTooWide(page)
        if (wide !== null) faults.push(`${screen} is wider than ${viewport.width} px: ${wide}`)
        const untranslated = locale === 'en-XA' ? await listUntranslated(page) : []
        for (const text of untranslated) faults.push(`${screen}: ${text}`)
        // Lengthened English is longer than any language.
        const clipped = isFull && locale !== 'en-XA' ? await listClipped(page) : []
        for (const text of clipped) faults.push(`${screen} at ${viewport.width} px: ${text}`)
        await picture(page, `${locale}-${viewport.width}-${screen.replaceAll(/\W+/g, '-')}`)
      }
    }
    await visitor.close()
    expect(faults).toEqual([])
  },
)

/** Gives the page another size and waits until it is drawn in it. */
async function resized(page: Page, viewport: typeof desk): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** The last element that makes the page wider than its window; null if the page fits. */
const findTooWide = (page: Page): Promise<string | null> =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > window.innerWidth
      ? [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
          .slice(-1)
          .map((one) => `${one.className}: ${one.textContent}`)
          .join('')
      : null,
  )

fullTest(
  'a driver without a name is called so in the language of the reader, on the list of spots and on the spot',
  async () => {
    const now = product.server.deps.ports.now().toISOString()
    const { rows } = await product.server.deps.database.pool.query<{ lot_id: string; spot_id: string }>(
      `update users u set first_name = null, last_name = null from reservations r
     where u.id = r.user_id and r.id = (
       select r.id from reservations r join lots l on l.id = r.lot_id join users u on u.id = r.user_id
       where l.name = 'Wells Street Garage' and r.status = 'ACTIVE' and r.starts_at <= $1 and r.ends_at > $1
         and not coalesce(u.email = any ($2), false) order by r.id limit 1)
     returning r.lot_id, r.spot_id`,
      [now, accounts.map(({ email }) => email)],
    )
    const { lot_id = '', spot_id = '' } = rows[0] ?? {}
    const visitor = await open('en-XA', 'SUPER_ADMIN')
    const { page } = visitor
    for (const path of [`/lots/${lot_id}/spots`, `/lots/${lot_id}/spots/${spot_id}`]) {
      await page.goto(path)
      await page.getByRole('link', { name: '[Ñö ñåɱé~~~]' }).first().waitFor()
      expect(await page.getByText('Guest').count(), path).toBe(0)
    }
    await visitor.close()
  },
)

test('a reader switches the language in the menu, and the account keeps it for other devices', async () => {
  const visitor = await open('en-US', 'DRIVER')
  const { page } = visitor
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitemradio', { name: 'English (UK)' }).click()
  await expect.poll(() => languageOf(page)).toBe('en-GB')
  await page.getByRole('link', { name: 'Car parks' }).first().waitFor()
  expect(await page.getByLabel('Language and region').inputValue()).toBe('en-GB')
  await visitor.close()

  const other = await aVisitor(browser, product.url)
  const account = accounts.find((one) => one.role === 'DRIVER')
  await other.page.goto('/sign-in?next=/me')
  expect(await languageOf(other.page)).toBe('en-US')
  await other.page.getByLabel('Email').fill(account?.email ?? '')
  await other.page.getByRole('textbox', { name: 'Password' }).fill(account?.password ?? '')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.waitForURL((url) => url.pathname === '/me')
  await other.page.goto('/me/profile')
  expect(await languageOf(other.page)).toBe('en-GB')
  // The sessions are loaded by the browser: once they are shown, the page reacts to its fields.
  await other.page.getByText('this session').waitFor()
  await other.page.getByLabel('Language and region').selectOption('en-US')
  await expect.poll(() => languageOf(other.page)).toBe('en-US')
  await other.close()
})

fullTest('a visitor without a choice gets the language of the browser', async () => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  await drivePages(context)
  const page = await context.newPage()
  await page.goto(filled('/l/[public_id]', valuesOf('/l/[public_id]')))
  expect(await languageOf(page)).toBe('en-GB')
  await context.close()
})
