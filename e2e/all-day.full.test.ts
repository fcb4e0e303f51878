import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { call } from '@openspot/contract/call.ts'
import { setPasswordRoute } from '@openspot/contract/identity/auth.ts'
import { addMemberRoute } from '@openspot/contract/people/memberships.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, expectAccessible, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let second: TestLot
let admin: Person
let code: string

const password = 'park me if you can'

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  second = await aLot(product.server, { name: 'Canal Yard' }, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const reservation = await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: await aCard(product.server, driver),
    car_id: await addCarOf(product, driver, 'GI 44 PLT'),
    ...times(0, 3),
  })
  code = shortCode(reservation.id)
})
afterAll(() => product?.close())

const join = (person: Person, { lot_id }: TestLot, role: string) =>
  product.server.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status) values ($1, $2, $3::lot_role, 'ACTIVE')
     on conflict (lot_id, user_id) do nothing`,
    [lot_id, person.user_id, role],
  )

const withPassword = new Set<string>()

async function signIn(page: Page, person: Person): Promise<void> {
  if (!withPassword.has(person.user_id))
    await call(setPasswordRoute, { body: { password } }, as(product, person))
  withPassword.add(person.user_id)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function landing(person: Person): Promise<string> {
  const visitor = await aVisitor(browser, product.url)
  await signIn(visitor.page, person)
  await visitor.page.waitForURL((url) => !/^\/(sign-in|home)/.test(url.pathname))
  const { pathname } = new URL(visitor.page.url())
  await visitor.close()
  return pathname
}

test('each role lands where it works after signing in, and a page that was asked for wins', async () => {
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  expect(await landing(owner)).toBe(`/lots/${lot.lot_id}`)
  await join(owner, second, 'ADMIN')
  expect(await landing(owner)).toBe('/lots')
  expect(await landing(await aMember(product.server, lot.lot_id, 'PATROLLER'))).toBe(`/patrol/${lot.lot_id}`)
  expect(await landing(await aPerson(product.server))).toBe('/me')
  expect(await landing(await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'] }))).toBe('/platform')
  const host = await aMember(product.server, second.lot_id, 'MEMBER')
  await product.server.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    second.spot_ids[3],
    host.user_id,
  ])
  expect(await landing(host)).toBe('/me/spots')
  const visitor = await aVisitor(browser, product.url)
  await visitor.page.goto(`/sign-in?next=${encodeURIComponent('/me/profile')}`)
  await visitor.page.getByLabel('Email').fill(owner.email)
  await visitor.page.getByRole('textbox', { name: 'Password' }).fill(password)
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visitor.page.waitForURL(/\/me\/profile$/)
  await visitor.close()
})

test('someone who works at several lots sees today of each, and what needs attention leads to its list', async () => {
  const person = await aMember(product.server, lot.lot_id, 'ADMIN')
  await join(person, second, 'PATROLLER')
  const asker = await aPerson(product.server, { first_name: 'Ines' })
  await call(addMemberRoute, { params: { lot_id: lot.lot_id }, body: {} }, as(product, asker))
  const visitor = await aSignedIn(browser, product, person)
  const { page } = visitor
  await page.goto('/lots')
  await page.getByRole('link', { name: '1 of 8' }).waitFor()
  await page.getByRole('link', { name: '0 of 4' }).waitFor()
  expect(await page.getByText('Paid today').count()).toBe(1)
  await page.getByText('1 of 2 lots needs your attention').waitFor()
  await looksWellEverywhere(page, 'portfolio')
  await page.getByRole('link', { name: '1 person asks to join' }).click()
  await page.getByRole('link', { name: 'Ines Example' }).waitFor()
  await visitor.close()
})

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  // What is typed goes to the field as soon as it has the focus.
  const field = page.getByRole('combobox', { name: /^Search lots/ })
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
}

test('the command palette opens screens, people, spots, and reservations by keyboard', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}`)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await openPalette(page)
  await looksWellEverywhere(page, 'palette')
  await page.keyboard.type('analyt')
  await page.getByRole('option', { name: /^Analytics/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/analytics$/)
  await openPalette(page)
  await page.keyboard.type('gia')
  await page.getByRole('option', { name: /^Gia Example/ }).waitFor()
  await looksWellEverywhere(page, 'palette-found')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reservations\/[0-9a-f-]+$/)
  await page.getByText(code).first().waitFor()
  await page.goto(`/lots/${lot.lot_id}/spots`)
  await page.getByRole('link', { name: 'A2', exact: true }).waitFor()
  // What is typed before the palette is loaded isn't lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(code)
  await page.getByRole('option', { name: new RegExp(code) }).click()
  await page.waitForURL(/\/reservations\/[0-9a-f-]+$/)
  await openPalette(page)
  await page.keyboard.type('a2')
  await page.getByRole('option', { name: /^Spot A2/ }).click()
  await page.waitForURL(/\/spots\/[0-9a-f-]+$/)
  await openPalette(page)
  await page.keyboard.type('nobody of this name')
  await page.getByText('No results for “nobody of this name”').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await visitor.close()
})

