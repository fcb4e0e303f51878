import { aMember } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import type { Product } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'
import { anOwner, day, living, type Started, startWithVendors } from './testing/residents.ts'

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

test('an owner connects a system, decides, applies the preview, sees the residents, and undoes it', async () => {
  const { lot, owner, section } = await anOwner(product, 'Wells Street Lot')
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

  await page.getByText('Nothing has changed yet').waitFor()
  await page.getByText('2 residents are added.').waitFor()
  await page.getByText('2 new residents are invited when their access starts.').waitFor()
  await page.getByText(/^This preview is discarded .* if nobody applies it/).waitFor()
  await looksWellEverywhere(page, 'residents-preview')
  await page.getByRole('button', { name: /^Needs a decision/ }).click()
  await page.getByRole('button', { name: 'Decide about Casey Castillo' }).click()
  await dialog.getByText('Known here').waitFor()
  await looksWellEverywhere(page, 'residents-review')
  await dialog.getByRole('radio', { name: 'Same person as Ada Example' }).check()
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('Decided: Same person').waitFor()
  await page.getByRole('button', { name: 'Apply import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()
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
  await page.getByText('This import was undone').waitFor()
  await looksWellEverywhere(page, 'residents-undone')
  await page.goto(section(''))
  await page.getByText('No current residents').waitFor()
  await visitor.close()
})

fullTest(
  'on a phone, an owner decides about a person whom a rent roll lists twice, and reads which plate is not imported',
  async () => {
    const { owner, section } = await anOwner(product, 'Twice Lot')
    const visitor = await aSignedIn(browser, product, owner, { viewport: phone })
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await page.goto(section('/sources/new?kind=file'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Drop a file here').waitFor()
    const table = [
      'Unit,First name,Last name,Email,License plate,Move-In',
      `201,Harper,Gomez,harper@twice.example,AB 💥 12,${day(-60)}`,
      `202,Harper,Gomez,harper@twice.example,,${day(-30)}`,
    ].join('\n')
    await chooseFile(page, { name: 'rent-roll.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByText('2 rows in rent-roll.csv.').waitFor()
    await page.getByRole('radio', { name: /^All residents/ }).check()
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByText('1 row needs your decision.').waitFor()
    await page.getByText('AB 💥 12: 💥 isn’t on any license plate.').waitFor()
    await page.getByText(/^Same email address as Harper Gomez in row \d, unit 20\d\.$/).waitFor()
    await looksWell(page, 'residents-twice-phone')
    await page.getByRole('button', { name: 'Decide about Harper Gomez' }).click()
    await dialog.getByText('Is Harper Gomez listed twice?').waitFor()
    await looksWellEverywhere(page, 'residents-review-twice')
    await dialog.getByRole('radio', { name: /^Same person/ }).check()
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await page.getByText('Decided: Same person').waitFor()
    await looksWellEverywhere(page, 'residents-twice-decided')
    await page.getByRole('button', { name: 'Apply import' }).click()
    await page.getByRole('button', { name: 'Undo import' }).waitFor()
    await page.goto(section(''))
    await page.getByText('1 resident', { exact: true }).first().waitFor()
    await visitor.close()
  },
)

fullTest(
  'an import that would end many memberships is applied only by an owner who confirms it',
  async () => {
    const { lot, owner, section } = await anOwner(product, 'Maple Lot')
    const people = Array.from({ length: 8 }, (_, index) =>
      living(`${index + 1}`, `Resident${index}`, 'Maple'),
    )
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
    vendors.set('YARDI', { error: 'The rent roll is being posted.', message_type: 'FYI' })
    await page.getByRole('button', { name: 'Turn on' }).click()
    // The first sync starts on schedule. It is asked for here.
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByRole('button', { name: 'Undo import' }).waitFor({ timeout: 90_000 })
    await page.getByText('The system said: The rent roll is being posted.').waitFor()
    await looksWellEverywhere(page, 'residents-warnings')
    vendors.data.setResidents(
      'YARDI',
      'testcrt1',
      people.map((one) => ({ ...one, status: 'NOTICE', notice: day(-30), moves_out: day(-10) })),
    )
    await page.goBack()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('This import was not applied').waitFor()
    const overtaken = page.url()
    await page.goBack()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.waitForURL((url) => url.href !== overtaken && url.pathname.includes('/imports/'))
    await page.getByRole('button', { name: 'Apply anyway' }).waitFor()
    await looksWellEverywhere(page, 'residents-stopped')
    const newest = page.url()
    // The system was read again since.
    await page.goto(overtaken)
    await page.getByText(/^It can’t be applied anymore, because it’s out of date/).waitFor()
    expect(await page.getByRole('button', { name: 'Apply anyway' }).count()).toBe(0)
    await looksWell(page, 'residents-outdated-desk')
    await page.goto(newest)
    await page.getByRole('button', { name: 'Apply anyway' }).waitFor()
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
    await page.getByText('0 new, 0 changed, 8 moved out.').waitFor()
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
  },
)
