import { workbook } from '@openspot/api/people/resident-files/testing/workbook.ts'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'
import { anOwner, day } from './testing/residents.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})

afterAll(() => product?.close())

/** A rent roll as a property manager exports it: with a title, and a name of a column that nobody knows. */
const rentRoll = (rows: readonly (readonly string[])[]) =>
  workbook(
    [['Cedar Court – Rent Roll'], [], ['Apt', 'Tenant', 'Mail to', 'Move-In', 'Move-Out'], ...rows].map(
      (row) => row.map((value) => (value === '' ? null : { value })),
    ) as never,
  )

/** Drags a file over an element, and drops it there. */
async function drop(page: Page, onto: string, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name = '', text = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name))
      return transfer
    },
    [name, bytes.toString('base64')],
  )
  await page.getByText(onto).dispatchEvent('dragover', { dataTransfer })
  await looksWell(page, 'residents-file-over-desk')
  await page.getByText(onto).dispatchEvent('drop', { dataTransfer })
}

test('a rent roll is uploaded, its columns are matched, and its import is applied and undone', async () => {
  const { owner, section } = await anOwner(product, 'Cedar Lot')
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
  await chooseFile(page, {
    name: 'rent-roll.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  })
  await page.getByText('3 rows in rent-roll.csv.').waitFor()
  await page.getByText('Columns are separated by commas.').waitFor()
  await page.getByText('Choose the columns of the name').waitFor()
  await page.getByLabel('Email').selectOption('Mail to')
  await page.getByText('harper@residents.example').waitFor()
  await page.getByRole('radio', { name: /^All residents/ }).check()
  await looksWellEverywhere(page, 'residents-mapping')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByText('2 residents are added.').waitFor()
  await page.getByRole('button', { name: 'Apply import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import was undone').waitFor()
  await visitor.close()
})

test('a workbook is chosen, decided about, and applied; the next one is dropped with its columns known, and discarded; then the first is undone', async () => {
  const { lot, owner, section } = await anOwner(product, 'Cedar Court')
  const known = await aMember(product.server, lot.lot_id, 'MEMBER')
  const visitor = await aSignedIn(browser, product, owner, { viewport: desk })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await page.goto(section('/sources/new?kind=file'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Drop a file here').waitFor()
  const source = page.url()

  await chooseFile(page, {
    name: 'rent-roll.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await rentRoll([
      ['201', 'Gómez, Harper', 'harper.gomez@residents.example', day(-60), ''],
      // The email address of a member with another name.
      ['202', 'Holloway, Jamie', known.email, day(-30), day(60)],
      ['203', 'VACANT', '', '', ''],
      ['204', 'Ivanova, Kai', '', day(-30), ''],
    ]),
  })
  await page.getByText('4 rows in rent-roll.xlsx.').waitFor()
  await page.getByLabel('Email').selectOption('Mail to')
  await page.getByRole('radio', { name: /^All residents/ }).check()
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByText('1 resident is added.').waitFor()
  await page.getByText('1 row needs your decision.').waitFor()
  await page.getByText('1 row can’t be imported until it is fixed.').waitFor()
  await looksWellEverywhere(page, 'residents-file-preview')
  await page.getByRole('button', { name: 'Decide about Jamie Holloway' }).click()
  await dialog.getByRole('radio', { name: 'Same person as Ada Example' }).check()
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('Decided: Same person').waitFor()
  await page.getByRole('button', { name: 'Apply import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()
  await looksWellEverywhere(page, 'residents-file-done')
  const applied = page.url()
  await page.goto(section(''))
  await page.getByRole('row', { name: /Harper Gómez.*201.*Not joined yet/ }).waitFor()
  await page.getByRole('row', { name: /Jamie Holloway.*202.*Joined/ }).waitFor()

  await page.goto(source)
  const next = await rentRoll([['205', 'Johansson, Logan', 'logan@residents.example', day(-60), '']])
  await drop(page, 'Drop a file here', 'april.xlsx', next)
  await page.getByText('1 row in april.xlsx.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('Mail to')
  await page.getByRole('radio', { name: /^Only some residents/ }).check()
  await looksWellEverywhere(page, 'residents-mapping-known')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByText('1 resident is added.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByText('Nothing of the lot has changed.').waitFor()
  await looksWell(page, 'residents-discard-desk')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('This preview was discarded').waitFor()
  await looksWellEverywhere(page, 'residents-discarded')

  await page.goto(applied)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('This import was undone').waitFor()
  await page.goto(section(''))
  await page.getByText('No current residents').waitFor()
  await visitor.close()
})
