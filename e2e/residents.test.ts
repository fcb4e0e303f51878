import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { type Resident, resident } from '@openspot/property-systems-stand-in/residents.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, openBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let vendors: PropertySystemsServer
let vendor_url: string

beforeAll(async () => {
  vendors = new PropertySystemsServer()
  vendor_url = `http://127.0.0.1:${await vendors.listen()}`
  product = await startProduct({ OPENSPOT_VENDOR_NETWORKS: '127.0.0.1/32' })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
  await vendors?.close()
})

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Someone who lives in the property. */
const living = (person_id: string, first_name: string, last_name: string, more: Partial<Resident> = {}) =>
  resident({
    person_id,
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@residents.example`,
    unit_id: person_id,
    unit: `10${person_id}`,
    lease_starts: day(-90),
    lease_ends: day(275),
    moves_in: day(-90),
    ...more,
  })

async function anOwner(
  name: string,
): Promise<{ lot: TestLot; owner: Person; section: (path: string) => string }> {
  const lot = await aLot(product.server, { name }, 4)
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  return { lot, owner, section: (path) => `/lots/${lot.lot_id}/residents${path}` }
}

test('an owner connects a system, decides, applies the preview, sees the residents, and undoes it', async () => {
  const { lot, owner, section } = await anOwner('Wells Street Lot')
  const known = await aMember(product.server, lot.lot_id, 'MEMBER')
  vendors.data.setResidents('ENTRATA', '100001', [
    living('1', 'Avery', 'Abbott'),
    living('2', 'Blake', 'Bauer', { status: 'NOTICE', notice: day(-10), moves_out: day(20) }),
    // The email address of a member with another name.
    living('3', 'Casey', 'Castillo', { email: known.email }),
    living('4', 'Devon', 'Dubois', { status: 'Something New' }),
    living('5', 'Emery', 'Eriksen', { email: '', phone: '' }),
    living('6', 'Finley', 'Farouk', { moves_out: day(-9) }),
  ])
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  const dialog = page.getByRole('dialog')

  await page.goto(section(''))
  await page.getByText('No residents yet').waitFor()
  await looksWellEverywhere(page, 'residents-empty')
  await page.getByRole('link', { name: 'Connect a system' }).click()
  await page.getByRole('radio', { name: /^RealPage You need/ }).check()
  await page.getByLabel('How residents are read').selectOption('CSV file at a web address')
  await looksWell(page, 'residents-connect-realpage-desk')
  await page.getByRole('radio', { name: /^Entrata/ }).check()
  await page.getByLabel('Organization').fill('juniper')
  await page.getByRole('textbox', { name: 'API key' }).fill('wrong')
  await page.getByLabel('Service address').fill(vendor_url)
  await looksWellEverywhere(page, 'residents-connect')
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await page.getByText('The system rejected the credentials').waitFor()
  await looksWellEverywhere(page, 'residents-source-rejected')

  await page.getByRole('button', { name: 'Change credentials' }).click()
  await page.getByRole('textbox', { name: 'API key' }).fill('test-ok')
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('Entrata is connected').waitFor()
  await page.getByRole('checkbox', { name: 'Juniper Court', exact: true }).check()
  await page.getByRole('button', { name: 'Save properties' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).waitFor()
  await looksWellEverywhere(page, 'residents-source-new')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()

  await page.getByText('Nothing has changed yet').waitFor({ timeout: 60_000 })
  await page.getByText('2 residents are added.').waitFor()
  await page.getByText('2 new residents are invited when their access starts.').waitFor()
  await looksWellEverywhere(page, 'residents-preview')
  await page.getByRole('button', { name: /^Needs a decision/ }).click()
  await page.getByRole('button', { name: 'Decide about Casey Castillo' }).click()
  await dialog.getByText('Known here').waitFor()
  await looksWellEverywhere(page, 'residents-review')
  await dialog.getByRole('radio', { name: 'Same person as Ada Example' }).check()
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('Decided: Same person').waitFor()
  await page.getByRole('button', { name: 'Apply import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor({ timeout: 60_000 })
  await looksWellEverywhere(page, 'residents-done')
  // The other decision is made after applying, and applied at once.
  await page.getByRole('button', { name: 'Decide about Finley Farouk' }).click()
  await dialog.getByRole('radio', { name: /^Still lives here/ }).check()
  await looksWell(page, 'residents-review-missing-desk')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('Decided: Still lives here').waitFor()

  await page.getByRole('link', { name: 'Residents', exact: true }).first().click()
  await page.getByRole('row', { name: /Avery Abbott.*101.*Lives here.*Not joined yet/ }).waitFor()
  await page.getByRole('row', { name: /Casey Castillo.*Joined/ }).waitFor()
  await page.getByText('4 residents', { exact: true }).first().waitFor()
  await looksWellEverywhere(page, 'residents')
  await page.getByRole('searchbox').fill('bauer')
  await page.getByText('1 resident', { exact: true }).waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await dialog.getByText(/People who joined or booked meanwhile stay/).waitFor()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import was undone').waitFor({ timeout: 60_000 })
  await looksWellEverywhere(page, 'residents-undone')
  await page.goto(section(''))
  await page.getByText('No current residents').waitFor()
  await visitor.close()
})

test('a rent roll is uploaded, its columns are matched, and its import is applied and undone', async () => {
  const { owner, section } = await anOwner('Cedar Lot')
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(section(''))
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click()
  await looksWellEverywhere(page, 'residents-file-new')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Drop a file here').waitFor()
  await looksWellEverywhere(page, 'residents-file')
  const table = [
    'Apt,Tenant,Mail to,Move-In,Move-Out',
    `201,"Gómez, Harper",harper@residents.example,${day(-60)},`,
    `202,"Holloway, Jamie",jamie@residents.example,${day(-30)},${day(60)}`,
    `203,VACANT,,,`,
  ].join('\n')
  await page.locator('input[type=file]').setInputFiles({
    name: 'rent-roll.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  })
  await page.getByText('3 rows in rent-roll.csv.').waitFor()
  await page.getByText('Choose the columns of the name').waitFor()
  await page.getByLabel('Email').selectOption('Mail to')
  await page.getByText('harper@residents.example').waitFor()
  await page.getByRole('radio', { name: /^All residents/ }).check()
  await looksWellEverywhere(page, 'residents-mapping')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByText('2 residents are added.').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Apply import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click({ timeout: 60_000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import was undone').waitFor({ timeout: 60_000 })
  await visitor.close()
})

test('an import that would end many memberships is applied only by an owner who confirms it', async () => {
  const { lot, owner, section } = await anOwner('Maple Lot')
  const people = Array.from({ length: 8 }, (_, index) => living(`${index + 1}`, `Resident${index}`, 'Maple'))
  vendors.data.setResidents('YARDI', 'testcrt1', people)
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  await page.goto(section('/sources/new'))
  await page.getByRole('radio', { name: /^Yardi/ }).check()
  for (const [label, value] of [
    ['Service address', `${vendor_url}/maple/webservices/ItfResidentData.asmx`],
    ['Username', 'maple'],
    ['Password', 'test-ok'],
    ['Server name', 'db1'],
    ['Database', 'maple_live'],
    ['Interface entity', 'Openspot'],
    ['Interface license', 'license'],
  ] as const)
    await page.getByLabel(label).and(page.locator('input, textarea')).first().fill(value)
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await page.getByRole('checkbox', { name: 'Birch Test Court' }).check()
  await page.getByRole('button', { name: 'Save properties' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  // The first sync starts on schedule. It is asked for here.
  await page.getByRole('button', { name: 'Sync now' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor({ timeout: 90_000 })
  vendors.data.setResidents(
    'YARDI',
    'testcrt1',
    people.map((one) => ({ ...one, status: 'NOTICE', notice: day(-30), moves_out: day(-10) })),
  )
  await page.goBack()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('This import was not applied').waitFor({ timeout: 60_000 })
  await looksWellEverywhere(page, 'residents-stopped')
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const colleague = await aSignedIn(browser, product, admin, { viewport: desk })
  await colleague.page.goto(new URL(page.url()).pathname)
  await colleague.page.getByText('Only an owner can apply it anyway.').waitFor()
  expect(await colleague.page.getByRole('button', { name: 'Apply anyway' }).count()).toBe(0)
  await colleague.close()
  await page.getByRole('button', { name: 'Apply anyway' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Apply anyway' }).isDisabled()).toBe(true)
  await looksWell(page, 'residents-force-desk')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Apply anyway' }).click()
  await page.getByText('0 new, 0 changed, 8 moved out.').waitFor({ timeout: 60_000 })
  await page.goto(section(''))
  await page.getByRole('row', { name: /Resident0 Maple.*Moving out/ }).waitFor()

  await page.getByRole('link', { name: 'Yardi Voyager' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByText('can’t be undone').waitFor()
  await looksWell(page, 'residents-archive-desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('This data source is archived').waitFor()
  await looksWellEverywhere(page, 'residents-archived')
  await visitor.close()
})
