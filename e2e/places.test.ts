import { readFile } from 'node:fs/promises'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { createAssignmentRoute } from '@openspot/contract/lots/assignments.ts'
import { getLotRoute, getPublicLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Download } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { type Look, looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let owner: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
})

afterAll(() => product?.close())

const staff = (person: Person, look: Look = { viewport: desk }) => aSignedIn(browser, product, person, look)
const settings = () => call(getLotRoute, { params: { lot_id: lot.lot_id } }, as(product, owner))

test('lot settings are saved, and the second of two editors sees a conflict', async () => {
  const visitor = await staff(owner)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/settings`)
  await page.getByLabel('Name', { exact: true }).fill('Wells Street Garage')
  await page.getByLabel('ZIP code').fill('60606')
  await looksWell(page, 'settings-details-desk')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Settings saved').first().waitFor()
  expect(await settings()).toMatchObject({ name: 'Wells Street Garage', postal_code: '60606' })

  await page.getByLabel('Operated by').fill('Ada')
  await call(updateLotRoute, { params: { lot_id: lot.lot_id }, body: { city: 'Cicero' } }, as(product, owner))
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Someone else has changed this lot').waitFor()
  await looksWell(page, 'settings-clash-desk')
  await page.getByRole('button', { name: 'Reload settings' }).click()
  await page.getByText('Someone else has changed this lot').waitFor({ state: 'hidden' })
  expect(await page.getByLabel('City').inputValue()).toBe('Cicero')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.poll(async () => (await settings()).managed_by).toBe('Ada')

  await page.getByText('Policies', { exact: true }).click()
  await page.getByLabel('Hold while the driver pays').fill('20')
  await page.getByLabel('Minimum').fill('80')
  await looksWell(page, 'settings-policies-desk')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.poll(async () => (await settings()).host_rate_min_bps).toBe(8000)
  expect((await settings()).hold_minutes).toBe(20)
  await visitor.close()
})

fullTest(
  "a public ID is rotated and the old one redirects, and another lot's redirect starts and ends",
  async () => {
    const other = await aLot(product.server, { name: 'Old entrance' })
    await product.server.deps.database.db
      .insertInto('memberships')
      .values({ lot_id: other.lot_id, user_id: owner.user_id, role: 'ADMIN', status: 'ACTIVE' })
      .execute()
    const visitor = await staff(owner)
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/settings?tab=links`)
    await page.getByRole('button', { name: 'Rotate public ID' }).click()
    await page.getByLabel('Keep the current link working for').fill('10')
    await looksWell(page, 'settings-rotate-desk')
    await page.getByRole('button', { name: 'Confirm rotation' }).click()
    await page
      .getByRole('row', { name: new RegExp(lot.public_id) })
      .getByText('Works until')
      .waitFor()
    const look = (public_id: string) =>
      call(getPublicLotRoute, { params: { public_id }, query: {} }, { base: product.url })
    expect((await look(lot.public_id)).lot.id).toBe(lot.lot_id)

    await page.getByRole('button', { name: 'Add redirect' }).click()
    await page.getByRole('dialog').getByLabel('Lot to redirect').selectOption({ label: 'Old entrance' })
    await page.getByRole('button', { name: 'Create redirect' }).click()
    await page.getByRole('row', { name: /Old entrance/ }).waitFor()
    await looksWell(page, 'settings-links-desk')
    expect((await look(other.public_id)).redirected_from).toBe('Old entrance')
    await page.getByRole('button', { name: 'End redirect from Old entrance' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End redirect' }).click()
    await page.getByText('No lots redirect here.').waitFor()

    // A platform admin has no role in any lot, and finds the other lot among all of them.
    const admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
    const platform = await staff(admin)
    await platform.page.goto(`/lots/${lot.lot_id}/settings?tab=links`)
    await platform.page.getByRole('button', { name: 'Add redirect' }).click()
    const dialog = platform.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Lot to redirect' }).fill('Old entr')
    await platform.page.getByRole('option', { name: /^Old entrance/ }).click()
    await looksWell(platform.page, 'settings-redirect-platform-desk')
    await dialog.getByRole('button', { name: 'Create redirect' }).click()
    await platform.page.getByRole('row', { name: /Old entrance/ }).waitFor()
    expect((await look(other.public_id)).redirected_from).toBe('Old entrance')
    await platform.close()

    // The public page as a QR code and as links.
    await page.getByRole('button', { name: 'Share or print' }).click()
    const code = page.getByRole('dialog').getByRole('img', { name: /^QR code for/ })
    await expect.poll(() => code.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const short = await page.getByRole('textbox', { name: 'Short link' }).inputValue()
    expect(await page.getByRole('textbox', { name: 'Full link' }).inputValue()).toMatch(
      /\/l\/[0-9A-Za-z]{22,}$/,
    )
    await looksWellEverywhere(page, 'share-dialog')
    await page.goto(short)
    await page.waitForURL(/\/l\//)

    const driver = await aSignedIn(browser, product, await aPerson(product.server), { viewport: phone })
    await driver.page.goto(`/l/${lot.public_id}`)
    await driver.page.waitForURL((url) => !url.pathname.includes(lot.public_id))
    await driver.close()
    await visitor.close()
  },
)

fullTest('spots are added by range and from a table, changed together, and removed', async () => {
  const visitor = await staff(owner)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/spots`)
  await page.getByRole('link', { name: 'Add spots' }).click()
  await page.getByRole('textbox', { name: 'Labels' }).fill('A3-A5')
  await page.getByText('These labels are already in use: A3').waitFor()
  await looksWell(page, 'spots-add-taken-desk')
  await page.getByRole('textbox', { name: 'Labels' }).fill('B1-B12')
  await page.getByText('12 spots, from B1 to B12').waitFor()
  await looksWell(page, 'spots-add-desk')
  await page.getByRole('button', { name: 'Add 12 spots' }).click()
  await page.getByRole('link', { name: 'B12', exact: true }).waitFor()

  await page.goto(`/lots/${lot.lot_id}/spots/new?way=table`)
  await page.getByLabel('Or paste the rows here').fill('label,type,zone\nC1,compact,Roof\nA1,,\nC2,tram,Roof')
  await page.getByRole('button', { name: 'Preview spots' }).click()
  await page.getByText('2 of 3 rows have problems').waitFor()
  await page.getByText('Columns are separated by commas.').waitFor()
  await looksWell(page, 'spots-table-refused-desk')
  await page
    .getByLabel('Or paste the rows here')
    .fill('label,type,zone,minimum charge,maximum charge\nC1,compact,Roof,9,8\nC2,,Roof,,')
  await page.getByRole('button', { name: 'Preview spots' }).click()
  await page.getByText('The maximum charge must not be below the minimum charge.').waitFor()
  await page
    .getByLabel('Or paste the rows here')
    .fill('label,type,zone,minimum charge,maximum charge\nC1,compact,Roof,9,40\nC2,,Roof,,')
  await page.getByRole('button', { name: 'Preview spots' }).click()
  await page.getByText('2 valid rows').waitFor()
  await page.getByRole('row', { name: /C1/ }).getByText('$9.00 to $40.00').waitFor()
  await page.getByRole('button', { name: 'Add 2 spots' }).click()
  await page.getByRole('link', { name: 'C2', exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export spots as CSV' }).click(),
  ])
  const rows = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').split('\r\n')
  expect(rows[0]).toMatch(/^Label,Type,Features,Level,Zone,.*Minimum charge,Maximum charge,Note/)
  expect(rows.find((row) => row.startsWith('C1,'))).toContain('9.00,40.00')

  await page.getByLabel('Select B1', { exact: true }).check()
  await page.getByLabel('Select B2', { exact: true }).check()
  await looksWell(page, 'spots-chosen-desk')
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await page.getByRole('dialog').getByLabel('Zone').selectOption({ label: 'Roof' })
  await page.getByRole('group', { name: 'Features to add' }).getByText('Covered').click()
  await looksWell(page, 'spots-bulk-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 spots saved').waitFor()
  await page.goto(`/lots/${lot.lot_id}/monitor`)
  await page.getByRole('button', { name: 'Zone: All zones' }).click()
  await page.getByRole('menuitemradio', { name: 'Roof' }).click()
  await page.getByRole('button', { name: /^B3\b/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^B1\b/ }).click()
  await page.getByText(/Covered · Roof/).waitFor()
  await looksWell(page, 'monitor-zone-desk')
  await page.goto(`/lots/${lot.lot_id}/spots`)

  await page.getByRole('link', { name: 'B1', exact: true }).click()
  await page.getByRole('button', { name: 'Edit spot' }).click()
  await page.getByLabel('Minimum charge').fill('9')
  await page.getByLabel('Maximum charge').fill('8')
  await page.getByText('The maximum charge must not be below the minimum charge.').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await looksWell(page, 'spot-bounds-crossed')
  await page.getByLabel('Maximum charge').fill('40')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('$9.00 to $40.00').waitFor()
  await page.getByRole('button', { name: 'Delete spot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this spot' }).click()
  await page.getByText('Spot B1 deleted').waitFor()
  await page.getByRole('link', { name: 'B2', exact: true }).waitFor()
  await page.getByRole('link', { name: 'B1', exact: true }).waitFor({ state: 'detached' })
  // It can be restored also after the page was left.
  await page.reload()
  await page.getByRole('heading', { name: '1 deleted spot' }).waitFor()
  await looksWell(page, 'spots-deleted-desk')
  await page.getByRole('button', { name: 'Restore spot B1' }).click()
  await page.getByRole('link', { name: 'B1', exact: true }).waitFor()
  await page.getByRole('heading', { name: '1 deleted spot' }).waitFor({ state: 'detached' })
  await visitor.close()
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
})

fullTest('current and future spot assignments are shown and can be canceled', async () => {
  const ada = await aMember(product.server, lot.lot_id, 'MEMBER')
  const [spot_id = ''] = lot.spot_ids
  const give = (body: { ends_on?: string; starts_on?: string }) =>
    call(
      createAssignmentRoute,
      { params: { spot_id }, body: { user_id: ada.user_id, ...body } },
      as(product, owner),
    )
  await give({ ends_on: '2100-01-31' })
  await give({ starts_on: '2100-03-01' })
  const visitor = await staff(owner)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/spots/${spot_id}`)
  await page.getByText('Ada Example, until').waitFor()
  await page.getByText('Ada Example, from').waitFor()
  await looksWell(page, 'spot-holder-desk')
  await page.getByRole('button', { name: 'Cancel assignment to Ada Example' }).click()
  await page.getByText('Assignment canceled').waitFor()
  await page.getByRole('button', { name: 'End assignment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End assignment' }).click()
  await page.getByText('Not assigned. Anyone can book it.').waitFor()

  await page.getByRole('button', { name: 'Assign spot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Member' }).fill('Ada')
  await page
    .getByRole('option', { name: /Ada Example/ })
    .first()
    .click()
  await looksWell(page, 'spot-give-desk')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText(/Spot A\d+ assigned/).waitFor()
  await page.getByRole('listitem').getByText('Ada Example').waitFor()
  await visitor.close()
})

fullTest(
  'a new lot awaits review, is exported and imported, is retired and reopened, and another is created from a map',
  async () => {
    const person = await aPerson(product.server)
    const visitor = await staff(person, { viewport: phone })
    const { page } = visitor
    await page.goto('/lots')
    await page.getByRole('link', { name: 'List your parking' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Quay')
    await page.getByText('Enter coordinates').click()
    await page.getByLabel('Latitude').fill('41.9')
    await page.getByLabel('Longitude').fill('-87.6')
    await looksWell(page, 'lot-new-phone')
    await page.getByRole('button', { name: 'Create lot' }).click()
    await page.getByRole('link', { name: 'Start: Spots' }).click()
    await page.getByRole('textbox', { name: 'Labels' }).fill('A1-A4')
    await page.getByRole('button', { name: 'Add 4 spots' }).click()
    await page.getByRole('link', { name: 'A4', exact: true }).waitFor()
    const lot_id = new URL(page.url()).pathname.split('/')[2] ?? ''
    await page.goto(`/lots/${lot_id}/settings?tab=more`)
    await page.getByText('This lot is under review').waitFor()
    await looksWell(page, 'settings-more-phone')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export file' }).click(),
    ])
    const file = await download.path()
    await page.getByRole('button', { name: 'Retire lot' }).click()
    await looksWell(page, 'settings-retire-phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Retire lot' }).click()
    await page.getByText('This lot is retired').waitFor()
    await page.getByRole('button', { name: 'Reopen lot' }).click()
    await page.getByText('This lot is retired').waitFor({ state: 'detached' })

    await page.goto('/lots/new')
    await chooseFile(page, file)
    await page.getByText('Quay: 4 spots, 0 zones').waitFor()
    await page.getByLabel('Name of the new lot').fill('Quay two')
    await page.getByRole('button', { name: 'Create from a file' }).click()
    await page.waitForURL(/settings$/)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Quay two')

    await page.goto('/lots/new')
    const choose = (text: string) =>
      chooseFile(page, { name: 'map.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) })
    await choose('Dear all')
    await page.getByText('The file isn’t JSON, and no row of it').waitFor()
    await choose('x'.repeat(2_000_001))
    await page.getByText('This file is too large.').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Example table' }).click()
    await choose(await textOf(await saved))
    await page.getByRole('combobox', { name: 'Lot in the file' }).click()
    await page.getByRole('option', { name: 'South Lot (row 3)' }).click()
    await page.getByRole('row', { name: 'spots The number is approximate. Guessed' }).waitFor()
    await page.getByText('South Lot: 25 spots, 0 zones').waitFor()
    await looksWell(page, 'lot-from-table-phone')
    await choose(mapFile)
    await page.getByRole('combobox', { name: 'Lot in the file' }).click()
    await page.getByRole('option', { name: 'feature 2', exact: true }).click()
    await page.getByRole('row', { name: /^the feature It is a LineString.* Refused$/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Create from a file' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Lot in the file' }).click()
    await page.getByRole('option', { name: 'Mill (feature 1)' }).click()
    await page.getByRole('row', { name: 'surface Openspot has no place for it. Ignored' }).waitFor()
    await page.getByRole('row', { name: 'capacity The number is approximate. Guessed' }).waitFor()
    await page.getByRole('row', { name: 'operator Taken' }).waitFor()
    await page.getByText('Mill: 40 spots, 0 zones').waitFor()
    await looksWell(page, 'lot-from-map-phone')
    await page.getByRole('button', { name: 'Create from a file' }).click()
    // A map says little of a lot, so its owner goes on with the setup.
    await page.waitForURL(/setup$/)
    await page.getByRole('heading', { name: 'Setup' }).waitFor()
    await visitor.close()
  },
)

async function textOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A parking lot with tags of OpenStreetMap, and something that is no lot. */
const mapFile = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-87.6, 41.9] },
      properties: { name: 'Mill', capacity: '~40', operator: 'Mill Co', surface: 'asphalt' },
    },
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [[-87.6, 41.9]] },
      properties: { name: 'A road' },
    },
  ],
})

fullTest('every settings tab fits a phone in dark mode, and patrollers have no settings', async () => {
  const visitor = await staff(owner, { viewport: phone, colorScheme: 'dark' })
  const { page } = visitor
  for (const tab of ['details', 'policies', 'links', 'more']) {
    await page.goto(`/lots/${lot.lot_id}/settings?tab=${tab}`)
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await looksWell(page, `settings-${tab}-phone-dark`)
  }
  await page.goto(`/lots/${lot.lot_id}/spots/new`)
  await page.getByRole('textbox', { name: 'Labels' }).fill('D1-D80')
  await page.getByText('80 spots, from D1 to D80').waitFor()
  await looksWell(page, 'spots-add-phone-dark')
  const patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  await visitor.close()
  const other = await staff(patroller)
  await other.page.goto(`/lots/${lot.lot_id}/settings`)
  await other.page.getByRole('heading', { name: 'This lot', level: 1 }).waitFor()
  await other.close()
})
