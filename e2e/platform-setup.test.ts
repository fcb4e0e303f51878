import { setupToken } from '@openspot/api/platform/admins/setup-token.ts'
import { aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { appCode } from '@openspot/api/testing/sign-in.ts'
import { call } from '@openspot/contract/call.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { signUp } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let first: Person
let owner: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  first = await aPerson(product.server, { first_name: 'Pia' })
  owner = await aPerson(product.server, { first_name: 'Olga' })
})
afterAll(() => product?.close())

async function protect(person: Person): Promise<void> {
  const { secret } = await call(startSecondFactorRoute, {}, as(product, person))
  const code = appCode(secret, new Date())
  await call(confirmSecondFactorRoute, { body: { code } }, as(product, person))
}

fullTest('a stranger at the setup address is asked to sign in', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  await visitor.page.goto('/setup#anything')
  await visitor.page.getByText('Create an account or sign in first.').waitFor()
  await looksWell(visitor.page, 'setup-sign-in-phone')
  await visitor.close()
})

test('the operator opens the printed address, becomes the first platform admin, approves a lot, and adds a second admin', async () => {
  const lot = await call(
    createLotRoute,
    { body: { name: 'Olga’s Yard', lat: 41.88, lng: -87.63, street: '12 Canal St', city: 'Chicago' } },
    as(product, owner),
  )
  const visitor = await aSignedIn(browser, product, first)
  const { page } = visitor
  await page.goto('/setup#wrong')
  await page.getByRole('button', { name: 'Become platform admin' }).click()
  await page.getByText('This setup link is not valid.').waitFor()
  await page.goto('/')
  await page.goto(`/setup#${setupToken(product.server.deps.secrets)}`)
  await looksWellEverywhere(page, 'setup')
  await page.getByRole('button', { name: 'Become platform admin' }).click()
  await page.waitForURL((url) => url.pathname === '/platform')

  await page.getByText('1 lot is waiting for a review').waitFor()
  await looksWell(page, 'platform-start-desk')
  await page.getByRole('link', { name: /waiting for a review/ }).click()
  await page.getByText('Still missing: spots, a price, and an account for payouts.').waitFor()
  await looksWellEverywhere(page, 'platform-lots-waiting')
  await page.getByRole('button', { name: 'Review Olga’s Yard' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Approve/ }).check()
  await dialog.getByLabel('Reason').fill('The owner showed the deed.')
  await looksWellEverywhere(page, 'lot-review')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('No lots are waiting').waitFor()
  await looksWell(page, 'platform-no-lots-waiting')

  const told = await call(getLotRoute, { params: { lot_id: lot.id } }, as(product, owner))
  expect(told.trust_reason).toBe('The owner showed the deed.')

  await page.goto(`/platform/users/${owner.user_id}`)
  const grant = async () => {
    await page.getByRole('button', { name: 'Make platform admin' }).first().click()
    await dialog.getByLabel('Reason').fill('Runs the office with me')
    await dialog.getByRole('button', { name: 'Make platform admin' }).click()
  }
  // It is said before anything is filled in.
  await page.getByRole('button', { name: 'Make platform admin' }).first().click()
  await dialog.getByText('Set up two-step verification first').waitFor()
  expect(await dialog.getByLabel('Reason').count()).toBe(0)
  await looksWell(page, 'grant-admin-refused')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await Promise.all([protect(first), protect(owner)])
  await grant()
  await page.getByRole('button', { name: 'Remove as platform admin' }).waitFor()
  await looksWellEverywhere(page, 'user-admin')
  await visitor.close()

  const other = await aSignedIn(browser, product, owner, { viewport: phone })
  await other.page.goto(`/lots/${lot.id}/settings`)
  await other.page.getByRole('heading', { name: 'Settings' }).waitFor()
  await other.page.goto('/me/notifications')
  await other.page.getByText('Olga’s Yard is approved').waitFor()
  await other.page.goto('/setup')
  await other.page.getByText('This installation is already set up').waitFor()
  await looksWell(other.page, 'setup-closed-phone')
  await other.close()
})

fullTest('the platform changes its fees for a lot, and the owner reads them', async () => {
  const admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
  const lot = await call(
    createLotRoute,
    { body: { name: 'Fee Yard', lat: 41.88, lng: -87.63 } },
    as(product, owner),
  )
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/lots/${lot.id}/settings?tab=more`)
  await page.getByLabel('Service fee for each reservation').fill('1.50')
  await page.getByLabel('Service fee as a share of the parking price').fill('2')
  await page.getByLabel('Openspot’s share of the lot’s earnings').fill('12.5')
  await looksWellEverywhere(page, 'platform-terms')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Service fee for each reservation').inputValue()).toBe('1.50')
  await visitor.close()
  const own = await aSignedIn(browser, product, owner)
  await own.page.goto(`/lots/${lot.id}/settings?tab=policies`)
  await own.page.getByText('$1.50 + 2%').waitFor()
  await own.page.getByText('12.5%').waitFor()
  await own.close()
})

/** The last test, because pages of one process read from the product that started last. */
fullTest(
  'on a phone, the operator of another installation signs up from the printed address, becomes the first platform admin, and approves a lot',
  async () => {
    const other = await startProduct()
    const landlord = await aPerson(other.server, { first_name: 'Olga' })
    const lot = await call(
      createLotRoute,
      { body: { name: 'Olga’s Yard', lat: 41.88, lng: -87.63, street: '12 Canal St', city: 'Chicago' } },
      as(other, landlord),
    )
    const visitor = await aVisitor(browser, other.url, { viewport: phone, hasTouch: true })
    const { page } = visitor
    await page.goto(`/setup#${setupToken(other.server.deps.secrets)}`)
    await page.getByRole('main').getByRole('link', { name: 'Create account' }).tap()
    await page.waitForURL((url) => url.pathname === '/sign-up')
    await signUp(page, { first_name: 'Pia', email: 'pia@operators.example' }, '/setup')
    await page.getByText('Confirm your email address first.').waitFor()
    await looksWell(page, 'setup-unverified-phone')
    // Neither the sign-up nor the email has the token, which is filled in nevertheless.
    await page.goto(await linkSentTo(other, 'pia@operators.example'))
    await page.getByRole('button', { name: 'Confirm email' }).tap()
    await page.waitForURL((url) => url.pathname === '/setup')
    await page.getByRole('button', { name: 'Become platform admin' }).tap()
    await page.waitForURL((url) => url.pathname === '/platform')
    await page.getByText('Protect your account').waitFor()
    await page.getByRole('link', { name: /waiting for a review/ }).tap()
    await page.getByRole('button', { name: 'Review Olga’s Yard' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Approve/ }).check()
    await dialog.getByLabel('Reason').fill('The owner showed the deed.')
    await looksWell(page, 'lot-review-first-phone')
    await dialog.getByRole('button', { name: 'Save decision' }).tap()
    await page.getByText('No lots are waiting').waitFor()
    const told = await call(getLotRoute, { params: { lot_id: lot.id } }, as(other, landlord))
    expect(told.trust_level).toBe('TRUSTED')
    await visitor.close()
    await other.close()
  },
)
