import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fineTerms } from '@openspot/api/testing/factories/fines.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call } from '@openspot/contract/call.ts'
import { listFinesRoute } from '@openspot/contract/operations/fines.ts'
import {
  createProblemRoute,
  getProblemRoute,
  setProblemFindingRoute,
} from '@openspot/contract/operations/problems.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aVisitorStoringIn, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { aPlatePhoto, openPatrol, recordFine } from './testing/patrol.ts'
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
})
afterAll(() => product?.close())
beforeEach(async () => {
  lot = await aLot(product.server, {}, 3)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms: fineTerms }
  await call(createRuleSetRoute, { params: { lot_id: lot.lot_id }, body }, as(product, admin))
})

const fines = async () => {
  const of = { params: { lot_id: lot.lot_id }, query: {} }
  const { items } = await call(listFinesRoute, of, as(product, admin))
  return items.map(({ plate, reason, status, photos }) => `${plate} ${reason} ${status} ${photos.length}`)
}
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Patrol' }).getByRole('button', { name })

async function signInAs(context: BrowserContext, person: Person): Promise<void> {
  await context.clearCookies()
  await context.addCookies([{ name: 'openspot', value: person.token, url: product.url }])
}

test('a fine that turned out to resemble a vehicle with a right is sent once the patroller has compared a photo', async () => {
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page, context } = visitor
  await openPatrol(page, lot.lot_id)
  await context.setOffline(true)
  await recordFine(page, 'ABC 1230', 'No right to park')
  const driver = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, driver)
  const car_id = await addCarOf(product, driver, 'ABC 123O')
  const spot_id = lot.spot_ids[0] ?? ''
  await aReservation(product, driver, { spot_id, payment_method_id, car_id, ...times(0, 4) })

  await context.setOffline(false)
  await page.getByText('Similar license plates may park:').waitFor()
  const send = page.getByRole('button', { name: 'I compared them. Send' })
  expect(await send.isDisabled()).toBe(true)
  expect(await fines()).toEqual([])
  await chooseFile(page, await aPlatePhoto())
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await looksWellEverywhere(page, 'patrol-outbox-similar')
  await page.setViewportSize(phone)
  await send.click()
  await page.getByRole('link', { name: 'Open fine' }).waitFor()
  expect(await fines()).toEqual(['ABC1230 NO_RIGHT_TO_PARK WARNING 1'])
  await visitor.close()
})

test('a finding that someone else recorded meanwhile stays until the patroller replaces it', async () => {
  const body = { kind: 'OTHER', text: 'A lamp is broken at the ramp.' } as const
  const order = { params: { lot_id: lot.lot_id }, body, idempotency_key: crypto.randomUUID() }
  const { id: problem_id } = await call(createProblemRoute, order, as(product, admin))
  const finding = async () => {
    const { staff } = await call(getProblemRoute, { params: { problem_id } }, as(product, admin))
    return staff?.finding
  }
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page, context } = visitor
  await openPatrol(page, lot.lot_id)
  await context.setOffline(true)
  await tab(page, 'Tasks').click()
  await page.getByRole('radio', { name: 'As reported' }).check()
  await page.getByRole('button', { name: 'Save finding' }).click()
  await page.getByText('Recorded on this device: As reported').waitFor()
  const said = { finding: 'NOT_FOUND', note: 'All lamps are on.' } as const
  const other = { params: { problem_id }, body: said }
  await call(setProblemFindingRoute, other, as(product, admin))

  await tab(page, 'To send').click()
  await context.setOffline(false)
  await page.getByText('Someone else recorded a finding meanwhile: Nothing found.').waitFor()
  await page.getByText('All lamps are on.').waitFor()
  expect(await finding()).toBe('NOT_FOUND')
  await looksWell(page, 'patrol-outbox-finding')
  await page.getByRole('button', { name: 'Replace it with mine' }).click()
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(await finding()).toBe('CONFIRMED')
  await visitor.close()
})

