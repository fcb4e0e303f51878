import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aVisitor, desk, phone as screen, sharedBrowser } from './testing/browser.ts'
import { addCard, book, enterCard, expectPass } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'
import { codeTextedTo, linkTextedTo } from './testing/texts.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

async function enterCode(page: Page, phone: string, after = 0): Promise<void> {
  await page.getByLabel('6-digit code').fill(await codeTextedTo(product, phone, after))
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function requestCode(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Phone number').fill(typed)
  await page.getByText('Verified').first().waitFor()
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('6-digit code').waitFor()
}

test('signs up with a phone number, asks for the name, and signs in again after a wrong code', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: screen })
  const { page } = visitor
  await page.goto('/sign-in?next=%2Fme%2Fprofile')
  await looksWell(page, 'sign-in-phone')
  await page.getByRole('link', { name: 'Use your phone number instead' }).click()
  await page.getByLabel('Phone number').fill('312 555 0142')
  await page.getByText('Verified').first().waitFor()
  await looksWellEverywhere(page, 'phone-number')
  await page.setViewportSize(screen)
  await requestCode(page, '(312) 555-0142')
  await looksWellEverywhere(page, 'phone-code')
  await page.setViewportSize(screen)
  const right = await codeTextedTo(product, '+13125550142')
  await page.getByLabel('6-digit code').fill(right === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/This code is wrong or expired/).waitFor()
  await looksWell(page, 'phone-code-wrong')
  await enterCode(page, '+13125550142')
  await page.getByRole('heading', { name: 'What’s your name?' }).waitFor()
  await looksWellEverywhere(page, 'phone-name')
  await page.getByLabel('First name').fill('Nell')
  await page.getByLabel('Last name').fill('Example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/me\/profile/)
  await page.getByText('(312) 555-0142 is verified. You can sign in with it.').waitFor()
  await page.setViewportSize(screen)
  await looksWell(page, 'profile-phone-verified')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/claim')
  await page.getByRole('link', { name: 'Use your phone number instead' }).click()
  await page.getByText(/Enter the phone number you booked with/).waitFor()
  await looksWell(page, 'claim-by-phone')
  await requestCode(page, '(312) 555-0142')
  await enterCode(page, '+13125550142', 1)
  await page.waitForURL(/\/me$/)
  await visitor.close()
})

fullTest('verifies a new number on the profile', async () => {
  const person = await aPerson(product.server)
  const visitor = await aSignedIn(browser, product, person, { viewport: screen })
  const { page } = visitor
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Verify number' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('(312) 555-0143')
  await looksWell(page, 'profile-verify-number')
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await dialog.getByLabel('6-digit code').fill(await codeTextedTo(product, '+13125550143'))
  await looksWell(page, 'profile-verify-code')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('(312) 555-0143 is verified. You can sign in with it.').waitFor()
  await visitor.close()
})

fullTest('a resident accepts an invite by phone', async () => {
  const lot = await aLot(product.server, { name: 'Elm Court' })
  const admin = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const phone = '+13125550144'
  await call(createInviteRoute, { body: { lot_id: lot.lot_id, phone, role: 'MEMBER' } }, as(product, admin))
  const visitor = await aVisitor(browser, product.url, { viewport: screen })
  const { page } = visitor
  await page.goto(await linkTextedTo(product, phone))
  await page.getByText(/The invite was sent to \+13…44/).waitFor()
  await looksWellEverywhere(page, 'invite-by-phone')
  await page.setViewportSize(screen)
  await requestCode(page, '(312) 555-0144')
  await enterCode(page, phone)
  await page.getByRole('heading', { name: 'What’s your name?' }).waitFor()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Join lot' }).click()
  await page
    .getByText(/Elm Court/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: /lots/i }).first().click()
  await page.getByText('Elm Court').first().waitFor()
  expect(page.url()).toMatch(/\/me\/lots/)
  await visitor.close()
})

