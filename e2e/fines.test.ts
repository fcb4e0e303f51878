import { aPicture, pictureForm } from '@openspot/api/testing/factories/files.ts'
import { fineTerms } from '@openspot/api/testing/factories/fines.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call, type Input } from '@openspot/contract/call.ts'
import { createFineRoute, decideFineAppealRoute } from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { noRules } from '@openspot/core/testing/rules.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, phone } from './testing/browser.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms: fineTerms }
  await call(createRuleSetRoute, { params: { lot_id: lot.lot_id }, body }, as(product, admin))
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Warns or fines a vehicle as the patroller does, with a photo. */
async function aFine(
  order: Pick<Input<typeof createFineRoute>['body'], 'plate' | 'region' | 'reason' | 'note'>,
) {
  const { lot_id } = lot
  const photo = await call(
    uploadPhotoRoute,
    { params: { lot_id }, body: await pictureForm() },
    as(product, patroller),
  )
  const body = { lot_id, ...order, photo_ids: [photo.id] }
  return call(createFineRoute, { body, idempotency_key: photo.id }, as(product, patroller))
}

test('a driver opens the notice of a fine, pays it, appeals with a photo, and gets the money back', async () => {
  const { id, code } = await aFine({ plate: 'bx 7310', reason: 'BLOCKING', note: 'In front of the ramp.' })
  const driver = await aPerson(product.server)
  await aCard(product.server, driver, 'pm_card_bypassPending')
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/f/${code}`)
  await page.getByText('$80.00 to pay').waitFor()
  await page.getByText('In front of the ramp.').waitFor()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await page.getByRole('radio').first().waitFor()
  await looksWellEverywhere(page, 'fine-unpaid')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download evidence' }).click()
  expect((await download).suggestedFilename()).toBe(`evidence-${code}.json`)
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  await page.getByText('We emailed you a receipt.').waitFor()
  expect(await page.getByRole('button', { name: 'Pay $80.00' }).count()).toBe(0)

  await page.getByLabel('Why is it wrong?').fill('The ramp was closed that day.')
  const buffer = await aPicture(800, 600).jpeg().toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'ramp.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: /^Remove/ }).waitFor()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Nothing is due until they decide.').waitFor()
  await looksWellEverywhere(page, 'fine-appealed')

  const body = { decision: 'ACCEPTED', answer: 'You are right. Sorry!' } as const
  const decide = { params: { fine_id: id }, body, idempotency_key: id }
  await call(decideFineAppealRoute, decide, as(product, admin))
  await page.reload()
  await page.getByText('There is nothing to pay.').waitFor()
  await page.getByText('What was paid is refunded.').waitFor()

  await page.goto('/me/fines')
  await page.getByRole('link', { name: 'Blocked the way' }).waitFor()
  await page.getByText('Canceled').waitFor()
  await looksWellEverywhere(page, 'my-fines')
  await visitor.close()
})

test('a member sees a warning for their vehicle, and nobody finds a notice by a wrong code', async () => {
  const member = await aMember(product.server, lot.lot_id, 'MEMBER')
  await addCarOf(product, member, 'DK 2049')
  const { code } = await aFine({ plate: 'DK2049', region: 'IL', reason: 'NO_RIGHT_TO_PARK' })
  const visitor = await aSignedIn(browser, product, member)
  const { page } = visitor
  await page.goto(`/f/${code}`)
  await page.getByText('This is a warning. You don’t have to pay anything.').waitFor()
  await page.getByText('one warning first, then $40.00, $60.00, $90.00').waitFor()
  await looksWellEverywhere(page, 'fine-warning')
  const wrong = await page.goto(`/f/${code.slice(1)}x`)
  expect(wrong?.status()).toBe(404)
  await visitor.close()
})