test('a photo that the browser dropped before it was sent is named, holds up nothing else, and can be taken again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openspot-patrol-'))
  const visitor = await aVisitorStoringIn(folder, product.url, { viewport: phone })
  const { page, context } = visitor
  await signInAs(context, patroller)
  await openPatrol(page, lot.lot_id)
  await context.setOffline(true)
  await recordFine(page, 'LOST 1', 'Blocked the way', { photos: 1 })
  await recordFine(page, 'KEPT 1', 'Blocked the way')
  for (const file of await storedPhotos(folder)) await rm(file)

  await context.setOffline(false)
  await page.getByText('This device lost a photo before it was sent').waitFor()
  await page.getByRole('link', { name: 'Open fine' }).waitFor()
  expect(await fines()).toEqual(['KEPT1 BLOCKING UNPAID 0'])
  await looksWellEverywhere(page, 'patrol-outbox-lost-photo')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Send without photos' }).waitFor()
  await chooseFile(page, await aPlatePhoto())
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => page.getByRole('link', { name: 'Open fine' }).count()).toBe(2)
  expect((await fines()).toSorted()).toEqual(['KEPT1 BLOCKING UNPAID 0', 'LOST1 BLOCKING UNPAID 1'])
  await visitor.close()
  await rm(folder, { recursive: true })
})

/** The files in which the browser keeps what pages store as blobs. */
async function storedPhotos(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /indexeddb\.blob/.test(entry.parentPath))
    .map((entry) => path.join(entry.parentPath, entry.name))
  expect(files).not.toEqual([])
  return files
}

test('a second account on the device neither sees nor sends nor deletes what the first recorded, and the first finds it again; the second tap of a double tap ends no shift', async () => {
  const second = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const visitor = await aSignedIn(browser, product, patroller, { viewport: phone })
  const { page, context } = visitor
  const body = { kind: 'OTHER', text: 'A lamp is broken at the ramp.' } as const
  const order = { params: { lot_id: lot.lot_id }, body, idempotency_key: crypto.randomUUID() }
  await call(createProblemRoute, order, as(product, admin))
  await openPatrol(page, lot.lot_id)
  await context.setOffline(true)
  await tab(page, 'Tasks').click()
  await page.getByRole('radio', { name: 'As reported' }).check()
  await page.getByRole('button', { name: 'Save finding' }).click()
  await page.getByText('Recorded on this device: As reported').waitFor()
  await recordFine(page, 'FIRST 1', 'Blocked the way', { photos: 1 })

  // The first person's session ends without signing out, and someone else signs in.
  await page.goto('about:blank')
  await signInAs(context, second)
  await context.setOffline(false)
  await page.goto('/me')
  const signedIn = () => page.evaluate(() => window.localStorage.getItem('openspot-signed-in'))
  await expect.poll(signedIn).toBe(second.user_id)
  await context.setOffline(true)
  await page.goto(`/patrol/${lot.lot_id}`)
  await page.getByText('This lot isn’t on this device yet').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await tab(page, 'Tasks').click()
  await page.getByText('A lamp is broken at the ramp.').waitFor()
  expect(await page.getByText('Recorded on this device').count()).toBe(0)
  await context.setOffline(true)
  await recordFine(page, 'SECOND 1', 'Blocked the way')
  const endShift = page.getByRole('button', { name: 'End shift', exact: true })
  await endShift.dispatchEvent('click', { detail: 2 })
  await endShift.focus()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.setOffline(false)
  // The finding, the lookup, and the fine.
  await page.getByText(/^3 actions of another account wait on this device/).waitFor()
  await page.getByRole('link', { name: 'Open fine' }).waitFor()
  expect(await page.getByText('FIRST1').count()).toBe(0)
  await expect.poll(() => tab(page, 'To send').textContent()).toBe('To send')
  expect(await fines()).toEqual(['SECOND1 BLOCKING UNPAID 0'])
  await endShift.click()
  await page.waitForURL((url) => url.pathname === '/patrol')
  await page.goto('/me/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await signInAs(context, patroller)
  await page.goto(`/patrol/${lot.lot_id}`)
  await tab(page, 'To send').click()
  await page.getByRole('link', { name: 'Open fine' }).waitFor()
  expect((await fines()).toSorted()).toEqual(['FIRST1 BLOCKING UNPAID 1', 'SECOND1 BLOCKING UNPAID 0'])
  await visitor.close()
})
