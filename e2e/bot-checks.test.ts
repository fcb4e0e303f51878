import { casesAtDepth, fullTest } from '@openspot/db/testing/depth.ts'
import { BotChecksStandIn, type BotCheckVendor } from '@openspot/page-vendors-stand-in/bot-checks.ts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aVisitor, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'

let browser: Browser
let vendor: BotChecksStandIn
let product: Product
beforeAll(async () => {
  browser = await sharedBrowser()
})
beforeEach(async () => {
  vendor = new BotChecksStandIn()
  await vendor.listen()
})
afterEach(async () => {
  await product?.close()
  await vendor.close()
})

let signedUp = 0
async function fillIn(page: Page): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Dora')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email').fill(`dora${++signedUp}@people.example`)
  await page.getByRole('textbox', { name: 'Password' }).fill('park me if you can')
}
async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Check your email').waitFor()
}

/** Does what a person does with the widget: nothing with Turnstile, and check the box of reCAPTCHA. */
async function solve(page: Page, kind: BotCheckVendor): Promise<void> {
  if (kind === 'TURNSTILE') {
    await page.frameLocator('iframe[title*="Cloudflare"]').getByText('Success!').waitFor()
  } else {
    const token = page.waitForResponse((response) => response.url().endsWith('/token'))
    await page.frameLocator('iframe[title="reCAPTCHA"]').getByRole('checkbox').check()
    await token
  }
}
const alertCount = async () =>
  Number((await product.server.deps.database.pool.query('select from alerts')).rowCount)

test('without keys a person signs up with our own check, and nothing is loaded from elsewhere', async () => {
  product = await startProduct()
  const visitor = await aVisitor(browser, product.url)
  const hosts = new Set<string>()
  visitor.page.on('request', (request) => {
    // The puzzle is solved in a worker of the page's own.
    if (!request.url().startsWith('blob:')) hosts.add(new URL(request.url()).host)
  })
  await fillIn(visitor.page)
  await visitor.page.getByText('Verified').first().waitFor()
  await finish(visitor.page)
  expect([...hosts]).toEqual([new URL(product.url).host])
  await visitor.close()
})

describe.each(casesAtDepth(0, ['TURNSTILE', 'RECAPTCHA'] as const))('%s', (kind) => {
  fullTest(
    'with the right keys a person signs up with its widget, again after a refused attempt',
    async () => {
      product = await startProduct(vendor.settingsFor(kind))
      const visitor = await aVisitor(browser, product.url)
      const { page } = visitor
      await fillIn(page)
      await solve(page, kind)
      await looksWellEverywhere(page, `sign-up-${kind.toLowerCase()}`)
      const used = await page.locator('iframe').first().elementHandle()
      // Refused for another reason; the token is used up, and the widget gives a new one.
      await page.getByRole('textbox', { name: 'Password' }).fill('password1234')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText(/most common passwords/).waitFor()
      await used?.waitForElementState('hidden')
      await page.getByRole('textbox', { name: 'Password' }).fill('park me if you can')
      await solve(page, kind)
      await finish(page)
      await visitor.close()
    },
  )

  fullTest(
    'with a wrong secret key a person signs up with our own check, and the operator is alerted',
    async () => {
      product = await startProduct(vendor.settingsFor(kind, { secret: 'wrong' }))
      const visitor = await aVisitor(browser, product.url)
      await fillIn(visitor.page)
      await visitor.page.getByText('Verified').first().waitFor()
      await finish(visitor.page)
      await expect.poll(alertCount).toBe(1)
      await visitor.close()
    },
  )

  fullTest('with the vendor down a person signs up with our own check', async () => {
    product = await startProduct(vendor.settingsFor(kind))
    vendor.isVerifyingDown = true
    vendor.areScriptsDown = true
    const visitor = await aVisitor(browser, product.url)
    await fillIn(visitor.page)
    await visitor.page.getByText('Verified').first().waitFor()
    await finish(visitor.page)
    await visitor.close()
  })

  fullTest('with only its scripts down a person signs up with our own check', async () => {
    product = await startProduct(vendor.settingsFor(kind))
    vendor.areScriptsDown = true
    const visitor = await aVisitor(browser, product.url)
    await fillIn(visitor.page)
    await visitor.page.getByText('Verified').first().waitFor()
    await finish(visitor.page)
    await visitor.close()
  })

  fullTest(
    'with its script blocked in one browser the person is told what to allow, and can try again',
    async () => {
      product = await startProduct(vendor.settingsFor(kind))
      const visitor = await aVisitor(browser, product.url)
      const { page, context } = visitor
      const isScript = (url: URL) => url.pathname.endsWith('/api.js')
      await context.route(isScript, (route) => route.abort('blockedbyclient'))
      await fillIn(page)
      await page.getByText('The bot check doesn’t work here').waitFor()
      await page.getByText(new URL(vendor.url).host).waitFor()
      await looksWell(page, `bot-check-blocked-${kind.toLowerCase()}`)
      await context.unroute(isScript)
      await page.getByRole('button', { name: 'Try again' }).click()
      await solve(page, kind)
      await finish(page)
      await visitor.close()
    },
  )
})

fullTest(
  'with a wrong site key of Turnstile the person is told, and nobody gets the easier check',
  async () => {
    product = await startProduct(vendor.settingsFor('TURNSTILE', { site: 'wrong' }))
    const visitor = await aVisitor(browser, product.url)
    await fillIn(visitor.page)
    await visitor.page.getByText('The bot check doesn’t work here').waitFor()
    expect(await visitor.page.locator('altcha-widget').count()).toBe(0)
    await visitor.close()
  },
)

fullTest('with a wrong site key of reCAPTCHA its widget says so, and the form waits for it', async () => {
  product = await startProduct(vendor.settingsFor('RECAPTCHA', { site: 'wrong' }))
  const visitor = await aVisitor(browser, product.url)
  await fillIn(visitor.page)
  await visitor.page.frameLocator('iframe[title="reCAPTCHA"]').getByText('Invalid site key').waitFor()
  await visitor.page.getByRole('button', { name: 'Create account' }).click()
  await visitor.page.getByText('We’re still checking that you’re human').waitFor()
  await visitor.close()
})
