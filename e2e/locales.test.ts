import { localeCookie } from '@openspot/messages/locales.ts'
import { makeTown } from '@openspot/tools/demo/town.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, openBrowser, phone, picture } from './testing/browser.ts'
import { type Product, startProduct } from './testing/product.ts'
import { filled, listScreens } from './testing/screens.ts'
import { keepApiAnswers, listUntranslated } from './testing/untranslated.ts'

let product: Product
let browser: Browser
let accounts: Awaited<ReturnType<typeof makeTown>>['accounts']
let values: Record<string, string>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  accounts = (await makeTown(product.server.deps, { seed: 1 })).accounts
  values = await someValues()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** The parameters of all paths: a lot of the demo town and things in it. */
async function someValues(): Promise<Record<string, string>> {
  const { rows } = await product.server.deps.database.pool.query<Record<string, string>>(
    `select l.id as lot_id, l.public_id,
       (select r.id from reservations r where r.lot_id = l.id and r.status = 'ACTIVE' order by r.starts_at desc limit 1) as reservation_id,
       (select s.id from spots s where s.lot_id = l.id order by s.label limit 1) as spot_id,
       coalesce((select m.id from maps m where m.lot_id = l.id limit 1)::text, 'none') as map_id,
       coalesce((select p.id from calendar_prices p where p.lot_id = l.id limit 1)::text, 'none') as price_id,
       coalesce((select z.id from zones z where z.lot_id = l.id limit 1)::text, 'none') as zone_id,
       coalesce((select s.id from rule_sets s where s.lot_id = l.id limit 1)::text, 'none') as rule_set_id,
       coalesce((select p.id from payouts p where p.lot_id = l.id limit 1)::text, 'none') as payout_id,
       (select p.id from problems p where p.lot_id = l.id order by p.created_at limit 1) as problem_id,
       coalesce((select f.id from fines f where f.lot_id = l.id order by f.created_at limit 1)::text, 'none') as fine_id,
       (select g.id from gates g where g.lot_id = l.id order by g.name limit 1) as gate_id,
       (select p.id from validation_partners p where p.lot_id = l.id order by p.name limit 1) as partner_id,
       (select o.public_option_id from validation_options o where o.lot_id = l.id order by o.name limit 1) as public_option_id,
       (select m.user_id from memberships m where m.lot_id = l.id limit 1) as user_id
     from lots l where l.name = 'Wells Street Garage'`,
  )
  return { ...rows[0], year: '2026', token: 'no-such-token', code: 'nosuchcode' }
}

/** Opens a page in a locale, signed in with a role of the demo town, or as nobody. */
async function open(locale: string, role: string | null) {
  const visitor = await aVisitor(browser, product.url)
  const { page, context } = visitor
  if (role !== null) {
    const account = accounts.find((one) => one.role === role)
    await page.goto('/sign-in?next=/me')
    await page.getByLabel('Email').fill(account?.email ?? '')
    await page.getByRole('textbox', { name: 'Password' }).fill(account?.password ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/me')
  }
  await context.addCookies([{ name: localeCookie, value: locale, url: product.url }])
  return visitor
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** The screens that each role of the demo town can open. */
const readers: { reader: string; role: string | null; screens: RegExp }[] = [
  { reader: 'visitor', role: null, screens: /^\/(?!lots|me|platform|patrol)/ },
  { reader: 'owner', role: 'SUPER_ADMIN', screens: /^\/(?:lots|me|patrol)/ },
  { reader: 'platform admin', role: 'PLATFORM_ADMIN', screens: /^\/platform/ },
]

test('every page is opened by one of the readers', () => {
  const screens = listScreens()
  expect(screens.length).toBeGreaterThan(60)
  expect(screens.filter((screen) => !readers.some((one) => one.screens.test(screen)))).toEqual([])
})

test.each(readers.flatMap((one) => ['en-XA', 'ar-XB'].map((locale) => ({ ...one, locale }))))(
  'every screen of the $reader in $locale has no hard-coded text and is not wider than a desk and a phone',
  async ({ locale, role, screens }) => {
    const faults: string[] = []
    const direction = locale === 'ar-XB' ? 'rtl' : 'ltr'
    const visitor = await open(locale, role)
    const { page } = visitor
    if (locale === 'en-XA') await keepApiAnswers(page)
    for (const screen of listScreens().filter((one) => screens.test(one))) {
      await page.setViewportSize(desk)
      await page.goto(filled(screen, values))
      await settled(page)
      const localized = () =>
        page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
      await expect.poll(localized, { message: screen, timeout: 15_000 }).toEqual([locale, direction])
      for (const viewport of [desk, phone]) {
        await resized(page, viewport)
        const wide = await findTooWide(page)
        if (wide !== null) faults.push(`${screen} is wider than ${viewport.width} px: ${wide}`)
        const untranslated = locale === 'en-XA' ? await listUntranslated(page) : []
        for (const text of untranslated) faults.push(`${screen}: ${text}`)
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

test('a reader switches the language in the menu, and the account keeps it for other devices', async () => {
  const visitor = await open('en-US', 'DRIVER')
  const { page } = visitor
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitemradio', { name: 'English (UK)' }).click()
  await expect.poll(() => languageOf(page), { timeout: 15_000 }).toBe('en-GB')
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
  await expect.poll(() => languageOf(other.page), { timeout: 15_000 }).toBe('en-US')
  await other.close()
})

test('a visitor without a choice gets the language of the browser', async () => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`/l/${values['public_id']}`)
  expect(await languageOf(page)).toBe('en-GB')
  await context.close()
})
