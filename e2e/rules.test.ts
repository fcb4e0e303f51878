import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import type { Person } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute, listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { noRules } from '@openspot/core/testing/rules.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, openBrowser, phone, picture, type Visitor } from './testing/browser.ts'
import { type Look, looksWell } from './testing/looks.ts'
import { aPastLot, type PastLot } from './testing/past.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: PastLot

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  lot = await aPastLot(product)
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const staff = (person: Person, look: Look = { viewport: desk }): Promise<Visitor> =>
  aSignedIn(browser, product, person, look)

test('rules are previewed, published, enforced by name, and keep their versions', async () => {
  const visitor = await staff(lot.admin)
  const { page } = visitor
  await page.goto(lot.console('rules'))
  await page.getByText('No rules yet').waitFor()
  await looksWell(page, 'rules-empty-desk')
  await page.getByRole('link', { name: 'Add a rule set' }).click()
  await page.getByLabel('Name').fill('House rules')
  await page.getByText('No group has it yet, so it is played as if it were the default.').waitFor()
  await page.getByLabel('A stay at most', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Add a price for further spots' }).click()
  await page.getByLabel('Rule 1: percent').fill('50')
  await page.getByRole('button', { name: 'Rehearse it', exact: true }).click()
  await page.getByText('3 of 4 bookings would have been different').waitFor()
  const six = page.getByRole('row', { name: /Ben Example.*6 h/ })
  await six.getByText('Refused').waitFor()
  await six.getByText('how long at most').waitFor()
  await page
    .getByRole('row', { name: /Ada Example/ })
    .getByText('what a further spot costs')
    .waitFor()
  await looksWell(page, 'rules-new-desk')
  await page.getByLabel('Refused 2').check()
  expect(await page.getByRole('row', { name: /Ada Example/ }).count()).toBe(0)
  await page.getByLabel(/For everyone who is in no group/).check()
  await page.getByLabel('A stay at least', { exact: true }).fill('200')
  await page.getByText(/Raise the maximum or lower the minimum/).waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('A stay at least', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'House rules', level: 1 }).waitFor()
  expect((await lot.offered(4, 4, 3)).refusal?.rule).toBe('max_duration_minutes')
  const other = await aSignedIn(browser, product, lot.driver, { viewport: phone })
  await other.page.goto(lot.page(4, 3))
  await other.page.getByText('The rule: how long at most, in “House rules” (version 1).').waitFor()
  await picture(other.page, 'rules-refused-phone')
  await other.close()

  await page.getByLabel('A stay at most', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“House rules” is in force as version 2.').waitFor()
  expect((await lot.offered(4, 4, 3)).refusal).toBe(null)
  // A second simultaneous spot costs what the form said.
  await lot.book(lot.driver, 4, 4, 2)
  expect(await lot.costs(5)).toBe(1299)
  await page.getByRole('button', { name: 'Which version: Version 2, in force' }).click()
  await page.getByRole('menuitemradio', { name: 'Version 1' }).click()
  await page.getByText('A stay is 2 hours at most').waitFor()
  expect(new URL(page.url()).searchParams.get('version')).toBe('1')
  await looksWell(page, 'rules-version-desk')
  await page.getByRole('button', { name: 'Put these rules into the form' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“House rules” is in force as version 3.').waitFor()

  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByText(/It is the default, so it will be refused/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/This rule set is in use/).waitFor()
  await looksWell(page, 'rules-remove-desk')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByLabel(/For everyone who is in no group/).uncheck()
  await page.getByText(/Nothing is the default then/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/so its version is too/).waitFor()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No rules yet').waitFor()
  expect((await lot.offered(5, 4, 6)).refusal).toBe(null)
  await visitor.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

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
  await one.page.getByLabel('Short stays at a time').fill('3')
  await two.page.getByLabel('Short stays at a time').fill('5')
  await two.page.getByRole('button', { name: 'Save', exact: true }).click()
  await one.page.getByText('Version 2 came while you typed').waitFor()
  await looksWell(one.page, 'rules-clash-desk')
  await one.close()
  await two.close()
})
