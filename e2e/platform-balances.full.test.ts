import { readFile } from 'node:fs/promises'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { banks } from '@openspot/api/testing/factories/payouts.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { aDayPasses, aHostOf, aPaidReservationOn, setUpHost, setUpLot } from './testing/earners.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, tomorrow } from './testing/reservations.ts'

const DAYS = 6
let product: Product
let browser: Browser
let admin: Person
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  product.advance(-DAYS * 24 * 60)
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 6)
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
  const unlucky = await aHostOf(product, lot, 1, 'Ludwig')
  await setUpLot(product, lot.lot_id, owner, banks.good)
  await setUpHost(product, unlucky, banks.closed)
  await aPaidReservationOn(product, unlucky.spot_id, 5)
  for (let day = 0; day < DAYS; day++) await aDayPasses(product)
  await aPaidReservationOn(product, lot.spot_ids[4] ?? '', 3)
})
afterAll(() => product?.close())

test('an admin finds the payout that a host’s bank returned, reads why, and retries it', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform/balances')
  await page.getByText('The bank account has been closed.').waitFor()
  await looksWellEverywhere(page, 'platform-balances')
  await page.getByRole('button', { name: 'Balance: All balances' }).click()
  await page.getByRole('menuitemradio', { name: 'Below zero' }).click()
  await page.getByText('No balances match these filters').waitFor()
  await looksWell(page, 'platform-balances-none')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /Retry payout/ }).click()
  await looksWellEverywhere(page, 'platform-balances-retry')
  await page.getByRole('dialog').getByRole('button', { name: 'Retry payout' }).click()
  await page.getByText('The payout is being sent again').waitFor()
  await page.getByText('The bank account has been closed.').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Wells Street Lot' }).first().click()
  await page.waitForURL(/\/lots\/.+\/payouts/)
  await visitor.close()
})

test('an admin switches the waitlist off for one lot, with a reason, and lets it follow the environment again', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform/flags')
  await page.getByRole('button', { name: 'Set Waitlist for a lot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lot').fill('Wells')
  await page.getByRole('option', { name: /Wells Street Lot/ }).click()
  await dialog.getByLabel('Reason').fill('The owner asked for it')
  await looksWellEverywhere(page, 'flag-dialog')
  await dialog.getByRole('button', { name: 'Save setting' }).click()
  await page.getByRole('cell', { name: 'The owner asked for it' }).waitFor()
  await looksWellEverywhere(page, 'flags')
  await page.getByRole('button', { name: 'Change the setting of Wells Street Lot' }).click()
  await dialog.getByLabel('Reason').fill('The trial is over')
  await dialog.getByRole('button', { name: 'Save setting' }).click()
  await page.getByRole('cell', { name: 'The owner asked for it' }).waitFor({ state: 'detached' })
  await visitor.close()
})

test('staff upload files and texts for a dispute and submit them, and the platform sees it', async () => {
  const staff = await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aPerson(product.server, { first_name: 'Dora' })
  const payment_method_id = await aCard(product.server, driver, 'pm_card_createDispute')
  await aReservation(product, driver, {
    spot_id: lot.spot_ids[5] ?? '',
    payment_method_id,
    ...tomorrow(9, 2),
  })
  const { pool } = product.server.deps.database
  // The provider reports the dispute by webhook.
  const disputes = async () =>
    (await pool.query('select from disputes where lot_id = $1', [lot.lot_id])).rowCount
  await expect.poll(disputes).toBe(1)
  const visitor = await aSignedIn(browser, product, staff)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/refunds?tab=disputes`)
  await page.getByRole('link', { name: /disputed/ }).click()
  await page.getByText('The bank is waiting for evidence').waitFor()
  const receipt = page.getByRole('listitem').filter({ hasText: 'The receipt that the driver got.' })
  const buffer = Buffer.from('%PDF-1.7\nA receipt')
  await chooseFile(receipt, { name: 'receipt.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('receipt.pdf').waitFor()
  await page.getByLabel('What was paid for').fill('Two hours of parking on spot 6.')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await page.getByText('Texts saved').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download: Receipt' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('receipt.pdf')
  expect(await readFile(await file.path(), 'utf8')).toBe('%PDF-1.7\nA receipt')
  await looksWellEverywhere(page, 'dispute')
  // The provider can't be reached for a day.
  const dispute_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await pool.query(
    `update dispute_evidence set state = 'SENDING', attempt = 1, submitted_by_user_id = $2, changed_at = $3::timestamptz - interval '25 hours'
     where dispute_id = $1`,
    [dispute_id, staff.user_id, new Date().toISOString()],
  )
  await page.reload()
  await page.getByText('The evidence couldn’t be sent').waitFor()
  await looksWellEverywhere(page, 'dispute-stuck')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The evidence was submitted').waitFor()
  await page.getByRole('button', { name: 'Download: Receipt' }).waitFor()
  await looksWellEverywhere(page, 'dispute-submitted')
  await visitor.close()

  const platform = await aSignedIn(browser, product, admin)
  await platform.page.goto('/platform/disputes')
  await platform.page.getByText('Waiting for the bank').waitFor()
  await looksWellEverywhere(platform.page, 'platform-disputes')
  await platform.close()
})
