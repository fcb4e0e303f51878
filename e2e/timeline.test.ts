import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aCard, aMember } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'
import { aDay, bar, drag, openAt, ROW, zoomToDay } from './testing/timelines.ts'

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
  'staff drag a reservation to another spot and extend it, see conflicts before, and the driver gets the bill',
  async () => {
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
    const { page } = staff
    await openAt(page, day)
    await looksWellEverywhere(page, 'timeline')

    const blocked = await drag(page, day.mine, { rows: 2 })
    await page.getByText(/^Taken: A3/).waitFor()
    await blocked.drop()
    const dialog = page.getByRole('dialog', { name: 'Change this reservation?' })
    await dialog.getByRole('link', { name: 'Otto Example' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Change reservation' }).isDisabled()).toBe(true)
    await looksWell(page, 'timeline-conflict-desk')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const moving = await drag(page, day.mine, { rows: 1 })
    await moving.drop()
    await dialog.getByText('Same price').waitFor()
    await dialog.getByRole('button', { name: 'Change reservation' }).click()
    await page.getByText('Reservation changed. The driver was notified.').waitFor()
    await expect.poll(() => bar(page, day.mine).getAttribute('data-row')).toBe('1')

    const longer = await drag(page, day.mine, { hours: 1, isEnd: true })
    await longer.drop()
    await dialog.getByText('More to pay').waitFor()
    await looksWell(page, 'timeline-extend-desk')
    await dialog.getByRole('button', { name: 'Change and bill $4.00' }).click()
    await page.getByText('The driver was notified and got a bill.').waitFor()
    await staff.close()

    const driver = await aSignedIn(browser, product, day.driver, { viewport: phone })
    await driver.page.goto(`/me/reservations/${day.mine.id}`)
    await driver.page.getByText('Bill for $4.00').waitFor()
    await looksWell(driver.page, 'timeline-bill-phone')
    await driver.close()
  },
)

test('staff move a reservation with the keyboard alone', async () => {
  const day = await aDay(product)
  const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
  const { page } = staff
  await openAt(page, day)
  await page.getByText(/^Gia Example, A1/).waitFor()
  for (const key of ['m', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight'])
    await page.keyboard.press(key)
  await page.getByRole('status').filter({ hasText: /^A2/ }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change this reservation?' })
  await dialog.getByText('10:00 AM – 12:30 PM').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.close()
})

fullTest(
  'on a phone, staff tap a reservation, extend it from there, and read the spots as a list',
  async () => {
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: phone, hasTouch: true })
    const { page } = staff
    await openAt(page, day)
    await looksWell(page, 'timeline-phone')
    await bar(page, day.mine).tap()
    const card = page.getByRole('dialog', { name: 'Gia Example' })
    await looksWell(page, 'timeline-card-phone')
    await card.getByRole('button', { name: 'Extend' }).click()
    const dialog = page.getByRole('dialog', { name: 'Extend reservation' })
    await dialog.getByRole('button', { name: 'Change and bill $4.00' }).click()
    await page.getByText('The driver was notified and got a bill.').waitFor()
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('link', { name: 'Gia Example' }).waitFor()
    await page.getByText('Upcoming, Unpaid bill').waitFor()
    await looksWell(page, 'timeline-list-phone')
    await staff.close()
  },
)

fullTest(
  'on a phone, a swipe scrolls the timeline, and holding a reservation and dragging it to another spot moves it',
  async () => {
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: phone, hasTouch: true })
    const { page } = staff
    await openAt(page, day)
    const touch = await staff.context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const timeline = page.getByRole('application', { name: 'Timeline' })
    const middle = async () => {
      const box = await bar(page, day.mine).boundingBox()
      if (!box) throw new Error('the reservation is not shown')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await timeline.evaluate((element) => element.scrollIntoView({ block: 'center' }))

    const before = await timeline.evaluate((element) => element.scrollLeft)
    const from = await middle()
    await send('touchStart', from)
    for (const x of [20, 50, 90]) await send('touchMove', { x: from.x - x, y: from.y })
    await send('touchEnd')
    await expect.poll(() => timeline.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before)
    expect(await page.getByRole('dialog').count()).toBe(0)

    // Again if the machine was too busy to answer in time, when a browser scrolls after all.
    const holdAndDrag = async () => {
      await page.keyboard.press('Escape')
      await openAt(page, day)
      await timeline.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const at = await middle()
      await send('touchStart', at)
      await timeline.locator('[data-ghost]').waitFor()
      await picture(page, 'timeline-drag-phone')
      for (const share of [0.5, 1]) await send('touchMove', { x: at.x, y: at.y + share * ROW })
      const drawn = await timeline.locator('[data-ghost]').innerText()
      await send('touchEnd')
      return drawn
    }
    await expect.poll(holdAndDrag).toMatch(/^A2 · .*9:00 AM/)
    const dialog = page.getByRole('dialog', { name: 'Change this reservation?' })
    await dialog.getByText('Same price').waitFor()
    await looksWell(page, 'timeline-dragged-phone')
    await dialog.getByRole('button', { name: 'Change reservation' }).click()
    await page.getByText('Reservation changed. The driver was notified.').waitFor()
    await expect.poll(() => bar(page, day.mine).getAttribute('data-row')).toBe('1')
    await staff.close()
  },
)

fullTest(
  'the address keeps the date, zoom, and search, so that a reload, going back, and a shared link show the same',
  async () => {
    const day = await aDay(product)
    const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
    const { page } = staff
    await page.goto(`/lots/${day.lot.lot_id}/timeline`)
    await bar(page, day.mine).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await zoomToDay(page)
    const timeline = page.getByRole('application', { name: 'Timeline' })
    const left = () => timeline.evaluate((element) => element.scrollLeft)
    await timeline.evaluate((element) => element.scrollTo({ left: 6 * 1440 + 14 * 60 }))
    await page.waitForURL(/hour=14/)
    await page.getByRole('searchbox', { name: 'Spot label' }).fill('A')
    await page.waitForURL(/q=A/)
    const shared = page.url()

    const isAsBefore = async () => {
      await expect.poll(left).toBe(3 * 1440 + 14 * 60)
      expect(await page.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true)
      expect(await page.getByRole('searchbox', { name: 'Spot label' }).inputValue()).toBe('A')
      expect(page.url()).toBe(shared)
    }
    await page.reload()
    await timeline.waitFor()
    await isAsBefore()
    await timeline.getByRole('link', { name: 'A2' }).click()
    await page.getByRole('heading', { name: /A2/ }).first().waitFor()
    await page.goBack()
    await timeline.waitFor()
    await isAsBefore()

    await page.getByText('Today', { exact: true }).click()
    const later = new URL(shared).searchParams.get('date')
    await expect.poll(() => new URL(page.url()).searchParams.get('date')).not.toBe(later)
    await page.goto(`/lots/${day.lot.lot_id}/timeline?date=tomorrow&zoom=year&zone_id=x`)
    await timeline.waitFor()
    expect(await page.getByRole('radio', { name: 'Week' }).isChecked()).toBe(true)
    await staff.close()
  },
)

fullTest(
  'staff filter the timeline by label, and a patroller reads it without changing anything',
  async () => {
    const day = await aDay(product)
    const patroller = await aMember(product.server, day.lot.lot_id, 'PATROLLER')
    const staff = await aSignedIn(browser, product, patroller, { viewport: desk })
    const { page } = staff
    await openAt(page, day)
    const ghost = await drag(page, day.mine, { rows: 1 })
    await ghost.drop()
    const card = page.getByRole('dialog', { name: 'Gia Example' })
    await card.getByRole('link', { name: 'View reservation' }).waitFor()
    expect(await card.getByRole('button', { name: 'Extend' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Spot label' }).fill('A4')
    await bar(page, day.mine).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Spot label' }).fill('nothing')
    await page.getByText('No spots match these filters').waitFor()
    await staff.close()
  },
)

fullTest('from the reservation, staff extend, end now, refund, and contact the driver', async () => {
  const { lot, admin, driver } = await aDay(product)
  const { pool } = product.server.deps.database
  await pool.query(`update users set phone = '+13125550142' where id = $1`, [driver.user_id])
  // Within the first minutes, ending would refund everything, and nothing would be left to refund.
  await pool.query('update lots set cancel_until_minutes_after_start = 0 where id = $1', [lot.lot_id])
  const order = { spot_id: lot.spot_ids[6] ?? '', payment_method_id: await aCard(product.server, driver) }
  const running = await aReservation(product, driver, { ...order, ...times(0, 3) })
  const staff = await aSignedIn(browser, product, admin, { viewport: desk })
  const { page } = staff
  await page.goto(`/lots/${lot.lot_id}/reservations/${running.id}`)
  await page.getByRole('link', { name: 'Call' }).waitFor()
  expect(await page.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+13125550142')
  expect(await page.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe(`mailto:${driver.email}`)
  await looksWellEverywhere(page, 'staff-reservation-actions')
  await page.getByRole('button', { name: 'Extend', exact: true }).click()
  await page.getByRole('button', { name: '+30 min' }).click()
  await page.getByRole('button', { name: 'Change and bill $4.00' }).click()
  await page.getByText('The driver was notified and got a bill.').waitFor()
  await page.getByRole('button', { name: 'End now' }).click()
  const dialog = page.getByRole('dialog', { name: 'End this reservation now?' })
  await dialog.getByText('$4.00 is taken off the unpaid bill.').waitFor()
  await looksWell(page, 'staff-end-now-desk')
  await dialog.getByRole('button', { name: 'End now' }).click()
  await page.getByText('Reservation changed. The driver was notified.').waitFor()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog', { name: /^Refund invoice/ }).waitFor()
  await staff.close()
})
