import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})

afterAll(() => product?.close())

test('the menu of a lot has its main work first, and what it does not use in one place, on desk and phone', async () => {
  const staffed = await aLot(product.server, { name: 'Lake Street Lot' }, 2)
  const owner = await aMember(product.server, staffed.lot_id, 'SUPER_ADMIN')
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  const menu = page.getByRole('navigation', { name: 'Lot console' })
  const linked = () => menu.getByRole('link').allTextContents()
  await page.goto(`/lots/${staffed.lot_id}`)
  await menu.getByText('Not used yet').waitFor()
  expect((await linked()).slice(0, 7)).toEqual([
    'My lots',
    'Overview',
    'Patrol',
    'Monitor',
    'Timeline',
    'Reservations',
    'Problems',
  ])
  expect(await linked()).not.toContain('Groups')
  await menu.getByText('Not used yet').click()
  await looksWell(page, 'console-menu-desk')
  await menu.getByRole('link', { name: 'Groups' }).click()
  await page.getByText('No groups yet').waitFor()
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Miller')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('row', { name: /Miller/ }).waitFor()
  // A used section has its place under its topic.
  await menu.getByRole('link', { name: 'Members' }).click()
  await page.waitForURL(/\/members$/)
  await menu.getByRole('group', { name: 'People' }).getByRole('link', { name: 'Groups' }).waitFor()

  await page.setViewportSize(phone)
  expect(await menu.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  const more = menu.getByRole('button', { name: 'More' })
  const { x, width } = (await more.boundingBox()) ?? { x: 0, width: 0 }
  expect(x + width).toBeLessThanOrEqual(phone.width)
  await more.click()
  await looksWell(page, 'console-menu-phone')
  await page.keyboard.press('Escape')
  expect(await menu.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await more.click()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL(/\/settings$/)
  expect(await menu.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await visitor.close()
})

test('spots that are not listed say why in the list, on the board, and on their page, which loads no other spot, and lead to the fix', async () => {
  const unpriced = await aLot(
    product.server,
    { name: 'Pine Street Lot', hour_cents: null, day_cents: null },
    2,
  )
  const owner = await aMember(product.server, unpriced.lot_id, 'SUPER_ADMIN')
  const guard = await aMember(product.server, unpriced.lot_id, 'PATROLLER')
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  const main = page.getByRole('main')
  await page.goto(`/lots/${unpriced.lot_id}/spots`)
  await main.getByText('2 spots aren’t listed, because they have no price.').waitFor()
  await looksWellEverywhere(page, 'spots-not-listed')
  const boards: string[] = []
  const watch = (request: Request) => {
    if (/\/monitor\/lots\/[^/]+\/spots/.test(request.url())) boards.push(request.url())
  }
  page.on('request', watch)
  await page.goto(`/lots/${unpriced.lot_id}/spots/${unpriced.spot_ids[0]}`)
  await main.getByText('1 spot isn’t listed, because it has no price.').waitFor()
  await main.getByRole('button', { name: /^Add (availability rule|closure)$/ }).waitFor()
  // The page of one spot does not load all others.
  expect(boards).toEqual([])
  page.off('request', watch)
  await page.goto(`/lots/${unpriced.lot_id}/monitor?spot_id=${unpriced.spot_ids[0]}`)
  await main.getByText('It has no price, so nobody can book it.').first().waitFor()
  await main.getByRole('region', { name: 'Spot A1' }).getByRole('link', { name: 'Set prices' }).click()
  await page.waitForURL(/\/prices$/)
  await visitor.close()

  // A price is not for patrollers to set.
  const other = await aSignedIn(browser, product, guard, { viewport: desk })
  await other.page.goto(`/lots/${unpriced.lot_id}/spots`)
  await other.page.getByText('2 spots aren’t listed, because they have no price.').waitFor()
  expect(await other.page.getByRole('link', { name: 'Set prices' }).count()).toBe(0)
  await other.close()
})
