import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember } from '@openspot/api/testing/factories/people.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 4)
})
afterAll(() => product?.close())

test.each(casesAtDepth(1, ['Asia/Tokyo', 'America/New_York']))(
  'a reader in %s who chooses 8 to 10 PM gets 8 to 10 PM in Chicago, and reads whose time that is',
  async (time_zone) => {
    const visitor = await aVisitor(browser, product.url, { viewport: phone, time_zone })
    const { page } = visitor
    await page.goto('/')
    const day = page.getByLabel('From, day')
    const chosen = await day.textContent()
    await page.getByLabel('From, time').selectOption(String(20 * 60))
    await page
      .getByRole('combobox', { name: 'Where' })
      .or(page.getByLabel('Where'))
      .first()
      .fill('Chicago Loop')
    await page
      .getByRole('option', { name: /Chicago Loop/ })
      .first()
      .click()
    await page.getByText('Times are in Central Time.').waitFor()
    expect(await page.getByLabel('From, time').inputValue()).toBe(String(20 * 60))
    expect(await day.textContent()).toBe(chosen)
    await looksWell(page, `home-zone-${time_zone.replace('/', '-')}`)
    await page.getByRole('button', { name: 'Find parking' }).click()
    await page.waitForURL(/starts_at=/)
    const query = new URL(page.url()).searchParams
    const at = (name: string) => localParts('America/Chicago', minutesOf(query.get(name) ?? ''))
    expect([at('starts_at').hour, at('ends_at').hour]).toEqual([20, 22])
    await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`)
    await page.getByText(/Free cancellation until .*10:\d\d AM \(Central Time\)/).waitFor()
    await looksWell(page, `booking-zone-${time_zone.replace('/', '-')}`)
    await visitor.close()
  },
)

test.each(
  casesAtDepth<[string, number]>(1, [
    ['Asia/Tokyo', 1],
    ['America/Chicago', 0],
  ]),
)(
  'staff of a lot in Chicago whose clock is that of %s read whose time it is only where it differs',
  async (time_zone, notes) => {
    const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
    const visitor = await aSignedIn(browser, product, admin, { viewport: desk, time_zone })
    const { page } = visitor
    await page.goto(`/lots/${lot.lot_id}/spots`)
    await page.getByText('4 spots', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Times are in Central Time.').count()).toBe(notes)
    await looksWell(page, `spots-zone-${time_zone.replace('/', '-')}`)
    await visitor.close()
  },
)

test('a host in Tokyo of a spot in Chicago reads whose time it is', async () => {
  const host = await aMember(product.server, lot.lot_id, 'MEMBER')
  const spot_id = lot.spot_ids[0] ?? ''
  await product.server.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    spot_id,
    host.user_id,
  ])
  const visitor = await aSignedIn(browser, product, host, { viewport: phone, time_zone: 'Asia/Tokyo' })
  await visitor.page.goto(`/me/spots/${spot_id}`)
  await visitor.page.getByText('Times are in Central Time.').first().waitFor()
  await visitor.close()
})

test('without JavaScript, times for a lot found by its name are by its clock', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const tomorrow = isoOf(minutesOf(product.server.deps.ports.now().toISOString()) + 1440).slice(0, 10)
  await page.goto(`/?where=Wells+Street+Lot&from_local=${tomorrow}T20:00&until_local=${tomorrow}T22:00`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).first().waitFor()
  const query = new URL(page.url()).searchParams
  const hourOf = (name: string) => localParts('America/Chicago', minutesOf(query.get(name) ?? '')).hour
  expect([hourOf('starts_at'), hourOf('ends_at')]).toEqual([20, 22])
  await context.close()
})
