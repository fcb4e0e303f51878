import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { certificate, certificateKey } from '@openspot/api/people/connectors/reading/testing/certificate.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisitorStoringIn, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, times } from './testing/reservations.ts'

const settingsPath = '/me/notifications/settings'

/** A page that was just opened first loads what it shows. */
let product: Product
let browser: Browser
let lot: TestLot
/** The flags with which a browser finds the services for pushes. */
let push: string[]
const folders: string[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 6)
  const { messaging } = product.server
  if (messaging === null) throw new Error('The product was started without its stand-ins.')
  push = await messaging.browsers.listen(messaging.url, { key: certificateKey, cert: certificate })
})
afterAll(async () => {
  await product?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Opens a browser that can receive pushes, signed in as a person who allows notifications. */
async function aReceiver(person: Person) {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-push-'))
  folders.push(folder)
  const visitor = await aVisitorStoringIn(folder, product.url, {}, push)
  await visitor.context.addCookies([{ name: 'openspot', value: person.token, url: product.url }])
  await visitor.context.grantPermissions(['notifications'], { origin: product.url })
  return visitor
}

/** Answers as a person who blocked notifications: some browsers ask, and others block without asking. */
async function blockNotifications(page: Page): Promise<void> {
  const ofPage = await page.context().newCDPSession(page)
  const { targetInfo } = await ofPage.send('Target.getTargetInfo')
  const ofBrowser = await browser.newBrowserCDPSession()
  await ofBrowser.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    origin: product.url,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  })
}

interface Shown {
  title: string
  body: string
  tag: string
  url: string
  lang: string
}

/** The notifications that the browser shows. Without a notification center, Chromium closes each after 25 seconds. */
const shownIn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push/')
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag, lang, data }) => ({
      title,
      body,
      tag,
      lang,
      url: String(data.url),
    }))
  })

/** The notifications that lead to a page, as soon as there is one. */
async function shownFor(page: Page, url: string): Promise<Shown[]> {
  let shown: Shown[] = []
  await expect
    .poll(async () => {
      shown = (await shownIn(page)).filter((each) => each.url === url)
      return shown.length
    })
    .toBeGreaterThan(0)
  return shown
}

async function turnOn(page: Page): Promise<void> {
  await page.goto(settingsPath)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Notifications are on for this device.').waitFor()
}

async function book(person: Person, spot: number) {
  const payment_method_id = await aCard(product.server, person)
  const spot_id = lot.spot_ids[spot] ?? ''
  return aReservation(product, person, { spot_id, payment_method_id, ...times(4, 2) })
}

