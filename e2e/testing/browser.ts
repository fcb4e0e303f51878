import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { listContrastViolations, type Violation } from './contrast.ts'
import { browserPath, picturesFolder, pushBrowserPath } from './environment.ts'
import { waitUntilListening } from './until-listening.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

/** The flags keep the browser from calling home, which only causes errors on a closed network. */
const launchOptions = () => ({
  executablePath: browserPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Without a graphics card, the map is rendered in software.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
})

/** Launches a headless browser. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

/** How long a test waits for a page. On a busy machine with slow disks, a page may take half a minute. */
const PATIENCE_MS = 60_000

export interface Visitor {
  context: BrowserContext
  page: Page
  close(): Promise<void>
}

interface VisitorLook {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  hasTouch?: boolean
}
const contextOptions = (url: string, look: VisitorLook) => ({
  baseURL: url,
  viewport: look.viewport ?? desk,
  colorScheme: look.colorScheme ?? 'light',
  hasTouch: look.hasTouch ?? false,
  locale: 'en-US',
  timezoneId: 'America/Chicago',
  reducedMotion: 'reduce' as const,
})

/** Opens a separate browser context. Errors that the pages log fail the test. */
export const aVisitor = async (browser: Browser, url: string, look: VisitorLook = {}): Promise<Visitor> =>
  visitorIn(await browser.newContext(contextOptions(url, look)), look)

/** Opens a browser of its own that stores in a folder what others keep in memory. Errors that the pages log fail the test. */
export const aVisitorStoringIn = async (
  folder: string,
  url: string,
  look: VisitorLook = {},
  push: readonly string[] = [],
): Promise<Visitor> =>
  visitorIn(
    await chromium.launchPersistentContext(folder, {
      ...(push.length === 0 ? launchOptions() : receiving(push)),
      ...contextOptions(url, look),
    }),
    look,
  )

const quietNetwork = '--disable-background-networking'
/** With this flag, a browser receives no pushes; `push` are the flags with which it finds the services for them. */
const receiving = (push: readonly string[]) => {
  const { args, ...options } = launchOptions()
  return {
    ...options,
    executablePath: pushBrowserPath(),
    args: [...args.filter((each) => each !== quietNetwork), ...push],
    ignoreDefaultArgs: [quietNetwork],
  }
}

async function visitorIn(context: BrowserContext, look: VisitorLook): Promise<Visitor> {
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  waitUntilListening(page)
  const errors: string[] = []
  onTestFailed(async ({ task }) => {
    await picture(page, `failed-${look.viewport?.width ?? desk.width}`)
    const [error] = task.result?.errors ?? []
    if (error) error.message += `\n${await stateOf(page, errors)}`
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A refused call also appears as a failed resource, although the page handles it.
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

/**
 * Expects no violations found by axe, of all its rules or of contrast only. Content that is dimmed while loading is
 * checked once it has loaded.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  // A list may be dimmed while axe runs, after the last keystroke or because of a live update; a real violation is also
  // there on the second check.
  const first = await listViolations(page, rules)
  expect(first.length === 0 ? first : await listViolations(page, rules)).toEqual([])
}

async function listViolations(page: Page, rules: 'all' | 'contrast'): Promise<Violation[]> {
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0)
  const contrast = await listContrastViolations(page)
  if (rules === 'contrast') return contrast
  // An email in the mailbox is in a frame without scripts, in which axe cannot run.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false })
  const { violations } = await axe.disableRules(['color-contrast']).analyze()
  const others = violations.map(({ id, nodes }) => ({
    id,
    elements: nodes.map(({ html }) => html).slice(0, 3),
  }))
  return [...others, ...contrast]
}

/** What the page of a failed test says, because a run on another machine leaves nothing but its report. */
async function stateOf(page: Page, errors: readonly string[]): Promise<string> {
  const reported = errors.map((error) => `The page reported: ${error}\n`).join('')
  if (page.isClosed()) return `${reported}The page is closed.`
  const text = await page.evaluate(shownText)
  return `${reported}${page.url()} says:\n${text.replace(/\n+/g, '\n').slice(0, 2500)}`
}

/** The text of a page without the choices of its lists, which say nothing about what happened. */
function shownText(): string {
  for (const list of document.querySelectorAll('select')) list.remove()
  return document.body.innerText
}

/** Takes a screenshot for the README if a folder for pictures is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = picturesFolder()
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
