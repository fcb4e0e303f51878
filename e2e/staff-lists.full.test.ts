import { readFile } from 'node:fs/promises'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { listLotSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { createGroupRoute } from '@openspot/contract/people/groups.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  for (const [index, [first_name, halfHours]] of (
    [
      ['Rita', 0],
      ['Cole', 50],
      ['Past', 2],
    ] as const
  ).entries()) {
    const driver = await aPerson(product.server, { first_name })
    await aReservation(product, driver, {
      spot_id: lot.spot_ids[index] ?? '',
      payment_method_id: await aCard(product.server, driver),
      ...times(halfHours, 2),
    })
  }
  await product.server.deps.database.pool.query(
    `update reservations r set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days'
     from users u where u.id = r.user_id and u.first_name = 'Past'`,
  )
})
afterAll(() => product?.close())

const console = (path: string) => `/lots/${lot.lot_id}/${path}`

test('the list of reservations begins with who is here and comes next; a saved view keeps filter, order, and columns', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(console('reservations'))
  await page.getByText('2 reservations', { exact: true }).waitFor()
  const names = page.getByRole('rowheader')
  expect(await names.allInnerTexts()).toEqual(['Rita Example', 'Cole Example'])
  await page.getByRole('button', { name: /^Time: / }).click()
  await page.getByRole('menuitemradio', { name: 'Past' }).click()
  await page.getByRole('link', { name: 'Past Example' }).waitFor()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'License plate' }).click()
  await looksWell(page, 'columns')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('columnheader', { name: 'License plate' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Views/ }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Over, without plates')
  await looksWellEverywhere(page, 'save-view')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View “Over, without plates” saved').waitFor()
  // Elsewhere, and in another browser, it is the same.
  const other = await aSignedIn(browser, product, admin, { viewport: desk })
  await other.page.goto(console('reservations'))
  await other.page.getByText('2 reservations', { exact: true }).waitFor()
  await other.page.getByRole('columnheader', { name: 'License plate' }).waitFor()
  await other.page.getByRole('button', { name: /^Views/ }).click()
  await other.page.getByRole('menuitemradio', { name: 'Over, without plates' }).click()
  await other.page.getByRole('link', { name: 'Past Example' }).waitFor()
  await expect.poll(() => other.page.getByRole('columnheader', { name: 'License plate' }).count()).toBe(0)
  await looksWellEverywhere(other.page, 'saved-view')
  await other.page.getByRole('button', { name: /^Views/ }).click()
  await other.page.getByRole('menuitem', { name: 'Delete “Over, without plates”' }).click()
  await other.page.getByRole('button', { name: 'Undo' }).click()
  await other.page.getByText('Undone').waitFor()
  await other.page.getByRole('button', { name: 'Views: Over, without plates' }).waitFor()
  await other.close()
  await visitor.close()
})

test('lists are cards on a phone, without a sideways scroll', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: phone })
  const { page } = visitor
  await page.goto(console('reservations'))
  await page.getByText('2 reservations', { exact: true }).waitFor()
  await looksWell(page, 'reservations-cards')
  const table = page.getByRole('region', { name: 'Reservations' })
  expect(await table.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await page
    .getByRole('row', { name: /Rita Example/ })
    .getByText('A1')
    .waitFor()
  await page.goto(console('members'))
  await page.getByRole('rowheader').first().waitFor()
  await looksWell(page, 'members-cards')
  await visitor.close()
})

test('the download has the rows of the current filter', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(console('reservations?when=past'))
  await page.getByRole('link', { name: 'Past Example' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export reservations as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Past')
  await visitor.close()
})

const spots = async () => {
  const { items } = await call(
    listLotSpotsRoute,
    { params: { lot_id: lot.lot_id }, query: { limit: 100 } },
    as(product, admin),
  )
  return items
}

test('spots that were changed together get back what each had', async () => {
  await product.server.deps.database.pool.query(
    `update spots set type = 'COMPACT', note = 'by the door' where id = $1`,
    [lot.spot_ids[6]],
  )
  const before = await spots()
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(console('spots'))
  for (const label of ['A7', 'A8']) await page.getByRole('checkbox', { name: `Select ${label}` }).click()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await page.getByRole('dialog').getByLabel('Type').selectOption({ label: 'Motorcycle' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 spots saved').waitFor()
  expect((await spots()).filter(({ type }) => type === 'MOTORCYCLE').map(({ label }) => label)).toEqual([
    'A7',
    'A8',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await spots()).toEqual(before)
  await visitor.close()
})

test('spots are renamed together; one that fails is named, and undo reverses only the others', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(console('spots'))
  for (const label of ['A4', 'A5']) await page.getByRole('checkbox', { name: `Select ${label}` }).click()
  await page.getByRole('button', { name: 'Rename selected' }).click()
  await page.getByLabel('Labels that start with').fill('A')
  await page.getByLabel('Replace with').fill('Roof-')
  await page.getByText('A4 → Roof-4, A5 → Roof-5').waitFor()
  await product.server.deps.database.pool.query(`update spots set label = 'Roof-5' where id = $1`, [
    lot.spot_ids[7],
  ])
  await page.getByRole('button', { name: 'Rename 2 spots' }).click()
  await page.getByText('1 changed, 1 failed').waitFor()
  await page.getByText(/^A5: /).waitFor()
  await looksWellEverywhere(page, 'relabel-failed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect((await spots()).map(({ label }) => label)).toEqual(expect.arrayContaining(['A4', 'A5', 'Roof-5']))
  await visitor.close()
})

test('members are moved to a group together, and undo gives each back their own', async () => {
  const group = (name: string) =>
    call(createGroupRoute, { params: { lot_id: lot.lot_id }, body: { name } }, as(product, admin))
  const people = [
    await aMember(product.server, lot.lot_id, 'MEMBER'),
    await aMember(product.server, lot.lot_id, 'MEMBER'),
  ]
  for (const [index, { user_id }] of people.entries())
    await product.server.deps.database.pool.query('update users set first_name = $2 where id = $1', [
      user_id,
      `Nia${index}`,
    ])
  const north = await group('North')
  await group('South')
  await product.server.deps.database.pool.query(
    'update memberships set group_id = $3 where lot_id = $1 and user_id = $2',
    [lot.lot_id, people[0]?.user_id, north.id],
  )
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(console('members'))
  for (const name of ['Nia0', 'Nia1'])
    await page.getByRole('checkbox', { name: `Select ${name} Example` }).click()
  await page.getByRole('button', { name: 'Move to group' }).click()
  await page.getByRole('dialog').getByLabel('Group', { exact: true }).first().click()
  await page.getByRole('option', { name: 'South' }).click()
  await looksWell(page, 'group-members')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('2 people moved').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'South' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'North' }).count()).toBe(1)
  expect(await page.getByRole('cell', { name: 'South' }).count()).toBe(0)
  await visitor.close()
})
