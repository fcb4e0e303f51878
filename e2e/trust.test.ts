import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import {
  addLotPhotoRoute,
  listLotPhotosRoute,
  replaceLotPhotosRoute,
} from '@openspot/contract/lots/lot-photos.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { rateReservationRoute } from '@openspot/contract/lots/ratings.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { garageEntrance, garageInside, palettes } from '@openspot/tools/demo/scenes.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, times, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
let pictures: Buffer[]
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  const [palette] = palettes
  if (!palette) throw new Error('There is no palette.')
  pictures = [await garageInside(palette).png(), await garageEntrance(palette).png()]
})
afterAll(() => product?.close())

const files = () => pictures.map((buffer, at) => ({ name: `photo-${at}.png`, mimeType: 'image/png', buffer }))

/** Shows two photos of a lot and its facts, the second photo being the one of the entrance. */
async function showPhotos({ lot_id }: TestLot, admin: Person): Promise<void> {
  const options = as(product, admin)
  for (const bytes of pictures) {
    const body = new FormData()
    body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png')
    await call(addLotPhotoRoute, { params: { lot_id }, body }, options)
  }
  const { photos, version } = await call(listLotPhotosRoute, { params: { lot_id } }, options)
  const captions = ['Level 2', 'Entrance on Wells Street']
  const described = photos.map(({ id }, at) => ({ id, caption: captions[at] ?? '', is_entrance: at === 1 }))
  await call(replaceLotPhotosRoute, { params: { lot_id }, body: { photos: described, version } }, options)
  const facts = {
    clearance_mm: 2032,
    entry_methods: ['PHONE_GATE' as const],
    on_site_payments: ['APP' as const],
    amenities: ['COVERED' as const, 'ELEVATOR' as const, 'EV_CHARGING' as const],
    managed_by: 'Lakeshore Parking Partners',
  }
  await call(updateLotRoute, { params: { lot_id }, body: facts }, options)
}

fullTest(
  'staff add photos, describe and order them by keyboard, and undo a deletion; and say what drivers should know',
  async () => {
    const lot = await aLot(product.server, { name: 'Photo Garage' })
    const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
    const visitor = await aSignedIn(browser, product, admin)
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/photos`)
    await page.getByText('No photos yet').waitFor()
    await looksWellEverywhere(page, 'lot-photos-empty')
    await chooseFile(page, files())
    await page.getByText('2 photos added').waitFor()
    await page.getByText('2 of 8 photos').waitFor()
    const caption = page.getByLabel('Caption of photo 1')
    await caption.fill('Level 2, by the elevator')
    await caption.press('Enter')
    await page.getByRole('img', { name: 'Photo 1: Level 2, by the elevator' }).waitFor()
    await page.getByRole('checkbox', { name: 'Shows the entrance' }).last().click()
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Shows the entrance' }).last().isChecked())
      .toBe(true)

    // By keyboard, the focus stays on the button that moved the photo.
    await page.getByRole('button', { name: 'Move photo 2 up' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'Photo 2: Level 2, by the elevator' }).waitFor()
    await looksWellEverywhere(page, 'lot-photos')

    await page.getByRole('button', { name: 'Delete photo 2' }).click()
    await page.getByText('1 of 8 photos').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('img', { name: 'Photo 2: Level 2, by the elevator' }).waitFor()
    const saved = await call(listLotPhotosRoute, { params: { lot_id: lot.lot_id } }, as(product, admin))
    expect(saved.photos.map((photo) => [photo.caption, photo.is_entrance])).toEqual([
      ['', true],
      ['Level 2, by the elevator', false],
    ])

    await page.goto(`/lots/${lot.lot_id}/settings`)
    await page.getByRole('heading', { name: 'What drivers should know' }).waitFor()
    await page.getByLabel('Feet').fill('6')
    await page.getByLabel('Inches').fill('8')
    await page.getByRole('checkbox', { name: 'Plate reader' }).check()
    await page.getByRole('checkbox', { name: 'Covered' }).check()
    await looksWell(page, 'lot-facts-form')
    const panel = page.getByRole('region', { name: 'What drivers should know' })
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    await page.goto(`/l/${lot.public_id}`)
    await page.getByText('Vehicles must be lower than 6 ft 8 in.').waitFor()
    await visitor.close()
  },
)

for (const [name, viewport] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  fullTest(
    `on a ${name}, a driver sees photos and facts in search, on the lot page, when booking, and on the pass, and rates the lot after parking`,
    async () => {
      const lot = await aLot(product.server, { name: `Trust ${name} Garage` })
      const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
      await showPhotos(lot, admin)
      const driver = await aPerson(product.server)
      const payment_method_id = await aCard(product.server, driver)
      const visitor = await aSignedIn(browser, product, driver, { viewport, hasTouch: name === 'phone' })
      const { page } = visitor

      await page.goto(`/?q=Trust%20${name}`)
      const card = page.getByRole('article').filter({ hasText: `Trust ${name} Garage` })
      await card.getByText('6 ft 8 in clearance').waitFor()
      await expect
        .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(480)
      await looksWell(page, `search-with-photos-${name}`)
      await card.getByRole('link').first().click()

      await page.getByText('Operated by Lakeshore Parking Partners').waitFor()
      await page.getByText('Open the gate with your phone.').waitFor()
      if (name === 'desk') await looksWellEverywhere(page, 'lot-with-photos')
      else await looksWell(page, 'lot-with-photos-phone')
      await page.getByRole('button', { name: 'View photo 1 of 2: Level 2' }).click()
      const viewer = page.getByRole('dialog', { name: /^Photos of/ })
      await viewer.getByRole('img', { name: 'Level 2' }).waitFor()
      await looksWell(page, `photo-viewer-${name}`)
      await page.keyboard.press('ArrowRight')
      await viewer.getByRole('img', { name: 'Entrance on Wells Street' }).waitFor()
      await viewer.getByText('2 of 2').waitFor()
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })

      await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(12, 2))}`)
      await page.getByText('Open with your phone · 6 ft 8 in clearance').waitFor()
      await looksWell(page, `booking-with-photo-${name}`)

      const { id: reservation_id } = await aReservation(product, driver, {
        spot_id: lot.spot_ids[0] ?? '',
        payment_method_id,
        ...tomorrow(12, 2),
      })
      await page.goto(`/me/reservations/${reservation_id}`)
      await page.getByRole('img', { name: 'Entrance on Wells Street' }).waitFor()
      await page.getByText('Vehicles must be lower than 6 ft 8 in.').waitFor()
      expect(await page.getByText('How was it?').count()).toBe(0)
      await looksWell(page, `pass-with-entrance-${name}`)
      await visitor.close()
    },
  )
}

