import { asOwner } from '@openspot/api/testing/owner.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectEscapeReturns,
  listAxeFaults,
  listCut,
  listFocusFaults,
  listUnreached,
  zoomed,
} from './testing/access.ts'
import { aVisitor, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startTown } from './testing/product.ts'
import { filled, listScreens } from './testing/screens.ts'
import { townValues } from './testing/town-values.ts'

let product: Product
let browser: Browser
let valuesOf: Awaited<ReturnType<typeof townValues>>

/** A name that is on no screen by chance. */
const RULES = 'Zanzibar'

beforeAll(async () => {
  product = await startTown()
  browser = await sharedBrowser()
  valuesOf = await townValues(product)
  // Only the owner of the tables may change what a fine says about its rules.
  await asOwner(product, `update rule_sets set name = '${RULES} ' || left(id::text, 40)`)
  await asOwner(
    product,
    `update fines set explanation = jsonb_set(explanation, '{rule_set_name}', '"${RULES}"') where explanation ? 'rule_set_name'`,
  )
})
afterAll(() => product?.close())

async function open(role: 'DRIVER' | null) {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  if (role !== null) {
    await visitor.page.goto('/sign-in?next=/me')
    await signIn(visitor.page)
    await visitor.page.waitForURL((url) => url.pathname === '/me')
  }
  return visitor
}

/** Signs in as the driver of the demo town. */
async function signIn(page: Page): Promise<void> {
  const account = accounts.find((one) => one.role === 'DRIVER')
  await page.getByLabel('Email').fill(account?.email ?? '')
  await page.getByRole('textbox', { name: 'Password' }).fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits until nothing is loading and the page's scripts have run. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] !== undefined)
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

async function resized(page: Page, viewport: typeof phone): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** All texts of the page, also those that are folded up. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true)
    if (copy instanceof Element) for (const one of copy.querySelectorAll('script')) one.remove()
    return copy.textContent ?? ''
  })

const search = '/?place=Loop&lat=41.8789&lng=-87.6359'
const walks: { reader: string; role: 'DRIVER' | null; screens: () => string[] }[] = [
  {
    reader: 'visitor',
    role: null,
    screens: () => [search, ...listScreens().filter((one) => /^\/(?!lots|me|platform|patrol)/.test(one))],
  },
  {
    reader: 'driver',
    role: 'DRIVER',
    screens: () => [search, ...listScreens().filter((one) => one.startsWith('/me'))],
  },
]

test('everything on the pages of a booking is reached with the Tab key', async () => {
  const visitor = await open(null)
  const { page } = visitor
  const { public_id = '' } = valuesOf('/l/[public_id]')
  for (const path of ['/', search, `/l/${public_id}`, `/book/${public_id}`]) {
    await page.goto(path)
    await settled(page)
    expect(await listUnreached(page), path).toEqual([])
  }
  await visitor.close()
})

test('Escape closes menus, panels, and dialogs, and the focus returns to what opened them', async () => {
  const visitor = await open('DRIVER')
  const { page } = visitor
  await settled(page)
  await expectEscapeReturns(page, 'More')
  await expectEscapeReturns(page, 'Menu')
  await page.goto(search)
  await settled(page)
  await expectEscapeReturns(page, 'Edit search')
  for (const name of [/^Spot type/, /^Price/]) await expectEscapeReturns(page, name)
  const { public_id = '' } = valuesOf('/l/[public_id]')
  await page.goto(`/l/${public_id}`)
  await settled(page)
  await expectEscapeReturns(page, /^View (all|photo)/)
  await visitor.close()
})

