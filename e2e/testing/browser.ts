import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { browserPath, picturesFolder } from './environment.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

/** A browser without a window. The flags keep it from calling home, which a closed network turns into noise. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without a graphics card the map is drawn by the processor.
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  })
}

export interface Visitor {
  context: BrowserContext
  page: Page
  close(): Promise<void>
}

/** Somebody with a browser of their own. What the pages log as errors fails the test. */
export async function aVisitor(
  browser: Browser,
  url: string,
  look: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: look.viewport ?? desk,
    colorScheme: look.colorScheme ?? 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  onTestFailed(() => picture(page, `failed-${look.viewport?.width ?? desk.width}`))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A refused call shows up as a failed resource: the page handles it, the browser notes it all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  return {
    context,
    page,
    async close() {
      await context.close()
      expect(errors).toEqual([])
    },
  }
}

/** No violation that axe can find on the page as it stands. What is dimmed while newer comes is looked at once it has. */
export async function expectAccessible(page: Page): Promise<void> {
  // A list may be dimmed while axe looks, after the last keystroke or because of something that happened elsewhere:
  // what is wrong with a page is there at the second look too.
  const first = await violationsOf(page)
  expect(first.length === 0 ? first : await violationsOf(page)).toEqual([])
}

async function violationsOf(page: Page) {
  await expect.poll(() => page.locator('[data-stale]').count(), { timeout: 20_000 }).toBe(0)
  // A letter in the mailbox stands in a frame without scripts, where axe could not answer.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ iframes: false }).analyze()
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html).slice(0, 3) }))
}

/** Takes a picture for the README, where a folder for pictures is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = picturesFolder()
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