test('a driver rates a lot, its staff reply, a reader reports the rating, and the platform hides it', async () => {
  const lot = await aLot(product.server, { name: 'Rated Garage' })
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const [driver, other] = [await aPerson(product.server), await aPerson(product.server)]
  const bookings = []
  for (const [at, who] of [driver, other].entries()) {
    const payment_method_id = await aCard(product.server, who)
    const spot_id = lot.spot_ids[at] ?? ''
    bookings.push(await aReservation(product, who, { spot_id, payment_method_id, ...tomorrow(12, 2) }))
  }
  product.advance(40 * 60)
  // The pages take the time of the browser, which has not advanced.
  const lotPage = `/l/${lot.public_id}?${new URLSearchParams(times(3 * 48, 2))}`
  const [mine, others] = bookings
  const params = { reservation_id: others?.id ?? '' }
  const body = { stars: 5, text: 'In and out in two minutes.' }
  await call(rateReservationRoute, { params, body }, as(product, other))

  const visitor = await aSignedIn(browser, product, driver)
  const { page } = visitor
  await page.goto(`/me/reservations/${mine?.id}`)
  await page.getByRole('heading', { name: 'How was it?' }).waitFor()
  await page.getByRole('radio', { name: '2 stars' }).press('Space')
  await page.getByLabel('What was good, and what wasn’t? (optional)').fill('Call me at 555 0100.')
  await looksWellEverywhere(page, 'rate-reservation')
  await page.getByRole('button', { name: 'Rate lot' }).click()
  await page.getByText('Thanks for your rating').waitFor()
  await page.getByRole('heading', { name: 'Your rating' }).waitFor()
  await visitor.close()

  const staff = await aSignedIn(browser, product, admin)
  await staff.page.goto(`/lots/${lot.lot_id}/ratings`)
  await staff.page.getByText('In and out in two minutes.').waitFor()
  await staff.page.getByRole('button', { name: 'Reply' }).last().click()
  await staff.page.getByLabel('Your reply').fill('Thank you, see you soon!')
  await looksWellEverywhere(staff.page, 'lot-ratings')
  await staff.page.getByRole('button', { name: 'Save reply' }).click()
  await staff.page.getByText('Reply saved').waitFor()
  await staff.close()

  const reader = await aSignedIn(browser, product, other)
  await reader.page.goto(lotPage)
  await reader.page.getByText('Thank you, see you soon!').waitFor()
  await reader.page.getByText('Call me at 555 0100.').waitFor()
  const ratings = reader.page.locator('#ratings')
  await ratings.scrollIntoViewIfNeeded()
  await looksWellEverywhere(reader.page, 'lot-page-ratings')
  await ratings.getByRole('button', { name: 'Report the rating by Ada E.' }).first().click()
  await reader.page.getByLabel('What’s wrong with it?').fill('It has a phone number.')
  await looksWell(reader.page, 'report-rating')
  await reader.page.getByRole('button', { name: 'Send report' }).click()
  await reader.page.getByText('Thanks. We’ll review it.').waitFor()

  const platform = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
  const console = await aSignedIn(browser, product, platform)
  await console.page.goto('/platform/ratings')
  await console.page.getByText('It has a phone number.').waitFor()
  await looksWellEverywhere(console.page, 'platform-ratings')
  await console.page.getByRole('button', { name: 'Hide rating' }).click()
  await console.page.getByLabel('Reason').fill('Contact details')
  await console.page.getByRole('dialog').getByRole('button', { name: 'Hide rating' }).click()
  await console.page.getByText('No reports to review').waitFor()
  await console.page.getByText('Hidden', { exact: true }).click()
  await console.page.getByText('Hidden by Openspot: Contact details').waitFor()
  await console.close()

  await reader.page.reload()
  await reader.page.getByText('In and out in two minutes.').waitFor()
  expect(await reader.page.getByText('Call me at 555 0100.').count()).toBe(0)
  await reader.close()

  // The people who read a lot page need no account.
  const stranger = await aVisitor(browser, product.url)
  await stranger.page.goto(lotPage)
  await stranger.page.getByText('Rated 5.0 out of 5 by 1 driver').first().waitFor({ state: 'attached' })
  const data = await stranger.page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(data ?? '{}')).toMatchObject({ aggregateRating: { ratingValue: 5, ratingCount: 1 } })
  await stranger.close()
})
