import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { createGateRoute } from '@openspot/contract/operations/gates.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { localeCookie } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { book, enterCard, enterGuest, expectPass } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo, passLinkSentTo } from './testing/mail.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

/** A guest who has booked on a laptop, in a lot with a gate. */
async function aBooked(lot_name: string, email: string, plate: string) {
  const lot = await aLot(product.server, { name: lot_name }, 4)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const gate = await call(
    createGateRoute,
    {
      params: { lot_id: lot.lot_id },
      body: {
        name: 'Entrance',
        device: { driver: 'SIMULATED', script: 'OK' },
        actuation: 'OPEN_INPUT',
        pulse_ms: 500,
        travel_seconds: 1,
        pause_seconds: 5,
        early_minutes: 15,
        late_minutes: 15,
        locked_reason: null,
        emergency_access: null,
      },
    },
    as(product, admin),
  )
  const laptop = await aVisitor(browser, product.url, { viewport: desk })
  await laptop.page.goto(`/l/${lot.public_id}`)
  await laptop.page.getByRole('link', { name: /^Book for/ }).click()
  await laptop.page.waitForURL(/\/book\//)
  await enterGuest(laptop.page, { full_name: 'Gus Example', email, plate })
  await laptop.page.getByLabel('State').selectOption('IL')
  await enterCard(laptop.page, '4242 4242 4242 4242')
  await book(laptop.page)
  await expectPass(laptop.page)
  return { laptop, lot, admin, gate, pass: laptop.page.url(), link: await passLinkSentTo(product, email) }
}

/** Who stands at a gate with a phone sees its button without scrolling. */
async function expectInSight(page: Page) {
  const button = page.getByRole('button', { name: /^Open gate: Entrance/ })
  await button.waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const box = await button.boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
}

const changes = (page: Page) =>
  page.getByRole('button', { name: /\+1 hr|Change vehicle|Cancel reservation|End parking early/ })

test('a guest opens the emailed pass and the gate on a phone, confirms the address to cancel, and the laptop keeps the pass', async () => {
  const email = 'gus@link.example'
  const { laptop, pass, link } = await aBooked('Fulton Lot', email, 'GS 21 GUS')
  const mobile = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = mobile
  await page.goto(link)
  await page.getByRole('button', { name: 'Open reservation' }).click()
  await page.waitForURL(/\/guest\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { name: 'This link shows the pass' }).waitFor()
  await page.getByText('GS 21 GUS', { exact: true }).waitFor()
  expect(await changes(page).count()).toBe(0)
  await looksWellEverywhere(page, 'linked-pass')
  await page.setViewportSize(phone)
  // The laptop is still signed in, and can do everything.
  await laptop.page.reload()
  await changes(laptop.page).first().waitFor()

  product.advance(45)
  // The pages of the next tests suggest times by the real clock, which the API would then find in the past.
  onTestFinished(() => product.advance(-45))
  await page.reload()
  await expectInSight(page)
  await looksWell(page, 'linked-pass-at-gate-phone')
  await page.getByRole('button', { name: /^Open gate: Entrance/ }).click()
  await page.getByText(/^The gate is (?:open\. Drive through|closed again)\.$/).waitFor()
  await looksWell(page, 'linked-pass-gate-phone')

  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText('We sent a link to g…@link.example.').waitFor()
  await looksWell(page, 'linked-pass-sent-phone')
  await page.goto(await linkSentTo(product, email, '/claim'))
  await page.getByRole('button', { name: 'View reservations' }).click()
  // Back where they were, with everything that they may do now.
  await page.waitForURL(pass)
  await page.getByRole('heading', { name: 'Links to this pass' }).waitFor()
  await looksWellEverywhere(page, 'confirmed-pass')
  await page.setViewportSize(phone)
  await expectInSight(page)
  // The laptop was signed out by that. It leads to the pass by one click and to everything else by another.
  await laptop.page.goto('/me')
  await laptop.page.waitForURL(/\/sign-in/)
  await laptop.page.getByText('To change, pay, or cancel here, get a link at g…@link.example.').waitFor()
  await looksWellEverywhere(laptop.page, 'passes-here')
  await laptop.page.setViewportSize(desk)
  await laptop.page.getByRole('button', { name: 'Email me a link', exact: true }).click()
  await laptop.page.getByText('We sent a link to g…@link.example.').waitFor()
  await laptop.page.getByRole('link', { name: /^Show pass for spot/ }).click()
  await laptop.page.waitForURL(/\/guest\/[0-9a-f-]{36}/)
  // The page has the browser's clock, by which it has not begun.
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByText(/^(Reservation canceled|Your parking ends early)$/).waitFor()

  // The laptop needs no sign-in for the pass either, and says what to do for more.
  await laptop.page.reload()
  await laptop.page.waitForURL(/\/guest\/[0-9a-f-]{36}/)
  await laptop.page.getByRole('heading', { name: 'This link shows the pass' }).waitFor()
  await laptop.page.getByText('GS 21 GUS', { exact: true }).waitFor()
  expect(await changes(laptop.page).count()).toBe(0)
  await looksWell(laptop.page, 'linked-pass-laptop-desk')
  await laptop.close()
  await mobile.close()
})

fullTest('a guest turns the links off, and who has one gets a new one by email only', async () => {
  const email = 'ida@link.example'
  const { laptop, link } = await aBooked('Racine Lot', email, 'GS 22 GUS')
  const forwarded = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = forwarded
  await page.goto(link)
  await page.getByRole('button', { name: 'Open reservation' }).click()
  await page.getByRole('heading', { name: 'This link shows the pass' }).waitFor()
  await laptop.page.reload()
  await laptop.page.getByText('The pass is open on 1 other device.').waitFor()
  await looksWell(laptop.page, 'links-of-pass-desk')
  await laptop.page.getByRole('button', { name: 'Turn off these links' }).click()
  await laptop.page.getByText('The links are turned off.').waitFor()
  await page.reload()
  await page.waitForURL(/\/sign-in/)
  await page.goto(link)
  await page.getByRole('button', { name: 'Open reservation' }).click()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await looksWellEverywhere(page, 'link-gone')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await page.getByText('A new link is on its way').waitFor()
  await looksWell(page, 'link-gone-sent-phone')
  await page.goto(await linkSentTo(product, email, '/claim'))
  await page.getByRole('button', { name: 'View reservations' }).click()
  await page.waitForURL(/\/me\/reservations\//)
  await changes(page).first().waitFor()
  await laptop.close()
  await forwarded.close()
})

fullTest(
  'a guest whose parking continues on another spot finds its pass by the same link, also in Arabic, and the console says what came by a link',
  async () => {
    const { laptop, lot, admin, gate, pass, link } = await aBooked(
      'Damen Lot',
      'ray@link.example',
      'GS 23 GUS',
    )
    const reservation_id = pass.split('/').at(-1) ?? ''
    const { rows } = await product.server.deps.database.pool.query<{ starts_at: string; spot_id: string }>(
      'select starts_at, spot_id from reservations where id = $1',
      [reservation_id],
    )
    const [booked] = rows
    const from = new Date(Date.parse(booked?.starts_at ?? '') + 3_600_000).toISOString()
    const spot_id = lot.spot_ids.find((id) => id !== booked?.spot_id) ?? ''
    const body = { reservation_id, spot_id, from, reason: 'Painting the spot' }
    const { continued_by } = await call(replaceByStaffRoute, { body }, as(product, admin))
    const label = continued_by?.spot.label ?? ''
    await laptop.close()

    const mobile = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = mobile
    await page.goto(link)
    await page.getByRole('button', { name: 'Open reservation' }).click()
    await page.getByText(`Your parking continues on spot ${label}`).waitFor()
    await looksWellEverywhere(page, 'linked-pass-continued')
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: `Show pass for spot ${label}` }).click()
    await page.waitForURL(new RegExp(`/guest/${continued_by?.id}`))
    await page.getByText('This reservation continues here in another spot.').waitFor()
    expect(await changes(page).count()).toBe(0)
    await looksWellEverywhere(page, 'linked-pass-rest')

    const t = translatorFor('ar-AE')
    await mobile.context.addCookies([{ name: localeCookie, value: 'ar-AE', url: product.url }])
    await page.goto(`/guest/${reservation_id}`)
    await page.getByText(t('linkedPass.continuedTitle', { label })).waitFor()
    await looksWellEverywhere(page, 'linked-pass-arabic')

    product.advance(45)
    onTestFinished(() => product.advance(-45))
    await mobile.context.clearCookies({ name: localeCookie })
    await page.setViewportSize(phone)
    await page.goto(`/guest/${reservation_id}`)
    await page.getByRole('button', { name: /^Open gate: Entrance/ }).click()
    await page.getByText(/^The gate is (?:open\. Drive through|closed again)\.$/).waitFor()
    await mobile.close()
    const staff = await aSignedIn(browser, product, admin, { viewport: desk })
    await staff.page.goto(`/lots/${lot.lot_id}/gates/${gate.id}`)
    await staff.page.getByText('By link', { exact: true }).waitFor()
    await looksWell(staff.page, 'gate-history-by-link-desk')
    await staff.close()
  },
)