fullTest.each([
  ['phone', screen, 'Fulton Lot', '(312) 555-0145', 'GS 12 GUS'],
  ['desk', desk, 'Racine Lot', '(312) 555-0147', 'GS 13 GUS'],
] as const)(
  'on a %s, a guest with only a phone number books, returns by the text, and extends',
  async (name, viewport, lot_name, typed, plate) => {
    const lot = await aLot(product.server, { name: lot_name }, 4)
    const phone = `+1${typed.replace(/\D/g, '')}`
    const visitor = await aVisitor(browser, product.url, { viewport })
    const { page } = visitor
    await page.goto(`/l/${lot.public_id}`)
    await page.getByRole('link', { name: /^Book for/ }).click()
    await page.waitForURL(/\/book\//)
    await page.getByLabel('Full name').fill('Gus Example')
    await page.getByRole('button', { name: 'Use your phone number instead' }).click()
    await page.getByLabel('Phone number').fill(typed)
    await page.getByLabel('License plate').fill(plate)
    await page.getByLabel('State').selectOption('IL')
    await page.getByText('Verified').first().waitFor()
    if (name === 'phone') await looksWellEverywhere(page, 'guest-by-phone')
    await page.setViewportSize(viewport)
    await enterCard(page, '4242 4242 4242 4242')
    await page.getByLabel('Save this card for next time').check()
    await book(page)
    await expectPass(page)

    // Back from the text in the same browser, which keeps the card that was saved in it.
    await page.goto(await linkTextedTo(product, phone))
    await page.getByRole('button', { name: 'Open reservation' }).waitFor()
    if (name === 'phone') await looksWellEverywhere(page, 'guest-link')
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Open reservation' }).click()
    await page.waitForURL(/\/me\/reservations\//)
    product.advance(45)
    // The pages of the next tests suggest times by the real clock, which the API would then find in the past.
    onTestFinished(() => product.advance(-45))
    await page.reload()
    await page.getByRole('button', { name: '+1 hr' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.getByText(/^Extended until/).waitFor()
    await looksWell(page, `guest-extended-${name}`)

    // And on another device.
    const other = await aVisitor(browser, product.url, { viewport })
    await other.page.goto(await linkTextedTo(product, phone))
    await other.page.getByRole('button', { name: 'Open reservation' }).click()
    await other.page.waitForURL(/\/guest\/[0-9a-f-]{36}/)
    await other.page.getByText(lot_name).first().waitFor()
    await other.page.getByRole('link', { name: 'Confirm phone number' }).waitFor()
    await looksWell(other.page, `linked-pass-by-phone-${name}`)
    await other.close()
    await visitor.close()
  },
)

fullTest(
  'a driver accepts and pays a reservation that staff made for their number, from the text',
  async () => {
    const lot = await aLot(product.server, { name: 'Grand Lot' }, 4)
    const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
    const phone = '+13125550146'
    const staff = await aSignedIn(browser, product, admin, { viewport: desk })
    await staff.page.goto(`/lots/${lot.lot_id}/reservations/new`)
    await staff.page.getByLabel('Phone').fill('(312) 555-0146')
    await staff.page.getByLabel('First name').fill('Ann')
    await staff.page.getByLabel('Last name').fill('Example')
    await staff.page.getByLabel('Total price').fill('9')
    await staff.page.getByRole('button', { name: 'Create and request payment' }).click()
    await staff.page.getByText('Awaiting acceptance').waitFor()
    await looksWell(staff.page, 'staff-made-for-phone')

    const visitor = await aVisitor(browser, product.url, { viewport: screen })
    const { page } = visitor
    await page.goto(await linkTextedTo(product, phone))
    await page.getByRole('button', { name: 'Open reservation' }).click()
    await page.waitForURL(/\/guest\/[0-9a-f-]{36}/)
    await page.getByText('Grand Lot').first().waitFor()
    await looksWellEverywhere(page, 'see-before-accepting')
    await page.setViewportSize(screen)
    await page.getByRole('link', { name: 'Confirm phone number' }).click()
    await requestCode(page, '(312) 555-0146')
    await enterCode(page, phone)
    await page.waitForURL(/\/me\/reservations\//)
    await looksWellEverywhere(page, 'accept-by-phone')
    await page.setViewportSize(screen)
    await addCard(page, '4242 4242 4242 4242')
    await page.getByText('ending in 4242').first().waitFor()
    await page
      .getByRole('button', { name: /^(Accept|Pay).*\$9\.00/ })
      .first()
      .click()
    await page.getByText('Confirmed', { exact: true }).first().waitFor()
    await looksWell(page, 'accepted-by-phone')
    await visitor.close()

    await staff.page.reload()
    await staff.page.getByText('Awaiting acceptance').waitFor({ state: 'detached' })
    await staff.page.getByText('Paid').first().waitFor()
    await staff.close()
  },
)

fullTest('offers no phone number where texts can’t be sent', async () => {
  const { settings, messaging } = product.server.deps
  const lot = await aLot(product.server, { name: 'Quiet Lot' })
  const person = await aPerson(product.server)
  const { environment } = settings
  const { twilio } = messaging
  settings.environment = 'staging'
  messaging.twilio = null
  try {
    const visitor = await aVisitor(browser, product.url, { viewport: screen })
    const { page } = visitor
    const offer = page.getByText('Use your phone number instead')
    const answered = () => page.waitForResponse((answer) => answer.url().endsWith('/api/v2/site'))
    for (const path of ['/sign-in', '/claim', `/l/${lot.public_id}`]) {
      const site = answered()
      await page.goto(path)
      if (path.startsWith('/l/')) {
        await page.getByRole('link', { name: /^Book for/ }).click()
        await page.getByLabel('Full name').waitFor()
      }
      await site
      await page.getByLabel('Email').first().waitFor()
      await expect.poll(() => offer.count()).toBe(0)
    }
    await looksWell(page, 'guest-without-texts')
    await visitor.close()
    const own = await aSignedIn(browser, product, person, { viewport: screen })
    await own.page.goto('/me/profile')
    await own.page.getByText(/Numbers can’t be verified here/).waitFor()
    expect(await own.page.getByRole('button', { name: 'Verify number' }).count()).toBe(0)
    await own.close()
  } finally {
    settings.environment = environment
    messaging.twilio = twilio
  }
})
