import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { localeCookie } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times, tomorrow } from './testing/reservations.ts'

const ROW = 36
const HOUR = 60

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

interface Day {
  lot: TestLot
  admin: Person
  driver: Person
  mine: Reservation
}

/** A lot with a reservation of tomorrow that staff change, and one of another driver two rows below. */
async function aDay(): Promise<Day> {
  const lot = await aLot(product.server, { name: 'Wells Street Lot', service_fee_cents: 0 }, 8)
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const book = async (first_name: string, spot: number, when = tomorrow(9, 2)) => {
    const driver = await aPerson(product.server, { first_name })
    const order = {
      spot_id: lot.spot_ids[spot] ?? '',
      payment_method_id: await aCard(product.server, driver),
    }
    return { driver, reservation: await aReservation(product, driver, { ...order, ...when }) }
  }
  const { driver, reservation } = await book('Gia', 0)
  await book('Otto', 2)
  await book('Rue', 3, times(0, 3))
  return { lot, admin, driver, mine: reservation }
}

const bar = (page: Page, { id }: Reservation) => page.locator(`[data-bar="${id}"]`)

/** Drags a bar, or its end, by rows and hours with the mouse; later is to the right, or to the left where it is read from there. */
async function drag(
  page: Page,
  one: Reservation,
  by: { rows?: number; hours?: number; isEnd?: boolean; isMirrored?: boolean },
) {
  // By the time of day, its end may be beyond the edge.
  await bar(page, one).evaluate((element) => element.scrollIntoView({ block: 'nearest', inline: 'center' }))
  const box = await bar(page, one).boundingBox()
  if (!box) throw new Error('the reservation is not shown')
  const later = by.isMirrored ? -1 : 1
  const x = box.x + box.width / 2 + (by.isEnd ? later * (box.width / 2 - 3) : 0)
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + later * 10, y)
  await page.mouse.move(x + later * (by.hours ?? 0) * HOUR, y + (by.rows ?? 0) * ROW, { steps: 5 })
  return { drop: () => page.mouse.up() }
}

/** Opens the timeline, by hours, where the reservation is. */
async function openAt(page: Page, { lot, mine }: Day): Promise<void> {
  await page.goto(`/lots/${lot.lot_id}/timeline`)
  await page.locator('[data-bar]').first().waitFor()
  await page.getByText('Day', { exact: true }).click()
  const timeline = page.getByRole('application', { name: 'Timeline' })
  await timeline.focus()
  await page.keyboard.press('ArrowUp')
  await bar(page, mine).waitFor()
}

fullTest(
  'staff drag a reservation to another spot and extend it, see conflicts before, and the driver gets the bill',
  async () => {
    const day = await aDay()
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
  const day = await aDay()
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
  'in Arabic, time runs from right to left, and a drag or an arrow key to the left makes a reservation later or longer',
  async () => {
    const t = translatorFor('ar-AE')
    const day = await aDay()
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
  'on a phone, staff tap a reservation, extend it from there, and read the spots as a list',
  async () => {
    const day = await aDay()
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
    const day = await aDay()
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
    const day = await aDay()
    const staff = await aSignedIn(browser, product, day.admin, { viewport: desk })
    const { page } = staff
    await page.goto(`/lots/${day.lot.lot_id}/timeline`)
    await bar(page, day.mine).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByText('Day', { exact: true }).click()
    await page.waitForURL(/zoom=day/)
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
  'in a month, the reservations of a spot are one drawing that scrolling across leaves as it is, and a press finds each',
  async () => {
    const day = await aDay()
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

fullTest(
  'staff filter the timeline by label, and a patroller reads it without changing anything',
  async () => {
    const day = await aDay()
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
  const { lot, admin, driver } = await aDay()
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
