import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { localeCookie } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { desk, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, tomorrow } from './testing/reservations.ts'
import { aDay, bar, drag, ROW } from './testing/timelines.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

fullTest(
  'in Arabic, time runs from right to left, and a drag or an arrow key to the left makes a reservation later or longer',
  async () => {
    const t = translatorFor('ar-AE')
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
    await staff.context.addCookies([{ name: localeCookie, value: 'ar-AE', url: product.url }])
    const { page } = staff
    const { pool } = product.server.deps.database
    const isChangedTo = async (go: string | RegExp, spot: number, hour: number, hours: number) => {
      const dialog = page.getByRole('dialog', { name: t('staffChange.titles.given') })
      await dialog.getByRole('button', { name: go }).click()
      await dialog.waitFor({ state: 'detached' })
      const { rows } = await pool.query<{ starts_at: string; ends_at: string; spot_id: string }>(
        'select starts_at, ends_at, spot_id from reservations where id = $1',
        [day.mine.id],
      )
      expect(rows).toEqual([{ spot_id: day.lot.spot_ids[spot], ...tomorrow(hour, hours) }])
      await expect.poll(() => bar(page, day.mine).getAttribute('data-row')).toBe(String(spot))
    }
    await page.goto(`/lots/${day.lot.lot_id}/timeline?zoom=day`)
    const timeline = page.getByRole('application', { name: t('timeline.title') })
    await timeline.locator('[data-bar]').first().waitFor()
    await timeline.focus()
    await page.keyboard.press('ArrowUp')
    await bar(page, day.mine).waitFor()
    await looksWellEverywhere(page, 'timeline-arabic')

    const moving = await drag(page, day.mine, { isMirrored: true, rows: 1, hours: 1 })
    await moving.drop()
    await isChangedTo(t('staffChange.go.given'), 1, 10, 2)
    const longer = await drag(page, day.mine, { isMirrored: true, isEnd: true, hours: 1 })
    await longer.drop()
    await isChangedTo(new RegExp(t('staffChange.goBilled', { amount: '.*' })), 1, 10, 3)
    await timeline.focus()
    for (const key of ['ArrowDown', 'm', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key)
    await isChangedTo(t('staffChange.go.given'), 0, 11, 3)

    await page.goto(`/lots/${day.lot.lot_id}/timeline?zoom=month`)
    await timeline.locator('[data-bars="1"]').first().waitFor()
    await looksWell(page, 'timeline-arabic-month')
    const box = await timeline.locator('[data-row="0"] [data-bars] path').first().boundingBox()
    if (!box) throw new Error('the reservation is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByRole('dialog', { name: 'Gia Example' }).waitFor()
    await staff.close()
  },
)

fullTest(
  'in a month, the reservations of a spot are one drawing that scrolling across leaves as it is, and a press finds each',
  async () => {
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
    const { page } = staff
    await page.goto(`/lots/${day.lot.lot_id}/timeline?zoom=month`)
    const timeline = page.getByRole('application', { name: 'Timeline' })
    await timeline.locator('[data-bars="1"]').first().waitFor()
    expect(await timeline.locator('[data-bar]').count()).toBe(0)
    expect(await timeline.locator('[data-bars]').count()).toBe(8)
    await looksWellEverywhere(page, 'timeline-month')
    await page.setViewportSize({ width: 900, height: 800 })
    const changes = await timeline.evaluate(
      (element) =>
        new Promise<number>((done) => {
          let count = 0
          const watch = new MutationObserver((all) => {
            count += all.length
          })
          watch.observe(element, { subtree: true, childList: true, attributes: true })
          let frames = 0
          const frame = () => {
            element.scrollBy(8, 0)
            frames += 1
            if (frames < 40) return requestAnimationFrame(frame)
            watch.disconnect()
            return done(count)
          }
          requestAnimationFrame(frame)
        }),
    )
    expect(changes).toBe(0)
    await timeline.evaluate((element) => element.scrollTo({ left: 0 }))
    const path = timeline.locator('[data-row="0"] [data-bars] path').first()
    const box = await path.boundingBox()
    if (!box) throw new Error('the reservation is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByRole('dialog', { name: 'Gia Example' }).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 41, box.y + 10 + ROW, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Change this reservation?' }).getByText('Same price').waitFor()
    await staff.close()
  },
)