describe('push notifications in a browser', () => {
  fullTest(
    'arrive there encrypted, are shown once with the page of what happened, and end with the device',
    async () => {
      const driver = await aPerson(product.server)
      const visitor = await aReceiver(driver)
      const { page } = visitor
      await page.goto('/me/profile')
      await page.getByRole('link', { name: 'Notification settings' }).click()
      await turnOn(page)
      const device = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
      await expect.poll(() => device.count()).toBe(1)
      // The toast may be gone when the notification arrives.
      const sent_toast = page.getByText('Test notification sent.').waitFor()
      await device.getByRole('button', { name: /^Send test to/ }).click()
      await sent_toast
      await expect.poll(() => shownIn(page)).toMatchObject([{ title: 'Test notification' }])
      await looksWellEverywhere(page, 'notification-settings')
      await page.getByRole('heading', { name: 'What you’re notified of' }).scrollIntoViewIfNeeded()
      await page.getByRole('rowheader', { name: 'Parking validated by a business' }).scrollIntoViewIfNeeded()
      await looksWellEverywhere(page, 'notification-kinds')

      const { id } = await book(driver, 0)
      const of_reservation = { url: `${product.url}/me/reservations/${id}`, lang: 'en-US' }
      const shown = await shownFor(page, of_reservation.url)
      const { items } = await call(listNotificationsRoute, { query: {} }, as(product, driver))
      const [newest] = items
      expect(shown).toEqual([
        { ...of_reservation, title: newest?.title, body: newest?.text, tag: newest?.id },
      ])
      await page.goto(of_reservation.url)
      await page.getByRole('heading', { name: 'Wells Street Lot' }).first().waitFor()

      await page.goto(settingsPath)
      await device.getByRole('button', { name: /^Remove/ }).click()
      await page.getByText('No devices yet.').waitFor()
      await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
      await book(driver, 1)
      const sent = product.server.messaging?.push.messages.length
      await expect
        .poll(
          async () => (await call(listNotificationsRoute, { query: {} }, as(product, driver))).items.length,
        )
        .toBe(2)
      expect(product.server.messaging?.push.messages).toHaveLength(sent ?? 0)
      await visitor.close()
    },
  )

  fullTest('leave the worker of the patrol alone, and control no page', async () => {
    const driver = await aPerson(product.server)
    const visitor = await aReceiver(driver)
    const { page } = visitor
    await turnOn(page)
    await page.reload()
    const found = await page.evaluate(async () => ({
      scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
      controller: navigator.serviceWorker.controller,
    }))
    expect(found).toEqual({ scopes: ['/push/'], controller: null })
    await visitor.close()
  })

  test('are explained when the browser blocks them', async () => {
    const visitor = await aSignedIn(browser, product, await aPerson(product.server))
    await blockNotifications(visitor.page)
    await visitor.page.goto(settingsPath)
    await visitor.page.getByText('Your browser blocks notifications from Openspot.').waitFor()
    await looksWell(visitor.page, 'notification-settings-blocked')
    await visitor.close()
  })
})

describe('notification settings', () => {
  test('take a number that was confirmed by a code, and a text when a reservation is confirmed', async () => {
    const driver = await aPerson(product.server)
    const visitor = await aSignedIn(browser, product, driver)
    const { page } = visitor
    await page.goto(settingsPath)
    await page.getByLabel('Cell phone number').fill('(312) 555-0142')
    await page.getByRole('checkbox', { name: /^I agree to get text messages/ }).check()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').waitFor()
    await page.goto('/outbox')
    const texts = page.getByRole('list', { name: 'Texts' })
    const code =
      /\d{6}/.exec((await texts.getByText('is your Openspot code').first().textContent()) ?? '')?.[0] ?? ''
    await page.goto(settingsPath)
    await page.getByLabel('Code').fill('000000' === code ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirm number' }).click()
    await page.getByText('This code is wrong or expired.').waitFor()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Confirm number' }).click()
    await page.getByText('Texts go to (312) 555-0142.').waitFor()
    await page.getByRole('checkbox', { name: 'Reservation confirmed: Text' }).check()
    await page.getByRole('checkbox', { name: 'Reservation confirmed: Email' }).uncheck()
    await page.getByRole('checkbox', { name: 'Use quiet hours' }).check()
    await page.getByLabel('Until').fill('06:30')
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await page.getByText('Quiet hours saved.').waitFor()
    await page.reload()
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Reservation confirmed: Email' }).isChecked())
      .toBe(false)
    await expect.poll(() => page.getByLabel('Until').inputValue()).toBe('06:30')
    await page.getByRole('checkbox', { name: 'Use quiet hours' }).uncheck()
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await page.getByText('Quiet hours saved.').waitFor()
    await page.getByText('Payments and bills').click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Refund: Email' }).isDisabled()).toBe(true)

    const { id } = await book(driver, 2)
    await page.goto('/outbox')
    await expect.poll(() => texts.getByRole('link', { name: new RegExp(id) }).count()).toBe(1)
    await looksWellEverywhere(page, 'outbox-texts')
    await visitor.close()
  })

  fullTest('say how pushes and texts are delivered to operators', async () => {
    const admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
    const visitor = await aSignedIn(browser, product, admin)
    const { page } = visitor
    await page.goto('/platform/channels')
    await page.getByRole('rowheader', { name: 'Text messages' }).waitFor()
    await looksWellEverywhere(page, 'platform-channels')
    await visitor.close()
  })
})
