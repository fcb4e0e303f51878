import { accounts } from '@openspot/server/demo-accounts.ts'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aVisitor, sharedBrowser } from './testing/browser.ts'
import { type Clone, cloneOfHead, type Started } from './testing/clone.ts'
import { book, chooseLot, enterCard, enterGuest, expectPass, searchFor } from './testing/journeys.ts'

// The product as its users start it. All other tests start it in their own way.

let clone: Clone
let browser: Browser
let started: Started | null = null

beforeAll(async () => {
  clone = cloneOfHead()
  browser = await sharedBrowser()
})
afterEach(async () => {
  await started?.stop()
  started = null
})
afterAll(() => clone?.remove())

const address = async (of: Started): Promise<string> => (await of.said(/Openspot is at (http:\S+)/))[1] ?? ''
const driver = accounts.find(({ role }) => role === 'DRIVER')

test('after npm start in a new clone, a person opens home and books, and another one signs in as a demo driver', async () => {
  started = clone.npmStart()
  const url = await address(started)
  expect(await (await fetch(`${url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' })
  const guest = await aVisitor(browser, url)
  await searchFor(guest.page, 'Chicago Loop')
  await chooseLot(guest.page, 'Wells Street Garage')
  await enterGuest(guest.page, { full_name: 'Gus Example', email: 'gus@people.example', plate: 'FS 100 GO' })
  await enterCard(guest.page, '4242 4242 4242 4242')
  await book(guest.page)
  await expectPass(guest.page)
  await guest.close()
  const visitor = await aVisitor(browser, url)
  const { page } = visitor
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(driver?.email ?? '')
  await page.getByRole('textbox', { name: 'Password' }).fill(driver?.password ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/me')
  await page.getByRole('link', { name: 'Wells Street Garage' }).first().waitFor()
  await visitor.close()
  // Neither the start nor its probes report an error.
  expect(started.output()).not.toMatch(/^\s+at |"level":"error"/m)
})

test.each(['development', 'test', 'production', 'moon'])(
  'with NODE_ENV=%s, npm start serves the built pages',
  async (NODE_ENV) => {
    started = clone.npmStart({ NODE_ENV })
    const url = await address(started)
    for (const path of ['/', '/sign-in']) {
      const answer = await fetch(`${url}${path}`)
      const text = await answer.text()
      expect([answer.status, text]).toEqual([200, expect.stringContaining('<main')])
      // Development would load its own scripts and listen for changes.
      expect(text).not.toContain('/_next/static/development')
      expect(text).not.toContain('hmr-client')
    }
  },
)