test('a plate is looked up from the palette on purpose, and the lookup is logged', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: phone })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}`)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByRole('combobox', { name: /^Search lots/ }).fill('gi 44 plt')
  await page.getByRole('option', { name: /Look up plate GI44PLT/ }).waitFor()
  await page.getByRole('option', { name: /^Gia Example .*GI 44 PLT/ }).waitFor()
  await looksWell(page, 'palette-plate-phone')
  await page.getByRole('option', { name: /Look up plate GI44PLT/ }).click()
  await page.getByText('May park here now').waitFor()
  await looksWellEverywhere(page, 'palette-plate-found')
  await page.goto(`/lots/${lot.lot_id}/plate-lookups`)
  await page.getByText('Search in the console').waitFor()
  await visitor.close()
})

test('a patroller finds no screens of admins in the palette', async () => {
  const patroller = await aMember(product.server, lot.lot_id, 'PATROLLER')
  const visitor = await aSignedIn(browser, product, patroller)
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}/monitor`)
  await page.getByText('Live').first().waitFor()
  await openPalette(page)
  await page.keyboard.type('p')
  await page.getByRole('option', { name: /^Problems/ }).waitFor()
  expect(await page.getByRole('option', { name: /^(Payouts|Plan)/ }).count()).toBe(0)
  await visitor.close()
})

test('keys go to sections and to the search, show the list of shortcuts, and can be turned off', async () => {
  const visitor = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = visitor
  await page.goto(`/lots/${lot.lot_id}`)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL(/\/reservations$/)
  const search = page.getByRole('searchbox')
  await search.waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  // Typed into a field, they are letters.
  await page.keyboard.type('gm?')
  expect(await search.inputValue()).toBe('gm?')
  expect(page.url()).toContain('/reservations')
  await search.fill('')
  await search.blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await looksWellEverywhere(page, 'shortcuts')
  await page.getByRole('switch', { name: 'Use single keys as shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(page.url()).toContain('/reservations')
  // The combination with a modifier works still, and leads to the list where they are turned on again.
  await openPalette(page)
  await page.keyboard.type('keyboard')
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('switch', { name: 'Use single keys as shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.waitForURL(/\/monitor$/)
  await visitor.close()
})

test('a compact board shows 96 spots on one screen of a desktop, is remembered, and keeps targets of 24 pixels', async () => {
  const large = await aLot(product.server, { name: 'Large Lot' }, 96)
  const person = await aMember(product.server, large.lot_id, 'ADMIN')
  const visitor = await aSignedIn(browser, product, person, { viewport: desk })
  const { page } = visitor
  await page.goto(`/lots/${large.lot_id}/monitor`)
  await page.getByText('Live').first().waitFor()
  await page.getByRole('button', { name: 'Compact' }).click()
  const cells = page.getByRole('region', { name: 'Spots' }).getByRole('listitem').getByRole('button')
  await expect.poll(() => cells.count()).toBe(96)
  const boxes = await cells.evaluateAll((all) =>
    all.map((one) => {
      const { width, height, bottom } = one.getBoundingClientRect()
      return { width, height, bottom }
    }),
  )
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(desk.height)
  expect(Math.min(...boxes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(24)
  await looksWellEverywhere(page, 'dense-board')
  await page.reload()
  await expect
    .poll(() => page.getByRole('button', { name: 'Compact' }).getAttribute('aria-pressed'))
    .toBe('true')
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await picture(page, 'dense-board-phone-again')
  await visitor.close()
})
