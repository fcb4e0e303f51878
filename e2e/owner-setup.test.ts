import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { casesAtDepth, fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { chooseFile } from './testing/choose-file.ts'
import { addCar, book, expectPass, signUp } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, as } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => product?.close())

const pin = (page: Page) => page.getByRole('button', { name: /^Entrance/ })
const lotIdOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? ''
const shown = (page: Page, field: string) => page.getByLabel(field, { exact: true }).inputValue()

for (const [name, viewport] of casesAtDepth(1, [
  ['phone', phone],
  ['desk', desk],
] as const)) {
  test(`on a ${name}, an owner with nothing lists a lot, leaves and resumes, is approved, and takes the first booking`, async () => {
    const email = `olga-${name}@owners.example`
    const visitor = await aVisitor(browser, product.url, { viewport })
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'List your parking' }).click()
    await page.getByRole('heading', { name: 'Earn from your parking' }).waitFor()
    if (name === 'desk') await looksWellEverywhere(page, 'list-your-parking')
    await page.getByRole('link', { name: 'List your parking' }).last().waitFor()
    await page.getByRole('main').getByRole('link', { name: 'List your parking' }).first().click()
    await page.waitForURL((url) => url.pathname === '/sign-up')
    await signUp(page, { first_name: 'Olga', email }, '/lots/new')

    // The form works before the address is verified, and says what is missing.
    await page.getByText('Confirm your email address before you create the lot.').waitFor()
    await page.getByText('Enter a name and choose the entrance on the map to continue.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill(`Olga’s ${name} yard`)
    await page.getByRole('searchbox', { name: 'Find it on the map' }).fill('60606')
    await page.getByRole('button', { name: /^60606/ }).click()
    await pin(page).waitFor()
    // Only its ZIP code is known, so the owner must drag the pin.
    await page.getByText('The pin is in the middle of 60606').waitFor()
    expect(await shown(page, 'City')).toBe('Chicago')
    expect(await shown(page, 'State')).toBe('IL')
    await page.getByLabel('Street address').fill('12 Canal St')
    // The pin moves by keyboard: ten meters to the north, and back by one.
    await page.getByText('Enter coordinates').click()
    const latitude = async () => Number(await shown(page, 'Latitude'))
    const before = await latitude()
    await pin(page).focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => Math.round(((await latitude()) - before) * 111_195)).toBe(9)
    await page.getByText('The pin is in the middle of 60606').waitFor({ state: 'detached' })
    await page.getByText('Enter coordinates').click()
    await page.getByText('Draft saved.').waitFor()
    if (name === 'desk') await looksWellEverywhere(page, 'lot-new-unverified')

    // Left in the middle, and resumed in the same state.
    await page.goto('/me')
    await page.goto('/lots/new')
    await expect.poll(() => shown(page, 'Street address')).toBe('12 Canal St')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText(`We sent another link to ${email}.`).waitFor()

    // The link verifies the address with one button and returns to the form.
    await page.goto(await linkSentTo(product, email))
    await looksWell(page, `confirm-email-signed-in-${name}`)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await page.waitForURL((url) => url.pathname === '/lots/new')
    await expect.poll(() => shown(page, 'Street address')).toBe('12 Canal St')
    await page.getByRole('button', { name: 'Start with a rectangle' }).click()
    await page.getByText('Outline with 4 corners').waitFor()
    if (name === 'desk') await looksWellEverywhere(page, 'lot-new-outline')
    await page.getByRole('button', { name: 'Create lot' }).click()

    await page.getByRole('heading', { name: 'Setup' }).waitFor()
    await page.getByText('2 of 9 steps done').waitFor()
    await page.getByText('We’ll email you when it’s decided.').waitFor()
    if (name === 'desk') await looksWellEverywhere(page, 'lot-setup')
    const lot_id = lotIdOf(page)
    // Drivers aren't told that a lot without spots is full, and the preview leads back.
    await page.getByRole('link', { name: 'Preview public page' }).click()
    await page.getByText('No spots can be booked here yet').first().waitFor()
    expect(await page.getByRole('button', { name: 'Join waitlist' }).count()).toBe(0)
    await looksWell(page, `lot-preview-${name}`)
    await page.getByRole('link', { name: 'Back to setup' }).click()
    await page.waitForURL((url) => url.pathname === `/lots/${lot_id}/setup`)
    await page.getByRole('link', { name: 'Start: Spots' }).click()
    await page.getByText('Outline', { exact: true }).click()
    await page.getByRole('heading', { name: /spots fit in the outline/ }).waitFor()
    await page.getByLabel('Number of spots').fill('24')
    if (name === 'desk') await looksWellEverywhere(page, 'spots-from-outline')
    await page.getByRole('button', { name: 'Add 24 spots' }).click()
    await page.getByText('24 spots added').waitFor()
    // A suggestion that was a mistake is taken back, and made again.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('24 spots removed').waitFor()
    await page.getByRole('button', { name: 'Add 24 spots' }).click()
    await page.getByText('24 spots added').waitFor()
    await page.getByRole('link', { name: 'View spots' }).click()
    await page.getByRole('link', { name: 'Next: Prices' }).click()
    await page.getByLabel('Price of an hour').fill('5')
    await page.getByRole('button', { name: 'Use template: Commuter' }).click()
    expect(await shown(page, 'Day')).toBe('20.00')
    if (name === 'desk') await looksWellEverywhere(page, 'price-templates')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Prices saved').waitFor()
    await page.getByRole('link', { name: '4 of 9 steps done' }).click()
    await page.getByText('Waiting for review').waitFor()
    // Its plan isn't free, and nothing is paid for it yet.
    await page.getByText('$49.00 per month').waitFor()
    await page.getByText('Nothing is billed before.').waitFor()
    await looksWell(page, `lot-setup-${name}-spots-and-prices`)

    const platform = await aSignedIn(browser, product, admin, { viewport })
    await platform.page.goto('/platform')
    await platform.page.getByRole('link', { name: /waiting for a review/ }).click()
    await platform.page.getByRole('button', { name: `Review Olga’s ${name} yard` }).click()
    const dialog = platform.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Approve/ }).check()
    await dialog.getByLabel('Reason').fill('The deed was shown.')
    await looksWell(platform.page, `lot-review-${name}`)
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await dialog.waitFor({ state: 'detached' })
    await platform.close()
    const lot = await call(getLotRoute, { params: { lot_id } }, as(product, admin))
    await page.reload()
    await page.getByText('Approved', { exact: true }).waitFor()
    await page.getByText('The reason: The deed was shown.').waitFor()
    await page.goto('/me/notifications')
    await page.getByText('yard is approved').waitFor()
    await visitor.close()

    const driver = await aPerson(product.server)
    await aCard(product.server, driver)
    const guest = await aSignedIn(browser, product, driver, { viewport })
    await guest.page.goto(`/l/${lot.public_id}`)
    await guest.page
      .getByRole('link', { name: /^Book for/ })
      .or(guest.page.getByRole('button', { name: /^Book for/ }))
      .first()
      .click()
    await guest.page.waitForURL(/\/book\//)
    await addCar(guest.page, name === 'desk' ? 'OWN 101' : 'OWN 102')
    await book(guest.page)
    await expectPass(guest.page)
    await guest.close()
  })
}

