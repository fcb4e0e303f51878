import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { isFull } from '@openspot/db/testing/depth.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { listAxeViolations, type Violation } from './axe.ts'
import { listContrastViolations } from './contrast.ts'
import { drivePages } from './driven-clock.ts'
import { browserPath, picturesFolder, pushBrowserPath } from './environment.ts'
import { keepEvidence, type Sight, see } from './evidence.ts'
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

let shared: Browser | undefined

/**
 * Returns the browser that all test files of a process share, because launching one takes about a second. No file closes it: it ends with
 * the process. Pages that the file before left open are closed.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await chromium.launch(launchOptions())
  await Promise.all(shared.contexts().map((context) => context.close()))
  return shared
}

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
  /** What the browser says it is. */
  user_agent?: string
  /** The reader's time zone. */
  time_zone?: string
  /** Whether the test cuts the connection. Then what a page loads ahead for its links may fail. */
  goes_offline?: boolean
}
const contextOptions = (url: string, look: VisitorLook) => ({
  baseURL: url,
  viewport: look.viewport ?? desk,
  colorScheme: look.colorScheme ?? 'light',
  hasTouch: look.hasTouch ?? false,
  locale: 'en-US',
  timezoneId: look.time_zone ?? 'America/Chicago',
  ...(look.user_agent === undefined ? {} : { userAgent: look.user_agent }),
  reducedMotion: 'reduce' as const,
})

/** Opens a separate browser context. Errors that the pages log fail the test. */
export const aVisitor = async (browser: Browser, url: string, look: VisitorLook = {}): Promise<Visitor> =>
  visitorIn(await browser.newContext(contextOptions(url, look)), look.goes_offline)

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

async function visitorIn(context: BrowserContext, goesOffline = false): Promise<Visitor> {
  await drivePages(context)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  waitUntilListening(page)
  // A picture is the same at any speed.
  if (isFull && !picturesFolder()) await slowDown(page)
  const errors: string[] = []
  const report = (error: string) => {
    if (!(goesOffline && /\bchunks? /i.test(error))) errors.push(error)
  }
  const lines: string[] = []
  page.on('pageerror', (error) => {
    report(String(error))
    lines.push(`error: ${error.stack ?? String(error)}`)
  })
  page.on('console', (message) => {
    lines.push(`${message.type()}: ${message.text()}`)
    // A refused call also appears as a failed resource, although the page handles it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      report(message.text())
  })
  // Many tests close their visitors before what they expect in the end.
  let last: Sight | undefined
  onTestFailed(async ({ task }) => {
    const sight = page.isClosed() ? last : await see(page)
    await context.close()
    const error = task.result?.errors?.at(-1)
    if (error) error.message += `\n${describe(errors, sight)}`
    if (error && sight) error.message += `\nMore is in ${keepEvidence(task, sight, lines)}.`
  })
  return {
    context,
    page,
    async close() {
      if (!page.isClosed()) last = await see(page)
      await context.close()
      expect(errors).toEqual([])
    },
  }
}

/** As slow as a cheap phone: a test that depends on the speed of the machine shows it here. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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
  const others = await listAxeViolations(page)
  return [...others.map(({ id, elements }) => ({ id, elements: elements.slice(0, 3) })), ...contrast]
}

/** What the page of a failed test says, because a run on another machine may leave nothing but its report. */
function describe(errors: readonly string[], sight: Sight | undefined): string {
  const reported = errors.map((error) => `The page reported: ${error}\n`).join('')
  const text = sight?.text?.replace(/\n+/g, '\n').slice(0, 2500) ?? 'nothing that could be read'
  return `${reported}${sight?.url ?? 'A page that closed'} says:\n${text}`
}

/** Takes a screenshot for the README if a folder for pictures is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = picturesFolder()
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
