import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let admin: Person

const console = (path: string) => `/lots/${lot.lot_id}/${path}`

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 4)
  admin = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

/** The gate closes by itself after a few seconds, which a busy machine may need to show that it is open. */
const opened = /^The gate is (?:open\. Drive through|closed again)\.$/

test('staff add a gate, open it with a reason, hold it open, and find both in its history', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto(console('gates'))
  await page.getByText('No gates yet').waitFor()
  await looksWellEverywhere(page, 'gates-empty')
  await page.getByRole('button', { name: 'Add gate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Entrance, Wells Street')
  await dialog.getByLabel('Device', { exact: true }).selectOption('Simulated (no hardware)')
  await dialog
    .getByLabel('What one pulse does')
    .selectOption('Opens and closes it in turn, like a push button')
  await dialog.getByRole('button', { name: 'Add gate' }).click()
  await dialog.getByText('a second pulse would stop or close it').first().waitFor()
  await looksWell(page, 'gates-refused-desk')
  await dialog.getByLabel('What one pulse does').selectOption('Only opens the gate')
  await dialog.getByLabel('Time to open (seconds)').fill('2')
  await dialog.getByLabel('If the power or network fails').fill('Manual release behind the left post')
  await dialog.getByRole('button', { name: 'Add gate' }).click()
  await page.getByText('Entrance, Wells Street added').waitFor()

  await page.getByRole('button', { name: 'Open Entrance, Wells Street' }).click()
  await dialog.getByLabel('Reason').fill('Delivery for unit 12')
  await dialog.getByRole('button', { name: 'Open gate' }).click()
  await page.getByText(opened).first().waitFor()
  await page.getByText('Opened once today').waitFor()
  await looksWellEverywhere(page, 'gates')

  await page.getByRole('button', { name: 'Hold Entrance, Wells Street open' }).click()
  await dialog.getByLabel('For').selectOption('2 hours')
  await dialog.getByLabel('Reason').fill('Concert')
  await dialog.getByRole('button', { name: 'Hold open' }).click()
  await page.getByText('Held open until').waitFor()
  await page.getByRole('button', { name: 'Stop holding Entrance, Wells Street open' }).click()
  await page.getByRole('button', { name: 'Hold Entrance, Wells Street open' }).waitFor()

  await page.getByRole('link', { name: 'History of Entrance, Wells Street' }).click()
  await page.getByText('Delivery for unit 12').waitFor()
  await looksWellEverywhere(page, 'gates-history')
  await visitor.close()
})

test('a driver opens the gate on a phone during the reservation, and an offline gate says so', async () => {
  const { pool } = product.server.deps.database
  const driver = await aPerson(product.server, { first_name: 'Gia' })
  const payment_method_id = await aCard(product.server, driver)
  await aReservation(product, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    ...times(0, 2),
  })
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto('/me')
  await page.getByRole('button', { name: /^Open (gate|again): Entrance, Wells Street/ }).click()
  await page.getByText(opened).first().waitFor()
  await looksWell(page, 'gate-open-phone')
  await page.getByRole('link', { name: 'Receipt and changes' }).click()
  await page.waitForURL(/reservations/)
  await page.getByRole('button', { name: /^Open (gate|again): Entrance, Wells Street/ }).waitFor()

  await pool.query(
    `update gates set device = '{"driver": "SIMULATED", "script": "OFFLINE"}', changed_at = $2 where lot_id = $1`,
    [lot.lot_id, new Date().toISOString()],
  )
  await page.reload()
  // The pause between two pulses has to be over.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: /^Open (gate|again): Entrance, Wells Street/ }).click()
        return page.getByText('The gate can’t be reached. Nothing was sent.').count()
      },
      { interval: 3_000 },
    )
    .toBeGreaterThan(0)
  await page.getByText('Manual release behind the left post').waitFor()
  await looksWell(page, 'gate-offline-phone')
  await visitor.close()
})

test('the pass of a canceled reservation has no gates', async () => {
  const driver = await aPerson(product.server, { first_name: 'Ida' })
  const payment_method_id = await aCard(product.server, driver)
  const { id } = await aReservation(product, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id,
    ...times(1, 2),
  })
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/me/reservations/${id}`)
  await page.getByRole('heading', { name: 'Gates' }).waitFor()
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByRole('button', { name: /^Cancel and get/ }).click()
  await page.getByText('Canceled', { exact: true }).first().waitFor()
  expect(await page.getByRole('heading', { name: 'Gates' }).count()).toBe(0)
  await visitor.close()
})

fullTest(
  'the sign at a gate leads visitors to sign in, strangers to book, and members with permission to the button',
  async () => {
    const { pool } = product.server.deps.database
    const { rows } = await pool.query<{ id: string; public_id: string }>(
      'select g.id, l.public_id from gates g join lots l on l.id = g.lot_id where l.id = $1',
      [lot.lot_id],
    )
    const sign = `/l/${rows[0]?.public_id}?gate_id=${rows[0]?.id}`
    const visitor = await aVisitor(browser, product.url, { viewport: phone })
    await visitor.page.goto(sign)
    await visitor.page.getByText('Do you have a reservation?').waitFor()
    await looksWell(visitor.page, 'gate-sign-phone')
    await visitor.close()
    const stranger = await aSignedIn(browser, product, await aPerson(product.server))
    await stranger.page.goto(sign)
    await stranger.page.getByText('Book a spot to open this gate').waitFor()
    await stranger.close()

    const resident = await aMember(product.server, lot.lot_id, 'MEMBER')
    await pool.query('update memberships set opens_gates = true where user_id = $1', [resident.user_id])
    const member = await aSignedIn(browser, product, resident, { viewport: phone })
    await member.page.goto(sign)
    await member.page.getByRole('button', { name: /^Open (gate|again): Entrance, Wells Street/ }).waitFor()
    await member.page.goto('/me/lots')
    await member.page.getByRole('button', { name: /^Open (gate|again): Entrance, Wells Street/ }).waitFor()
    await looksWell(member.page, 'my-lots-gate-phone')
    await member.close()
  },
)

fullTest(
  'a patroller opens gates with a reason and cannot change them, and members have no access',
  async () => {
    const patroller = await aSignedIn(
      browser,
      product,
      await aMember(product.server, lot.lot_id, 'PATROLLER'),
    )
    await patroller.page.goto(console('gates'))
    await patroller.page.getByRole('button', { name: 'Open Entrance, Wells Street' }).waitFor()
    expect(await patroller.page.getByRole('button', { name: 'Edit Entrance, Wells Street' }).count()).toBe(0)
    await patroller.close()
    const member = await aSignedIn(browser, product, await aMember(product.server, lot.lot_id, 'MEMBER'))
    await member.page.goto(console('gates'))
    await member.page.getByText('You don’t have access to this').waitFor()
    await member.close()
  },
)
