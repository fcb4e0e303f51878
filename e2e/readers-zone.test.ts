import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  await aLot(product.server, { name: 'Wells Street Lot' }, 4)
})
afterAll(() => product?.close())

test.each(['America/New_York', 'Asia/Tokyo'])(
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
    await visitor.close()
  },
)
