import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { appCode } from '@openspot/api/testing/sign-in.ts'
import { call } from '@openspot/contract/call.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' })
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  const { secret } = await call(startSecondFactorRoute, {}, as(product, admin))
  const body = { code: appCode(secret, new Date()) }
  await call(confirmSecondFactorRoute, { body }, as(product, admin))
})
afterAll(() => product?.close())

const banner = (page: Page) => page.getByRole('complementary', { name: 'Viewing another account' })

test('an admin merges two accounts of one person after seeing what moves, and can’t merge an admin', async () => {
  const old = await aPerson(product.server, { first_name: 'Olive' })
  const kept = await aPerson(product.server, { first_name: 'Olivia' })
  await addCarOf(product, old, 'OLD 1')
  const payment_method_id = await aCard(product.server, old)
  await aReservation(product, old, { spot_id: lot.spot_ids[0] ?? '', payment_method_id, ...tomorrow(9, 2) })
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/platform/users/${old.user_id}`)
  const dialog = page.getByRole('dialog')
  const choose = async (name: string, person: Person) => {
    await dialog.getByRole('searchbox').fill(person.email)
    await dialog.getByRole('button', { name: new RegExp(name) }).click()
  }
  await page.getByRole('button', { name: 'Merge' }).click()
  await looksWell(page, 'merge-search-desk')
  await choose('Pia', admin)
  await dialog.getByText('One of them is a platform admin. End that access first.').waitFor()
  await looksWellEverywhere(page, 'merge-refused')
  await dialog.getByRole('button', { name: 'Choose another account' }).click()
  await choose('Olivia', kept)
  await dialog.getByText('Current and upcoming reservations').waitFor()
  await dialog.getByLabel('Reason').fill('Signed up twice')
  await looksWellEverywhere(page, 'merge-plan')
  await dialog.getByRole('button', { name: 'Merge accounts' }).click()
  await page.waitForURL((url) => url.pathname === `/platform/users/${kept.user_id}`)
  await page.getByRole('heading', { name: 'Olivia Example' }).waitFor()
  await page.getByRole('link', { name: 'Changes to this account' }).click()
  await page.getByRole('button', { name: 'Accounts merged' }).waitFor()
  const { items } = await call(listMyCarsRoute, {}, as(product, kept))
  expect(items.map(({ plate }) => plate)).toEqual(['OLD 1'])
  await visitor.close()

  const own = await aSignedIn(browser, product, kept, { viewport: phone })
  await own.page.goto('/me/notifications')
  await own.page.getByText('Your accounts were merged').waitFor()
  await own.close()
})

test('an admin sees the product as an owner does, changes nothing, and ends it from the banner on every page', async () => {
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  await aCard(product.server, owner)
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/platform/users/${owner.user_id}`)
  await page.getByRole('button', { name: 'View as this person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Can’t find their payouts')
  await looksWellEverywhere(page, 'view-as')
  await dialog.getByRole('button', { name: 'Start viewing' }).click()
  await page.waitForURL((url) => url.pathname === '/me')
  await banner(page).getByText('Viewing as Ada Example').waitFor()
  await looksWellEverywhere(page, 'viewing-me')
  for (const path of [
    '/',
    '/lots',
    `/lots/${lot.lot_id}/monitor`,
    `/lots/${lot.lot_id}/settings`,
    '/me/profile',
    '/me/cars',
    '/privacy',
  ]) {
    await page.goto(path)
    await banner(page).waitFor()
  }
  await page.goto(`/lots/${lot.lot_id}/spots`)
  await banner(page).waitFor()
  await looksWellEverywhere(page, 'viewing-spots')
  await page.goto('/me/payment-methods')
  await page.getByText('This is hidden while you view someone else’s account.').first().waitFor()
  await looksWellEverywhere(page, 'viewing-hidden')
  await page.goto('/platform/users')
  await page.getByText('This area is for platform admins').waitFor()
  await banner(page).getByRole('button', { name: 'End view' }).click()
  await page.waitForURL((url) => url.pathname === `/platform/users/${owner.user_id}`)
  await page.getByRole('button', { name: 'View as this person' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await page.getByRole('link', { name: 'Changes to this account' }).click()
  await page.getByRole('button', { name: 'View as user ended' }).waitFor()
  await page.getByRole('button', { name: 'View as user started' }).click()
  await page.getByText('Can’t find their payouts').waitFor()
  await visitor.close()

  const own = await aSignedIn(browser, product, owner, { viewport: phone })
  await own.page.goto('/me/notifications')
  await own.page.getByText('Support viewed your account').waitFor()
  await looksWell(own.page, 'viewed-notice-phone')
  await own.close()
})

test('an admin without a second factor is asked to set it up first, and returns to the person after that', async () => {
  const newcomer = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Nils' })
  const user = await aPerson(product.server, { first_name: 'Uma' })
  const visitor = await aSignedIn(browser, product, newcomer, { viewport: phone })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await page.goto(`/platform/users/${user.user_id}`)
  await page.getByRole('button', { name: 'View as this person' }).click()
  await dialog.getByText('Set up two-step verification first').waitFor()
  expect(await dialog.getByLabel('Reason').count()).toBe(0)
  await looksWellEverywhere(page, 'view-as-no-second-factor')
  await dialog.getByRole('link', { name: 'Set up two-step verification' }).click()
  await page.waitForURL((url) => url.pathname === '/me/profile')
  const key = await dialog.getByText('Or enter this key in the app').textContent()
  const secret = (key ?? '').split(':').at(-1)?.replaceAll(' ', '') ?? ''
  await dialog.getByLabel('6-digit code').fill(appCode(secret, new Date()))
  await dialog.getByRole('button', { name: 'Verify and turn on' }).click()
  await dialog.getByRole('button', { name: 'I saved my codes' }).click()
  await page.waitForURL((url) => url.pathname === `/platform/users/${user.user_id}`)
  await page.getByRole('button', { name: 'View as this person' }).click()
  await dialog.getByLabel('Reason').waitFor()
  await visitor.close()
})
