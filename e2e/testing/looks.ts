import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type aVisitor, desk, expectAccessible, phone, picture } from './browser.ts'

export type Look = NonNullable<Parameters<typeof aVisitor>[2]>

/** Every screen is tested on desktop and phone, in light and dark mode. */
export const looks: [string, Look][] = [
  ['desk', { viewport: desk }],
  ['desk-dark', { viewport: desk, colorScheme: 'dark' }],
  ['phone', { viewport: phone }],
  ['phone-dark', { viewport: phone, colorScheme: 'dark' }],
]

/** Checks that the page has loaded, is accessible, and is not wider than the screen; and takes a screenshot. */
export async function looksWell(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 15_000 }).toBe(0)
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide, `${name} is wider than the screen`).toBe(false)
  await picture(page, name)
}
