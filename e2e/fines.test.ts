import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { aPicture, pictureForm } from '@openspot/api/testing/factories/files.ts'
import { fineTerms } from '@openspot/api/testing/factories/fines.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { asOwner } from '@openspot/api/testing/owner.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call, type Input } from '@openspot/contract/call.ts'
import { createFineRoute, listFinesRoute } from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { offsetMinutes } from '@openspot/core/time/zone.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms: fineTerms }
  await call(createRuleSetRoute, { params: { lot_id: lot.lot_id }, body }, as(product, admin))
})
afterAll(() => product?.close())

async function addPhoto(page: Page): Promise<void> {
  const buffer = await aPicture(800, 600).jpeg().toBuffer()
  await chooseFile(page, { name: 'ramp.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: /^Remove/ }).waitFor()
}

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

test('a patroller fines a vehicle, its driver pays and appeals on the page of the notice, and an admin accepts the appeal', async () => {
  const onSite = await aSignedIn(browser, product, patroller, { viewport: phone })
  await onSite.page.goto(`/lots/${lot.lot_id}/fines`)
  await onSite.page.getByText('No warnings or fines').waitFor()
  await onSite.page.getByRole('link', { name: 'Warn or fine a vehicle' }).click()
  await onSite.page.getByLabel('License plate').fill('bx 7310')
  await onSite.page.getByRole('radio', { name: 'Blocked the way' }).check()
  await onSite.page.getByLabel('Note').fill('In front of the ramp.')
  await addPhoto(onSite.page)
  await looksWellEverywhere(onSite.page, 'fine-new')
  await onSite.page.getByRole('button', { name: 'Record' }).click()
  // The text alone would also be that of the form, before the fine is recorded.
  await onSite.page.waitForURL(/\/fines\/[0-9a-f-]{36}$/)
  await onSite.page.getByText('In front of the ramp.').waitFor()
  await onSite.close()
  const listed = await call(listFinesRoute, { params: { lot_id: lot.lot_id }, query: {} }, as(product, admin))
  const { id, code, evidence_hash } = listed.items[0] ?? { id: '', code: '', evidence_hash: '' }

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
  const evidence = await download
  expect(evidence.suggestedFilename()).toBe(`evidence-${code}.json`)
  const script = fileURLToPath(new URL('../docs/verify-fine.mjs', import.meta.url))
  const verified = execFileSync(process.execPath, [script, await evidence.path(), evidence_hash])
  expect(verified.toString()).toBe('Verified: 1 events, 1 photos.\n')
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  await page.getByText('We emailed you a receipt.').waitFor()
  expect(await page.getByRole('button', { name: 'Pay $80.00' }).count()).toBe(0)

  await page.getByLabel('Why is it wrong?').fill('The ramp was closed that day.')
  await addPhoto(page)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Nothing is due until they decide.').waitFor()
  await looksWellEverywhere(page, 'fine-appealed')

  const staff = await aSignedIn(browser, product, admin)
  await staff.page.goto(`/lots/${lot.lot_id}/fines`)
  await staff.page.getByText('Appeal pending').waitFor()
  await looksWellEverywhere(staff.page, 'fines')
  await staff.page.goto(`/lots/${lot.lot_id}/fines/${id}`)
  await staff.page.getByText('The ramp was closed that day.').waitFor()
  await staff.page.getByLabel('Answer to the driver').fill('You are right. Sorry!')
  await looksWellEverywhere(staff.page, 'fine-appeal')
  const print = await staff.page.request.get(
    new URL(
      (await staff.page.getByRole('link', { name: 'Print on 80 mm paper' }).getAttribute('href')) ?? '',
      product.url,
    ).href,
  )
  expect(print.headers()['content-type']).toBe('application/pdf')
  await staff.page.getByRole('button', { name: 'Accept appeal' }).click()
  await staff.page.getByText('The appeal was accepted').waitFor()
  await staff.close()
  await page.reload()
  await page.getByText('There is nothing to pay.').waitFor()
  await page.getByText('Your payment will be refunded.').waitFor()

  await page.goto('/me/fines')
  await page.getByRole('link', { name: 'Blocked the way' }).waitFor()
  await page.getByText('Canceled').waitFor()
  await looksWellEverywhere(page, 'my-fines')
  await visitor.close()
})

/** A zone whose clock shows the same as Chicago's at a moment, and another time after Chicago's next change. */
const zoneLikeChicago = (at: number): string =>
  ['America/Regina', 'America/Jamaica'].find(
    (zone) => offsetMinutes(zone, at) === offsetMinutes('America/Chicago', at),
  ) ?? ''

test.each([
  ['Asia/Tokyo', 1],
  ['America/Chicago', 0],
  ['a zone that differs only when it is due', 1],
])(
  'the page of a fine in Chicago, and the list of it, name the zone for a driver in %s only where the clocks differ',
  async (named, notes) => {
    const driver = await aMember(product.server, lot.lot_id, 'MEMBER')
    const plate = `TZ${notes}${named.length}`
    await addCarOf(product, driver, plate)
    const fine = await aFine({ plate, region: 'IL', reason: 'BLOCKING' })
    const seen = minutesOf(fine.seen_at)
    const isOnlyDue = !named.includes('/')
    if (isOnlyDue) {
      let due = seen
      while (offsetMinutes('America/Chicago', due) === offsetMinutes('America/Chicago', seen)) due += 7 * 1440
      await asOwner(product, 'update fines set due_at = $2 where id = $1', [fine.id, isoOf(due)])
    }
    const time_zone = isOnlyDue ? zoneLikeChicago(seen) : named
    const visitor = await aSignedIn(browser, product, driver, { viewport: phone, time_zone })
    const { page } = visitor
    await page.goto(`/f/${fine.code}`)
    await page.getByText('$80.00 to pay').waitFor()
    await expect.poll(() => page.getByText('Times are in Central Time.').count()).toBe(notes)
    await looksWellEverywhere(page, `fine-zone-${time_zone.replace('/', '-')}`)
    await page.goto('/me/fines')
    await page.getByText(plate).waitFor()
    await expect.poll(() => page.getByText('Central Time').count()).toBe(isOnlyDue ? 0 : notes)
    await visitor.close()
  },
)

fullTest(
  'a plate similar to one that may park is fined only after someone confirms that they compared the photo',
  async () => {
    const parked = await aPerson(product.server)
    const payment_method_id = await aCard(product.server, parked)
    const car_id = await addCarOf(product, parked, 'CD18903')
    await aReservation(product, parked, {
      spot_id: lot.spot_ids[1] ?? '',
      payment_method_id,
      car_id,
      ...times(0, 2),
    })
    const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/fines/new`)
    await page.getByRole('radio', { name: 'No right to park' }).check()
    await page.getByLabel('License plate').fill('CD18903')
    await page.getByRole('button', { name: 'Record' }).click()
    await page.getByText('This vehicle may park here').waitFor()
    await page.getByLabel('License plate').fill('CDI89O3')
    await addPhoto(page)
    await page.getByRole('button', { name: 'Record' }).click()
    await page.getByText('A vehicle with a similar license plate may park here').waitFor()
    expect(await page.getByRole('button', { name: 'Record' }).isDisabled()).toBe(true)
    await looksWellEverywhere(page, 'fine-similar')
    await page.getByLabel('I compared the license plate with the photo').check()
    await page.getByRole('button', { name: 'Record' }).click()
    await page.getByText('Compared with a photo').waitFor()
    await visitor.close()
  },
)

test('staff who fine a vehicle for parking in the wrong spot must choose the spot, and can', async () => {
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/fines/new`)
  await page.getByLabel('License plate').fill('WQ55510')
  await page.getByRole('radio', { name: 'Parked in the wrong spot' }).check()
  expect(await page.getByRole('button', { name: 'Record' }).isDisabled()).toBe(true)
  await page.getByLabel('Spot', { exact: true }).first().click()
  // The state is chosen from options, too, but from a list of the browser's own.
  const option = page.getByRole('listbox').getByRole('option').first()
  const label = await option.innerText()
  await option.click()
  await page.getByRole('button', { name: 'Record' }).click()
  await page.waitForURL(/\/fines\/[0-9a-f-]{36}/)
  await page.getByText(label, { exact: true }).first().waitFor()
  await visitor.close()
})

fullTest('a member sees a warning for their vehicle, and nobody finds a notice by a wrong code', async () => {
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

fullTest(
  'a driver who signs in by an emailed link on another device, after the first link expired, is on the page of the notice',
  async () => {
    await aFine({ plate: 'EX 100 P', region: 'IL', reason: 'BLOCKING', note: 'In front of the ramp.' })
    const listed = await call(
      listFinesRoute,
      { params: { lot_id: lot.lot_id }, query: {} },
      as(product, admin),
    )
    const path = `/f/${listed.items[0]?.code ?? ''}`
    const driver = await aPerson(product.server)
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    await visitor.page.goto(path)
    await visitor.page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    const ask = async (page: Page) => {
      await page.getByLabel('Email').fill(driver.email)
      await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
      await page.getByText('Check your email').waitFor()
    }
    await ask(visitor.page)
    const first = await linkSentTo(product, driver.email, '/sign-in/link')
    await visitor.close()
    product.advance(24 * 60)

    const other = await aVisitor(browser, product.url)
    await other.page.goto(first)
    await other.page.getByRole('main').getByRole('button').first().click()
    await other.page.getByRole('link', { name: 'Request a new link' }).click()
    await other.page.waitForURL((url) => url.pathname === '/sign-in')
    await ask(other.page)
    await expect.poll(() => linkSentTo(product, driver.email, '/sign-in/link')).not.toBe(first)
    await other.page.goto(await linkSentTo(product, driver.email, '/sign-in/link'))
    await other.page.getByRole('main').getByRole('button').first().click()
    await other.page.waitForURL((url) => url.pathname === path)
    await other.page.getByLabel('Why is it wrong?').waitFor()
    await other.close()
    product.advance(-24 * 60)
  },
)
