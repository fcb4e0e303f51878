import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { book, enterCard, enterGuest, expectPass } from './testing/journeys.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let path: string

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})
beforeEach(async () => {
  lot = await aLot(product.server, { name: 'Wells Street Lot', region: 'IL' }, 10)
  path = `/book/${lot.public_id}?${new URLSearchParams({ spot_id: lot.spot_ids[2] ?? '', ...times(4, 2) })}`
})

const holds = async () => {
  const { rows } = await product.server.deps.database.pool.query<{ spot_id: string; expires_at: string }>(
    'select spot_id, expires_at::text from page_holds where lot_id = $1 and ended_at is null',
    [lot.lot_id],
  )
  return rows
}

test('a guest’s spot is held while they fill in the page: over a reload and in a second tab, until they leave it', async () => {
  const guest = await aVisitor(browser, product.url, { viewport: phone })
  const { page, context } = guest
  await page.goto(path)
  await page.getByText(/^Held for you for (10:00|9:\d\d)$/).waitFor()
  await page.getByText('This spot is held for you for 10 more minutes.').waitFor()
  await looksWellEverywhere(page, 'page-hold')
  const first = await holds()
  expect(first.map(({ spot_id }) => spot_id)).toEqual([lot.spot_ids[2]])

  await page.setViewportSize(phone)
  await page.reload()
  await page.getByText(/^Held for you for 9:\d\d$/).waitFor()
  expect(await holds()).toEqual(first)
  const second = await context.newPage()
  await second.goto(path)
  await second.getByText(/^Held for you for 9:\d\d$/).waitFor()
  expect(await holds()).toEqual(first)

  const stranger = await aVisitor(browser, product.url, { viewport: phone })
  await stranger.page.goto(path)
  await stranger.page.getByText('Someone just took this spot').waitFor()
  await looksWell(stranger.page, 'page-hold-taken')
  await stranger.close()

  // The first tab shows what the second one has: closing it gives nothing back, and leaving the second one does.
  await page.close()
  expect(await holds()).toEqual(first)
  await second.getByRole('link', { name: 'Edit' }).click()
  await second.waitForURL(/\/l\//)
  await expect.poll(holds).toEqual([])
  await second.goBack()
  await second.getByText(/^Held for you for 9:\d\d$/).waitFor()
  expect((await holds()).map(({ expires_at }) => expires_at)).toEqual(
    first.map(({ expires_at }) => expires_at),
  )
  await context.close()
})

fullTest(
  'a hold that ran out is held again when asked, and the guest books with what they had entered',
  async () => {
    const guest = await aVisitor(browser, product.url, { viewport: phone })
    const { page } = guest
    await page.clock.install()
    await page.goto(path)
    await page
      .getByText(/^Held for you for/)
      .first()
      .waitFor()
    await enterGuest(page, { full_name: 'Gus Example', email: 'gus.hold@people.example', plate: 'HO 100 LD' })
    await product.server.deps.database.pool.query(
      `update page_holds set placed_at = placed_at - interval '10 minutes', expires_at = $2::timestamptz - interval '1 second' where lot_id = $1`,
      [lot.lot_id, new Date().toISOString()],
    )
    await page.clock.fastForward('09:55')
    await page.getByText('Your hold expired').waitFor()
    await looksWell(page, 'page-hold-over')
    await page.getByRole('button', { name: 'Hold it again' }).click()
    await page.getByText(/^Held for you for (10:00|9:\d\d)$/).waitFor()
    expect(await holds()).toHaveLength(1)
    expect(await page.getByLabel('Full name').inputValue()).toBe('Gus Example')
    await enterCard(page, '4242 4242 4242 4242')
    await book(page)
    await expectPass(page)
    expect(await holds()).toEqual([])
    await guest.close()
  },
)
