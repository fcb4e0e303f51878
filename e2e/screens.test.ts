import { fullTest } from '@openspot/db/testing/depth.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, expectAccessible, phone, sharedBrowser } from './testing/browser.ts'
import { listContrastViolations } from './testing/contrast.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import { type Product, startTown } from './testing/product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startTown()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

async function signInAs(page: Page, role: string): Promise<void> {
  const account = accounts.find((one) => one.role === role)
  await page.goto('/sign-in?next=/me')
  await page.getByLabel('Email').fill(account?.email ?? '')
  await page.getByRole('textbox', { name: 'Password' }).fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/me')
}

/** The name of a page's pictures. */
const nameOf = (path: string) => `page${path.replaceAll(/\W+/g, '-')}`

/** Waits until nothing is loading and no skeletons remain. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

fullTest('no main page violates its content security policy, and an injected script is blocked', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page, context } = visitor
  const violations: string[] = []
  await context.exposeFunction('noteViolation', (text: string) => violations.push(text))
  await context.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation: (text: string) => void }
    document.addEventListener('securitypolicyviolation', (event) =>
      noteViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  const visit = async (path: string) => {
    await page.goto(path)
    await settled(page)
    // Waits until the scripts of the page ran.
    await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] !== undefined)
  }
  const { rows } = await product.server.deps.database.pool.query<{ id: string; public_id: string }>(
    `select id, public_id from lots where name = 'Wells Street Garage'`,
  )
  const lot = rows[0]
  const open = [
    '/',
    '/?place=Loop&lat=41.8789&lng=-87.6359',
    `/l/${lot?.public_id}`,
    `/book/${lot?.public_id}`,
  ]
  for (const path of [...open, '/sign-in', '/sign-up', '/outbox', '/400', '/500', '/nope']) await visit(path)
  await signInAs(page, 'ADMIN')
  const inLot = ['monitor', 'spots', 'prices', 'reservations', 'settings', 'signs']
  for (const path of ['/me', '/me/cars', '/lots', ...inLot.map((name) => `/lots/${lot?.id}/${name}`)]) {
    await visit(path)
  }
  expect(violations).toEqual([])
  // An injected script is blocked.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  })
  await expect.poll(() => violations).toEqual([expect.stringContaining('script-src-elem inline')])
  expect(await page.title()).not.toBe('taken over')
  // The violation is intended, but the browser logs it as an error, so the visitor's own close is skipped.
  await context.close()
})

fullTest('every public screen is accessible and fits the screen', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  const { rows } = await product.server.deps.database.pool.query<{ public_id: string }>(
    `select public_id from lots where name = 'Wells Street Garage'`,
  )
  const lot = `/l/${rows[0]?.public_id}`
  for (const path of [
    '/',
    '/?place=Loop&lat=41.8789&lng=-87.6359',
    lot,
    `${lot}?by=month`,
    '/sign-in',
    '/sign-up',
    '/sign-in/stop',
    '/sign-in/stop?token=abc',
    '/outbox',
    '/400',
    '/405',
    '/500',
    '/nope',
  ]) {
    await page.goto(path)
    await settled(page)
    await looksWellEverywhere(page, path.startsWith('/?') ? 'search' : path === lot ? 'lot' : nameOf(path))
  }
  await visitor.close()
})

test('a text without contrast is found on a page of which all looks have passed', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  await page.goto('/sign-in')
  await settled(page)
  await expectAccessible(page, 'contrast')
  await page.getByRole('heading', { level: 1 }).evaluate((title) => {
    title.style.color = 'silver'
  })
  expect(await listContrastViolations(page)).toEqual([
    { id: 'color-contrast', elements: [expect.stringContaining('<h1')] },
  ])
  await page.getByRole('button', { name: 'Sign in', exact: true }).evaluate((button) => {
    button.style.background = 'silver'
  })
  expect(await listContrastViolations(page)).toEqual([
    { id: 'color-contrast', elements: expect.arrayContaining([expect.stringContaining('Sign in</span>')]) },
  ])
  await visitor.close()
})

fullTest('every driver screen is accessible and fits the screen', async () => {
  const visitor = await aVisitor(browser, product.url)
  const { page } = visitor
  await signInAs(page, 'DRIVER')
  const reservation = await page.locator('a[href^="/me/reservations/"]').first().getAttribute('href')
  for (const path of [
    '/me',
    reservation ?? '',
    '/me/notifications',
    '/me/cars',
    '/me/payment-methods',
    '/me/profile',
  ]) {
    await page.goto(path)
    await settled(page)
    await looksWellEverywhere(page, path === reservation ? 'me-reservation' : nameOf(path))
  }
  await visitor.close()
})

fullTest(
  'the list of lots, the overview of one, and its monitor are accessible and fit the screen',
  async () => {
    const visitor = await aVisitor(browser, product.url)
    const { page } = visitor
    await signInAs(page, 'ADMIN')
    await page.goto('/lots')
    await page.getByText('Wells Street Garage').first().waitFor()
    await looksWellEverywhere(page, 'lots')
    await page
      .getByRole('link', { name: /Wells Street Garage/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await settled(page)
    await looksWellEverywhere(page, 'town-overview')
    await page.getByRole('link', { name: 'Monitor', exact: true }).click()
    await page.waitForURL(/\/monitor/)
    await page.getByText('Live').first().waitFor()
    await settled(page)
    await looksWellEverywhere(page, 'town-monitor')
    await visitor.close()
  },
)

test('error pages have the right status and title', async () => {
  for (const [path, status, title] of [
    ['/nope', 404, 'Page not found'],
    ['/400', 400, 'Bad request'],
    ['/405', 405, 'Method not allowed'],
    ['/500', 500, 'Something went wrong'],
    ['/l/AAAAAAAAAAAAAAAAAAAAAAAA', 404, 'Page not found'],
    ['/%zz', 400, 'Bad request'],
    ['/l/%E0%A4%A?by=month', 400, 'Bad request'],
  ] as const) {
    const answer = await fetch(product.url + path)
    expect([path, answer.status]).toEqual([path, status])
    expect(await answer.text()).toContain(title)
  }
})

test('a page that is asked for with another method has the page for that, whatever the body', async () => {
  for (const [method, path] of [
    ['POST', '/'],
    ['PUT', '/sign-up'],
    ['DELETE', '/me'],
    ['PATCH', '/lots/nope'],
    ['POST', '/%zz'],
  ] as const) {
    const body = method === 'DELETE' ? {} : { body: 'x=1' }
    const answer = await fetch(product.url + path, { method, ...body, redirect: 'manual' })
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([
      method,
      path,
      405,
      'GET, HEAD',
    ])
    expect(await answer.text()).toContain('Method not allowed')
  }
  expect((await fetch(`${product.url}/sign-in`, { method: 'HEAD' })).status).toBe(200)
})

test('a sign-in link from the mailbox signs in only after the button is pressed', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('driver@openspot.example')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByText('Check your email').waitFor()
  const link = await linkSentTo(product, 'driver@openspot.example', '/sign-in/link')
  // A mail scanner opens the link first, which must not use it up.
  await fetch(link)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/me')
  await visitor.close()
})

fullTest('a private lot shows nothing to strangers and asks signed-out visitors to sign in', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: desk })
  const { page } = visitor
  const { rows } = await product.server.deps.database.pool.query<{ id: string }>(
    `select id from lots where is_private limit 1`,
  )
  await page.goto(`/lots/${rows[0]?.id}/monitor`)
  await page.waitForURL(/\/sign-in\?next=/)
  await signInAs(page, 'DRIVER')
  await page.goto(`/lots/${rows[0]?.id}/monitor`)
  // The server sends this page empty, and the browser draws it.
  await page.getByText('Page not found').first().waitFor()
  await settled(page)
  await expectAccessible(page)
  expect(await page.getByText('Live').count()).toBe(0)
  await visitor.close()
})
