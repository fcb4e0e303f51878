import { valuesOf } from '@openspot/api/people/connectors/testing/vendors.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import {
  createDataSourceRoute,
  patchDataSourcePropertiesRoute,
  syncDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { applyImportRoute, getImportRoute } from '@openspot/contract/people/resident-imports.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from './testing/browser.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import type { Product } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'
import { anOwner, living, type Started, startWithVendors } from './testing/residents.ts'

let started: Started
let product: Product
let browser: Browser
let vendors: PropertySystemsServer
let vendor_url: string
beforeAll(async () => {
  started = await startWithVendors()
  ;({ product, browser, vendors, vendor_url } = started)
})
afterAll(() => started?.close())

/** Connects a lot to the first property of Entrata. Returns the ID of the data source. */
async function aConnection(lot_id: string, owner: Person): Promise<string> {
  const { api_key = '', ...connection } = valuesOf('ENTRATA', 'API', vendor_url)
  const body = {
    kind: 'CONNECTION',
    provider: 'ENTRATA',
    name: 'Juniper',
    connection: { source: 'API', ...connection },
    secrets: { api_key },
  } as const
  const { id } = await call(createDataSourceRoute, { params: { lot_id }, body }, as(product, owner))
  const params = { data_source_id: id }
  await call(
    patchDataSourcePropertiesRoute,
    { params, body: { property_ids: ['100001'] } },
    as(product, owner),
  )
  return id
}

/** Imports the residents by a preview that is applied at once. */
async function importAll(data_source_id: string, owner: Person): Promise<void> {
  const { id: import_id } = await call(
    syncDataSourceRoute,
    { params: { data_source_id }, body: { is_preview: true } },
    as(product, owner),
  )
  const stage = async () => (await call(getImportRoute, { params: { import_id } }, as(product, owner))).stage
  await expect.poll(stage).toBe('PREVIEW')
  await call(applyImportRoute, { params: { import_id }, body: {} }, as(product, owner))
  await expect.poll(stage).toBe('DONE')
}

test('an owner changes every setting of a data source, and an admin can only read them', async () => {
  const { lot, owner, section } = await anOwner(product, 'Juniper Lot')
  const id = await aConnection(lot.lot_id, owner)
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(section(`/sources/${id}`))
  const button = page.getByRole('button', { name: 'Save settings' })
  await button.waitFor()
  await looksWellEverywhere(page, 'residents-settings')
  await page.getByLabel('Required contact').selectOption('Email address')
  await page.getByLabel('Roommates').selectOption('None')
  await page.getByLabel('Days before move-in').fill('3')
  await page.getByLabel('Days after move-out').fill('7')
  await page.getByLabel('Hours between syncs').fill('12')
  await page.getByLabel('Groups', { exact: true }).selectOption('No groups')
  for (const name of ['Future leases need an end date', 'Invite new residents'])
    await page.getByRole('switch', { name }).click()
  const left_out = page.getByLabel('Statuses to leave out').and(page.locator('input'))
  await left_out.fill('Eviction')
  await left_out.press('Enter')
  await page.getByRole('button', { name: 'Add status' }).click()
  await page.getByLabel('Status in the system').fill('Something New')
  await page.getByLabel('Means').selectOption({ index: 1 })
  expect(await page.getByLabel('Rule set of new groups').count()).toBe(0)
  await looksWellEverywhere(page, 'residents-settings-changed')
  await button.click()
  await page.getByText('Settings saved').waitFor()

  await page.reload()
  await button.waitFor()
  const shown = async (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  expect(await shown('Required contact')).toBe('EMAIL')
  expect(await shown('Roommates')).toBe('NONE')
  expect(await shown('Days before move-in')).toBe('3')
  expect(await shown('Days after move-out')).toBe('7')
  expect(await shown('Hours between syncs')).toBe('12')
  expect(await shown('Groups')).toBe('NONE')
  expect(await shown('Status in the system')).toBe('something new')
  await page.getByText('Eviction', { exact: true }).waitFor()
  expect(await page.getByLabel('Future leases need an end date').isChecked()).toBe(true)
  expect(await page.getByLabel('Invite new residents').isChecked()).toBe(false)
  await visitor.close()

  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const colleague = await aSignedIn(browser, product, admin, { viewport: desk })
  await colleague.page.goto(section(`/sources/${id}`))
  await colleague.page.getByText('Only owners can change these settings.').waitFor()
  expect(await colleague.page.getByLabel('Required contact').isDisabled()).toBe(true)
  expect(await colleague.page.getByRole('button', { name: 'Save settings' }).count()).toBe(0)
  await colleague.close()
})

test('a new contact that a system has is suggested to the resident, who uses or dismisses it', async () => {
  const { lot, owner } = await anOwner(product, 'Juniper Court')
  const known = await aMember(product.server, lot.lot_id, 'MEMBER')
  const ada = living('7', 'Ada', 'Example', { email: known.email, phone: '2025550107' })
  const serve = (one: typeof ada) => vendors.data.setResidents('ENTRATA', '100001', [one])
  const id = await aConnection(lot.lot_id, owner)
  serve(ada)
  await importAll(id, owner)
  serve({ ...ada, email: 'ada.new@residents.example', phone: '2025550108' })
  await importAll(id, owner)

  const visitor = await aSignedIn(browser, product, known, { viewport: desk })
  const { page } = visitor
  await page.goto('/me/profile')
  await page.getByText('Is this your new email address?').waitFor()
  await page.getByText(/The records of Juniper Court have ada.new@residents.example for you/).waitFor()
  await looksWellEverywhere(page, 'profile-suggested')
  const question = page.getByRole('status').filter({ hasText: 'Is this your new phone number?' })
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page
    .getByText(/ada.new@residents.example/)
    .first()
    .waitFor()
  await page.getByText('Is this your new email address?').waitFor({ state: 'detached' })
  await looksWellEverywhere(page, 'profile-suggestion-used')
  await page.reload()
  await page.getByLabel('Email', { exact: true }).waitFor()
  expect(await page.getByText('Is this your new email address?').count()).toBe(0)
  await visitor.close()
})

test('an import names the property that the system refuses, why, and where to go on', async () => {
  const { lot, owner, section } = await anOwner(product, 'Annex Lot')
  const data_source_id = await aConnection(lot.lot_id, owner)
  const params = { data_source_id }
  await call(
    patchDataSourcePropertiesRoute,
    { params, body: { property_ids: ['100001', '100002'] } },
    as(product, owner),
  )
  vendors.data.setResidents('ENTRATA', '100001', [living('9', 'Quinn', 'Quast')])
  vendors.set('ENTRATA', { not_subscribed: ['100002'] })
  const { id: import_id } = await call(
    syncDataSourceRoute,
    { params, body: { is_preview: true } },
    as(product, owner),
  )
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(section(`/imports/${import_id}`))
  await page.getByText('Not everything could be read').waitFor()
  await page.getByText(/^The system didn’t list the residents of Juniper Court Annex\./).waitFor()
  await page.getByText('Nobody loses access there').waitFor()
  await looksWellEverywhere(page, 'residents-missed')
  await page.getByRole('link', { name: 'Open data source' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(`/sources/${data_source_id}`))
  await page.getByRole('checkbox', { name: 'Juniper Court Annex' }).waitFor()
  vendors.set('ENTRATA', { not_subscribed: [] })
  await visitor.close()
})
