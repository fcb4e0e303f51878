import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
let owner: Person
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  lot = await aLot(product.server)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  await aPerson(product.server, { first_name: 'Bruno' })
  const params = { spot_id: lot.spot_ids[0] ?? '' }
  await call(updateSpotRoute, { params, body: { label: 'VIP' } }, as(product, owner))
})
afterAll(() => product?.close())

test('a user is found, banned with a reason, and unbanned, and both are in the audit log', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform/users')
  await page.getByRole('searchbox', { name: 'Name, email, phone, or ID' }).fill('brun')
  await page.waitForURL(/search=brun/)
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Bruno Example' }).click()
  await page.getByRole('button', { name: 'Ban account' }).click()
  await page.getByLabel('Reason').fill('Sold the same spot twice')
  await looksWell(page, 'ban-desk')
  await page.getByRole('button', { name: 'Confirm ban' }).click()
  await page.getByText('This account is banned').waitFor()
  await looksWell(page, 'user-banned-desk')
  await page.getByRole('button', { name: 'Lift ban' }).click()
  await page.getByLabel('Reason').fill('It was somebody else')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore access' }).click()
  await page.getByText('This account is banned').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Changes to this account' }).click()
  await page.getByRole('button', { name: 'User unbanned' }).waitFor()
  await page.getByRole('button', { name: 'User banned' }).click()
  await page.getByText('Sold the same spot twice').waitFor()
  await looksWell(page, 'audit-entry-desk')
  await visitor.close()
})

test("an owner sees the lot's audit log, an admin does not, and only platform admins see platform lists", async () => {
  const visitor = await aSignedIn(browser, product, owner)
  await visitor.page.goto(`/lots/${lot.lot_id}/monitor`)
  await visitor.page.getByRole('link', { name: 'Audit log' }).click()
  await visitor.page.getByRole('button', { name: 'Spot changed' }).waitFor()
  await looksWell(visitor.page, 'lot-audit-desk')
  await visitor.page.goto('/platform/users')
  await visitor.page.getByText('This area is for platform admins').waitFor()
  await looksWell(visitor.page, 'platform-refused-desk')
  await visitor.close()
  const staff = await aSignedIn(browser, product, await aMember(product.server, lot.lot_id, 'ADMIN'))
  await staff.page.goto(`/lots/${lot.lot_id}/audit`)
  await staff.page.getByText('You don’t have access to this').waitFor()
  expect(await staff.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  await staff.close()
})

test('users, lots, and audit are accessible and fit the screen', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  for (const [path, wait] of [
    ['users', 'Bruno Example'],
    [`users/${owner.user_id}`, 'In lots'],
    ['lots', 'Wells Street Lot'],
    ['audit', 'Spot changed'],
  ] as const) {
    await page.goto(`/platform/${path}`)
    await page.getByText(wait).first().waitFor()
    await looksWellEverywhere(page, `platform-${path.includes('/') ? 'user' : path}`)
  }
  await visitor.close()
})