fullTest(
  'an outline is drawn by pointer, corrected by keyboard, and saved in the settings of a lot',
  async () => {
    const lot = await aLot(product.server)
    const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
    const visitor = await aSignedIn(browser, product, owner)
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/settings`)
    await pin(page).waitFor()
    await page.getByRole('button', { name: 'Draw outline' }).click()
    const canvas = page.getByRole('region', { name: 'Map' })
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.3, 0.8],
    ] as const)
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * x, (box?.y ?? 0) + (box?.height ?? 0) * y)
    await page.getByText('Outline with 4 corners').waitFor()
    await page.getByRole('button', { name: 'Remove last corner' }).click()
    await page.getByRole('button', { name: 'Finish outline' }).click()
    await page.getByRole('button', { name: /^Corner 3 of 3/ }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await looksWell(page, 'settings-outline-desk')
    await page
      .getByRole('button', { name: 'Save changes' })
      .or(page.getByRole('button', { name: 'Save', exact: true }))
      .first()
      .click()
    await page.getByText('Settings saved').waitFor()
    const saved = await call(getLotRoute, { params: { lot_id: lot.lot_id } }, as(product, owner))
    expect(saved.boundary?.[0]).toHaveLength(4)
    await visitor.close()
  },
)

fullTest(
  'an owner places the pin at the address that was typed, and is told when it is unknown or only its ZIP code is known',
  async () => {
    const owner = await aPerson(product.server)
    const visitor = await aSignedIn(browser, product, owner, { viewport: phone })
    const { page } = visitor
    await page.goto('/lots/new')
    const place = page.getByRole('button', { name: 'Place pin at this address' })
    await page.getByLabel('City', { exact: true }).fill('Qwertzuiopville')
    await place.click()
    await page.getByText('We couldn’t find this address').waitFor()
    expect(await pin(page).count()).toBe(0)
    await looksWell(page, 'pin-unknown-phone')
    await page.getByLabel('City', { exact: true }).fill('')
    await page.getByLabel('ZIP code', { exact: true }).fill('60606')
    await place.click()
    await pin(page).waitFor()
    await page.getByText('The pin is in the middle of 60606').waitFor()
    await looksWell(page, 'pin-in-zip-phone')
    await page.getByLabel('Name', { exact: true }).fill('Pinned yard')
    await page.getByRole('button', { name: 'Create lot' }).click()
    await page.getByRole('heading', { name: 'Setup' }).waitFor()
    const { lat, lng } = await call(getLotRoute, { params: { lot_id: lotIdOf(page) } }, as(product, owner))
    expect([lat, lng].map((degrees) => Math.round(degrees))).toEqual([42, -88])
    await visitor.close()
  },
)

fullTest(
  'the page for owners estimates with the visitor’s own numbers where there is too little data, also without JavaScript',
  async () => {
    const visitor = await aVisitor(browser, product.url)
    await visitor.close()
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
    const page = await context.newPage()
    await page.goto('/list-your-parking')
    await page.getByLabel('City or ZIP code').fill('Chicago')
    await page.getByLabel('Spots').fill('2')
    await page.getByLabel('Price per day').fill('20')
    await page.getByLabel('Days taken, in %').fill('50')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByText('There aren’t enough lots near Chicago yet to compare with.').waitFor()
    await page.getByText('About $548 a month').waitFor()
    await page
      .getByText('2 spots at $20.00 a day, taken on 50% of days, less Openspot’s share of 10%.')
      .waitFor()
    await context.close()
  },
)

fullTest(
  'spots are imported from GeoJSON with their outlines after what is wrong in the file was listed',
  async () => {
    const lot = await aLot(product.server, {}, 2)
    const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
    const visitor = await aSignedIn(browser, product, owner)
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/spots/new?way=geojson`)
    const square = (at: number) => [
      [-87.634 + at * 0.00004, 41.879],
      [-87.63397 + at * 0.00004, 41.879],
      [-87.63397 + at * 0.00004, 41.87905],
      [-87.634 + at * 0.00004, 41.87905],
    ]
    const choose = (labels: string[]) =>
      chooseFile(page, {
        name: 'spots.geojson',
        mimeType: 'application/geo+json',
        buffer: Buffer.from(
          JSON.stringify({
            type: 'FeatureCollection',
            features: labels.map((label, at) => ({
              type: 'Feature',
              properties: { label },
              geometry: { type: 'Polygon', coordinates: [square(at)] },
            })),
          }),
        ),
      })
    await choose(['N1', '', 'N1'])
    await page.getByText('2 of 3 features need a correction').waitFor()
    await page.getByText('Another feature has this label.').waitFor()
    await looksWellEverywhere(page, 'spots-geojson-refused')
    await choose(['A1', 'N2'])
    await page.getByText('A1').first().waitFor()
    expect(await page.getByRole('button', { name: 'Add 2 spots' }).isDisabled()).toBe(true)
    await choose(['N1', 'N2', 'N3'])
    await page.getByRole('button', { name: 'Add 3 spots' }).click()
    await page.getByText('3 spots added').waitFor()
    await looksWellEverywhere(page, 'spots-geojson-added')
    await visitor.close()
  },
)