test('a visitor saves a lot by signing in, finds it first in the search field and under the account, and can undo its removal', async () => {
  const { pool } = product.server.deps.database
  await pool.query(
    `delete from saved_lots where user_id = (select id from users where email = 'driver@openspot.example')`,
  )
  const visitor = await open(null)
  const { page } = visitor
  await page.goto(search)
  await settled(page)
  const heart = page.getByRole('button', { name: /^Save / }).first()
  const name = ((await heart.getAttribute('aria-label')) ?? '').replace('Save ', '')
  expect(await heart.getAttribute('aria-pressed')).toBe('false')
  const nav = page.getByRole('navigation', { name: 'Main' })
  expect(await nav.getByRole('link').allTextContents()).toEqual(['Find', 'Reservations', 'Sign in'])
  await picture(page, 'results-nav-phone')
  await heart.click()
  await page.getByRole('dialog', { name: 'Sign in to save this lot' }).waitFor()
  await picture(page, 'save-sign-in-phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/sign-in\?next=/)
  await signIn(page)
  await page.getByText(`${name} is saved`).waitFor()
  const saved = page.getByRole('button', { name: `Save ${name}`, pressed: true })
  await saved.waitFor()
  await looksWell(page, 'results-saved-phone')

  await nav.getByRole('link', { name: 'Account' }).click()
  await page.waitForURL(/\/me\/profile/)
  await expect.poll(() => nav.locator('[aria-current]').allTextContents()).toEqual(['Account'])
  await page.getByRole('link', { name: 'Saved', exact: true }).click()
  await page.getByRole('heading', { name: 'Saved lots' }).waitFor()
  await page.getByRole('link', { name }).waitFor()
  await looksWellEverywhere(page, 'saved-lots')
  await page.getByRole('button', { name: `Remove: ${name}` }).click()
  await page.getByText('No saved lots yet').waitFor()
  await looksWell(page, 'saved-lots-none')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name }).waitFor()

  await page.setViewportSize(phone)
  await nav.getByRole('link', { name: 'Find' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const field = page.getByLabel('Where')
  const first = page.getByRole('group', { name: 'Saved' }).getByRole('option').first()
  // The page may not listen to the first focus yet.
  await expect
    .poll(async () => {
      await field.blur()
      await field.focus()
      return first.isVisible()
    })
    .toBe(true)
  const listed = page.getByRole('listbox', { name: 'Suggested places' }).getByRole('option')
  expect(await listed.first().textContent()).toContain(name)
  await looksWell(page, 'field-saved-phone')
  await first.click()
  await page.getByRole('button', { name: 'Find parking' }).click()
  await page.getByRole('heading', { name: new RegExp(`near ${name}`) }).waitFor()
  await page.getByRole('article').filter({ hasText: name }).getByRole('link').click()
  await page.waitForURL(/\/l\//)
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor()
  await looksWell(page, 'lot-saved-phone')
  // The page's own button is where the bar would be.
  expect(await nav.isVisible()).toBe(false)
  await visitor.close()
})

test('a changed search is in the address at once, so that going back right after leads back', async () => {
  const visitor = await open(null)
  const { page } = visitor
  await page.goto('/help')
  await page.goto(search)
  await settled(page)
  const sort = page.getByRole('button', { name: /^Sort by/ })
  const lowest = page.getByRole('menuitemradio', { name: 'Lowest price' })
  await expect
    .poll(async () => {
      if (!(await lowest.isVisible())) await sort.click()
      return lowest.isVisible()
    })
    .toBe(true)
  // Within the same task, in which the person can't go back.
  const address = await lowest.evaluate((choice: HTMLElement) => {
    choice.click()
    return window.location.search
  })
  expect(new URLSearchParams(address).get('sort')).toBe('price')
  await page.getByRole('button', { name: 'Sort by: Lowest price' }).waitFor()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/help')
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/help')
  await visitor.close()
})

test.each(walks)(
  'every screen of the $reader fits 320 px and 400% zoom, passes axe with target sizes and label in name, shows the focus and never hides it, and names no rule set',
  async ({ role, screens }) => {
    const faults: string[] = []
    const visitor = await open(role)
    const { page } = visitor
    for (const screen of screens()) {
      await page.goto(screen === search ? search : filled(screen, valuesOf(screen)))
      await settled(page)
      const found = [...(await listAxeFaults(page)), ...(await listFocusFaults(page))]
      if ((await textOf(page)).includes(RULES)) found.push('names a rule set')
      if (/\bversion \d/i.test(await page.locator('body').innerText())) found.push('names a version')
      await resized(page, zoomed)
      found.push(...(await listCut(page)))
      await resized(page, phone)
      for (const one of found) faults.push(`${screen}: ${one}`)
    }
    await visitor.close()
    expect(faults).toEqual([])
  },
  600_000,
)
