import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import type { Person } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute, listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, picture, sharedBrowser, type Visitor } from './testing/browser.ts'
import { type Look, looksWell } from './testing/looks.ts'
import { aPastLot, type PastLot } from './testing/past.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: PastLot

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aPastLot(product)
})

afterAll(() => product?.close())

const staff = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)

test('rules are previewed, published, enforced by name, and keep their versions', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('rules'))
  await page.getByText('No rule sets yet').waitFor()
  await looksWell(page, 'rules-empty-desk')
  await page.getByRole('link', { name: 'Add rule set' }).click()
  await page.getByLabel('Name').fill('House rules')
  await page.getByText('No group uses this rule set yet, so the preview treats it as the default.').waitFor()
  await page.getByLabel('Maximum duration', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Add price for additional spots' }).click()
  await page.getByLabel('Rule 1: percent').fill('50')
  await page.getByRole('button', { name: 'Preview impact', exact: true }).click()
  await page.getByText('3 of 4 reservations would change').waitFor()
  const six = page.getByRole('row', { name: /Ben Example.*6 h/ })
  await six.getByText('Refused').waitFor()
  await six.getByText('maximum duration').waitFor()
  await page
    .getByRole('row', { name: /Ada Example/ })
    .getByText('price of additional spots')
    .waitFor()
  await looksWell(page, 'rules-new-desk')
  await page.getByLabel('Refused (2)').check()
  expect(await page.getByRole('row', { name: /Ada Example/ }).count()).toBe(0)
  await page.getByLabel(/Use for everyone who isn’t in a group/).check()
  await page.getByLabel('Minimum duration', { exact: true }).fill('200')
  await page.getByText(/Raise the maximum or lower the minimum/).waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Minimum duration', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'House rules', level: 1 }).waitFor()
  expect((await lot.offered(4, 4, 3)).refusal?.rule).toBe('max_duration_minutes')
  const other = await aSignedIn(browser, product, lot.driver, { viewport: phone })
  await other.page.goto(lot.page(4, 3))
  await other.page.getByText('Rule of this lot: maximum duration.').waitFor()
  // The terms say it before anyone is refused.
  await other.page.getByText('A reservation can be at most 2 hr.').waitFor()
  await picture(other.page, 'rules-refused-phone')
  await other.close()

  await page.getByLabel('Maximum duration', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“House rules” saved as version 2.').waitFor()
  expect((await lot.offered(4, 4, 3)).refusal).toBe(null)
  // A second simultaneous spot costs what the form said.
  await lot.book(lot.driver, 4, 4, 2)
  expect(await lot.costs(5)).toBe(1299)
  await addFines(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“House rules” saved as version 3.').waitFor()
  await page.getByRole('button', { name: 'Version: Version 3 (current)' }).click()
  await page.getByRole('menuitemradio', { name: 'Version 1' }).click()
  await page.getByText('Maximum duration: 2 hours').waitFor()
  expect(new URL(page.url()).searchParams.get('version')).toBe('1')
  await looksWell(page, 'rules-version-desk')
  await page.getByRole('button', { name: 'Edit from this version' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“House rules” saved as version 4.').waitFor()
  // Version 1 had no fines.
  expect(await page.getByLabel('Warn and fine under this rule set').isChecked()).toBe(false)

  await page.getByRole('button', { name: 'Delete rule set' }).click()
  await page.getByText(/This is the default, so you can’t delete it/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/This rule set is in use/).waitFor()
  await looksWell(page, 'rules-remove-desk')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel(/Use for everyone who isn’t in a group/).uncheck()
  await page.getByText(/There will be no default/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/so the version stays the same/).waitFor()
  await page.getByRole('button', { name: 'Delete rule set' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No rule sets yet').waitFor()
  expect((await lot.offered(5, 4, 6)).refusal).toBe(null)
  await visitor.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

/** One warning, then $25.00 and later $50.00. */
async function addFines(page: Page): Promise<void> {
  await page.getByLabel('Warn and fine under this rule set').check()
  await page.getByText('No violation selected').waitFor()
  await page.getByLabel('No right to park').check()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('1st fine').fill('50')
  await page.getByRole('button', { name: 'Add a later fine for “No right to park”' }).click()
  await page.getByLabel('2nd fine and later').fill('25')
  await page.getByText(/can’t cost less than an earlier one/).waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel('1st fine').fill('25')
  await page.getByLabel('2nd fine and later').fill('50')
  await looksWell(page, 'rules-fines-desk')
  await page.setViewportSize(phone)
  await looksWell(page, 'rules-fines-phone')
  await page.setViewportSize(desk)
}

test('an admin editing a rule set is notified when another version is saved', async () => {
  await call(
    createRuleSetRoute,
    { params: { lot_id: lot.lot_id }, body: { name: 'Both', is_default: false, rules: noRules } },
    as(product, lot.admin),
  )
  const { items } = await call(listRuleSetsRoute, { params: { lot_id: lot.lot_id } }, as(product, lot.admin))
  const path = lot.console(`rules/${items.find(({ name }) => name === 'Both')?.id}`)
  const [one, two] = [await staff(lot.admin), await staff(lot.admin)]
  await one.page.goto(path)
  await two.page.goto(path)
  await one.page.getByLabel('Maximum short reservations at a time').fill('3')
  await two.page.getByLabel('Maximum short reservations at a time').fill('5')
  await two.page.getByRole('button', { name: 'Save', exact: true }).click()
  await one.page.getByText('Version 2 was saved while you were editing').waitFor()
  await looksWell(one.page, 'rules-clash-desk')
  await one.close()
  await two.close()
})
