import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type aVisitor, desk, expectAccessible, phone, picture } from './browser.ts'

export type Look = NonNullable<Parameters<typeof aVisitor>[2]>

/** Every screen is looked at on desktop and phone, in light and dark mode: daily only in the first look, in which tests begin. */
const looks = [
  ['desk', desk, 'light'],
  ['desk-dark', desk, 'dark'],
  ['phone-dark', phone, 'dark'],
  ['phone', phone, 'light'],
] as const

/** Checks that the page has loaded, is accessible, and is not wider than the screen; and takes a screenshot. */
export async function looksWell(page: Page, name: string): Promise<void> {
  await looksRight(page, name, () => expectAccessible(page))
}

/**
 * Checks the same in every look of this depth, without loading the page again: it gets the size and the colors of each look in turn, and
 * ends as on a desktop in light mode. Dark mode changes nothing but colors, so only their contrast is checked there.
 */
export async function looksWellEverywhere(page: Page, name: string): Promise<void> {
  for (const [look, viewport, colorScheme] of casesAtDepth(1, looks)) {
    await changeLook(page, viewport, colorScheme)
    await looksRight(page, `${name}-${look}`, () =>
      expectAccessible(page, colorScheme === 'dark' ? 'contrast' : 'all'),
    )
  }
  await changeLook(page, desk, 'light')
}

async function looksRight(page: Page, name: string, check: () => Promise<void>): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  await check()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide, `${name} is wider than the screen`).toBe(false)
  await picture(page, name)
}

async function changeLook(page: Page, viewport: typeof desk, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  // The page reads the scheme after the event, and is drawn again after that.
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
    colorScheme,
  )
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
