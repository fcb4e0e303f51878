import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { banks } from '@openspot/api/testing/factories/payouts.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { setListingRoute } from '@openspot/contract/booking/hosting.ts'
import { call } from '@openspot/contract/call.ts'
import { casesAtDepth, fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, phone, picture, sharedBrowser } from './testing/browser.ts'
import { aDayPasses, allDone, aPaidReservationOn, setUpHost, setUpLot } from './testing/earners.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, as, tomorrow } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let owner: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  await setUpLot(product, lot.lot_id, owner, banks.good)
})
afterAll(async () => {
  expect(await brokenInvariants(product.server.deps.database.pool)).toEqual({})
  await product?.close()
})

async function aHost(index: number): Promise<Person & { spot_id: string }> {
  const host = await aMember(product.server, lot.lot_id, 'MEMBER')
  const spot_id = lot.spot_ids[index] ?? ''
  const { pool } = product.server.deps.database
  await pool.query('update spots set assigned_user_id = $2 where id = $1', [spot_id, host.user_id])
  return { ...host, spot_id }
}

/** Opens a page as a person and counts the taps. */
async function open(person: Person, path: string, viewport = phone) {
  const visitor = await aSignedIn(browser, product, person, { viewport, hasTouch: viewport === phone })
  const { page } = visitor
  await page.goto(path)
  let taps = 0
  const tap = async (at: Locator) => {
    taps++
    await at.click()
  }
  return { ...visitor, tap, taps: () => taps, restart: () => (taps = 0) }
}

/** Hosts who listed time in the calendar. */
const dragged: (Person & { spot_id: string })[] = []
const hosts: (Person & { spot_id: string; label: string })[] = []
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

test.each(
  casesAtDepth(1, [
    ['phone', phone, 0],
    ['desk', desk, 1],
  ] as const),
)(
  'on a %s, a host lists their spot in at most four taps, and takes it back in at most four',
  async (_name, viewport, index) => {
    const host = await aHost(index)
    await setUpHost(product, host, banks.good)
    const { page, tap, taps, restart, context } = await open(host, '/me', viewport)
    await tap(page.getByRole('link', { name: 'My spots', exact: true }))
    await tap(page.getByRole('link', { name: `Manage spot A${index + 1}` }))
    await tap(page.getByRole('button', { name: 'List spot' }))
    await toast(page, 'Your spot is listed.')
    expect(taps()).toBeLessThanOrEqual(4)

    await page.goto('/me')
    restart()
    await tap(page.getByRole('link', { name: 'My spots', exact: true }))
    await tap(page.getByRole('link', { name: `Manage spot A${index + 1}` }))
    await tap(page.getByRole('button', { name: /^Take back/ }))
    await toast(page, 'That time is yours again.')
    await page.getByText('Your spot isn’t listed. Only you can park there.').waitFor()
    expect(taps()).toBeLessThanOrEqual(4)

    await page.getByRole('button', { name: 'List spot' }).click()
    await page.getByRole('button', { name: /^Take back/ }).waitFor()
    await aPaidReservationOn(product, host.spot_id)
    hosts.push({ ...host, label: `A${index + 1}` })
    await context.close()
  },
)

fullTest(
  'a host sees who is coming, and their own view of the reservation instead of the driver’s',
  async () => {
    const host = await aHost(2)
    const { page, context } = await open(host, '/me/spots', desk)
    await page.getByRole('link', { name: 'Manage spot A3' }).click()
    await page.getByRole('button', { name: 'List spot' }).click()
    await page.getByRole('button', { name: /^Take back/ }).waitFor()
    await aPaidReservationOn(product, host.spot_id)
    await page.reload()
    const guest = page.getByRole('link', { name: /^View the reservation of/ })
    await guest.waitFor()
    await looksWellEverywhere(page, 'my-spot')
    await page.goto('/me/spots')
    await page.getByText('Next:').waitFor()
    await looksWellEverywhere(page, 'my-spots')
    await page.goto(`/me/spots/${host.spot_id}`)
    await guest.click()
    await page.getByRole('heading', { name: 'Reservation of your spot A3' }).waitFor()
    expect(await page.getByRole('button', { name: /Cancel/ }).count()).toBe(0)
    await looksWellEverywhere(page, 'my-spot-guest')
    await context.close()
  },
)

fullTest(
  'staff who open a driver’s link see the reservation in the console, and a booked time is not taken back',
  async () => {
    const host = await aHost(3)
    const { page, context } = await open(host, `/me/spots/${host.spot_id}`)
    await page.getByRole('button', { name: 'List spot' }).click()
    await page.getByRole('button', { name: /^Take back/ }).waitFor()
    await aPaidReservationOn(product, host.spot_id)
    await page.getByRole('button', { name: /^Take back/ }).click()
    await page.getByText('A reservation depends on this time.', { exact: false }).waitFor()
    await context.close()
    const { rows } = await product.server.deps.database.pool.query<{ id: string }>(
      "select id from reservations where spot_id = $1 and status = 'ACTIVE'",
      [host.spot_id],
    )
    const staff = await open(owner, `/me/reservations/${rows[0]?.id}`, desk)
    await staff.page.waitForURL(`**/lots/${lot.lot_id}/reservations/${rows[0]?.id}`)
    await staff.context.close()
  },
)

/** Chooses tomorrow on a phone, again if the page was not interactive yet. */
async function chooseTomorrow(page: Page): Promise<void> {
  const day = page.getByRole('group', { name: 'Days' }).getByRole('button').nth(1)
  const choose = async () => {
    await day.click()
    return day.getAttribute('aria-pressed')
  }
  await expect.poll(choose).toBe('true')
}

/** An hour of tomorrow in the calendar of the spot, in a state such as "yours". */
const hourCell = (page: Page, hours: string, state: string) =>
  page.getByRole('gridcell', { name: `Tomorrow, ${hours}, ${state}`, exact: true })
const [nine, ten, eleven] = ['9:00 AM – 10:00 AM', '10:00 AM – 11:00 AM', '11:00 AM – 12:00 PM'] as const

fullTest(
  'on a desk, a host drags across hours to list them, undoes it, and does the same with the keyboard, every week',
  async () => {
    const host = await aHost(4)
    const { page, context } = await open(host, `/me/spots/${host.spot_id}`, desk)
    await hourCell(page, nine, 'yours').scrollIntoViewIfNeeded()
    await hourCell(page, nine, 'yours').hover()
    await page.mouse.down()
    await hourCell(page, eleven, 'yours').hover()
    await page.mouse.up()
    await page.getByText('Tomorrow, 9:00 AM – 12:00 PM', { exact: true }).last().waitFor()
    await looksWellEverywhere(page, 'my-spot-calendar')
    await page.getByRole('button', { name: 'List these hours' }).click()
    await hourCell(page, ten, 'listed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await hourCell(page, ten, 'yours').waitFor()
    await toast(page, 'Undone.')

    await hourCell(page, nine, 'yours').focus()
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('List these hours')
    await page.getByLabel('Every week').check()
    await page.getByRole('button', { name: 'List every week' }).click()
    await hourCell(page, ten, 'listed').waitFor()
    await page.getByRole('button', { name: 'Next week' }).click()
    await page
      .getByRole('gridcell', { name: /10:00 AM – 11:00 AM, listed$/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await hourCell(page, nine, 'listed').click()
    await page.getByRole('button', { name: 'Take back', exact: true }).first().click()
    await hourCell(page, nine, 'yours').waitFor()
    await hourCell(page, ten, 'listed').waitFor()
    dragged.push(host)
    await context.close()
  },
)

fullTest(
  'on a phone, a host swipes to scroll past the calendar, and holds and drags to list hours',
  async () => {
    const host = await aHost(5)
    const { page, context } = await open(host, `/me/spots/${host.spot_id}`, phone)
    const touch = await context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const middleOf = async (cell: Locator) => {
      const box = await cell.boundingBox()
      if (!box) throw new Error('The hour is not on the screen.')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await chooseTomorrow(page)
    const first = hourCell(page, nine, 'yours')
    const last = hourCell(page, eleven, 'yours')
    await first.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await page.evaluate(() => window.scrollY)
    const from = await middleOf(first)
    await send('touchStart', from)
    for (const y of [20, 60, 120]) await send('touchMove', { x: from.x, y: from.y - y })
    await send('touchEnd')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(0)

    // Again if the machine was too busy to answer in time, when a browser scrolls after all.
    const holdAndDrag = async () => {
      await page.reload()
      await chooseTomorrow(page)
      await first.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await send('touchStart', await middleOf(first))
      await page.locator('[role=gridcell][aria-selected=true]').waitFor()
      await send('touchMove', await middleOf(hourCell(page, ten, 'yours')))
      await send('touchMove', await middleOf(last))
      await send('touchEnd')
      return page.getByRole('form', { name: 'Selected hours' }).innerText()
    }
    await expect.poll(holdAndDrag).toContain('Tomorrow, 9:00 AM – 12:00 PM')
    await page.getByRole('button', { name: 'List these hours' }).click()
    await hourCell(page, ten, 'listed').waitFor()
    await context.close()
  },
)

fullTest(
  'on a phone, a host lists every weekday until a date in at most seven taps, takes one day out, and lists it again',
  async () => {
    const host = await aHost(6)
    const { page, context, tap, taps } = await open(host, `/me/spots/${host.spot_id}`, phone)
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'List spot' }) })
    // The calendar is loaded by the page, which listens by then.
    await page.getByRole('gridcell').first().waitFor()
    await form.getByLabel('Repeat', { exact: true }).selectOption('WEEKLY')
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
      expect(await form.getByRole('checkbox', { name: day, exact: true }).isChecked()).toBe(true)
    await form.getByLabel('From, time').selectOption({ label: '8:00 AM' })
    await form.getByLabel('Until, time').selectOption({ label: '6:00 PM' })
    await tap(form.getByLabel('Last start date'))
    await tap(page.locator('button[data-direction="next"]'))
    await tap(page.locator('.mantine-DatePickerInput-day:not([data-outside])').last())
    await looksWellEverywhere(page, 'my-spot-weekly')
    await page.setViewportSize(phone)
    await tap(page.getByRole('button', { name: 'List spot' }))
    await toast(page, 'Your spot is listed.')
    await page.getByText(/^Every Monday to Friday 8:00 AM – 6:00 PM, .*until/).waitFor()
    // And three choices in lists that open.
    expect(taps() + 3).toBeLessThanOrEqual(7)

    const { rows } = await product.server.deps.database.pool.query<{ starts_at: string }>(
      `select starts_at from availability where spot_id = $1`,
      [host.spot_id],
    )
    const DAY = 24 * 3_600_000
    let next = Date.parse(rows[0]?.starts_at ?? '') + DAY
    while ([0, 6].includes(new Date(next).getUTCDay())) next += DAY
    await call(
      setListingRoute,
      {
        params: { spot_id: host.spot_id },
        body: {
          starts_at: new Date(next).toISOString(),
          ends_at: new Date(next + 3_600_000).toISOString(),
          is_listed: false,
        },
      },
      as(product, host),
    )
    await page.reload()
    await page.getByText(/^Except /).waitFor()
    await looksWellEverywhere(page, 'my-spot-exception')
    await page.getByRole('button', { name: /^List again: / }).click()
    await page.getByText(/^Except /).waitFor({ state: 'detached' })
    await context.close()
  },
)

fullTest(
  'a driver books what a host listed by dragging, they write to each other, and staff read it after a report',
  async () => {
    const [host] = dragged
    if (!host) throw new Error('Nobody listed a spot by dragging.')
    await setUpHost(product, host, banks.good)
    const driver = await aPerson(product.server, { first_name: 'Dana' })
    const payment_method_id = await aCard(product.server, driver, 'pm_card_bypassPending')
    const order = { spot_id: host.spot_id, payment_method_id, ...tomorrow(10, 1) }
    const { id } = await aReservation(product, driver, order)
    hosts.push({ ...host, label: 'A5' })

    const there = await open(driver, `/me/reservations/${id}`, phone)
    await there.page.getByLabel('Write a message').fill('Which entrance is the closest?')
    await there.page.getByRole('button', { name: 'Send message' }).click()
    await there.page.getByText('Which entrance is the closest?').waitFor()
    await looksWellEverywhere(there.page, 'reservation-messages')
    await there.context.close()

    const { page, context } = await open(host, '/me/notifications', desk)
    await page.getByRole('link', { name: /New message about your spot A5/ }).click()
    await page.getByText('Which entrance is the closest?').waitFor()
    await page.getByLabel('Write a message').fill('The one on Wells Street.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('The one on Wells Street.').waitFor()
    await looksWellEverywhere(page, 'my-spot-guest-messages')

    const staff = await open(owner, `/lots/${lot.lot_id}/reservations/${id}`, desk)
    await staff.page.getByRole('heading', { name: 'Price and rules' }).first().waitFor()
    expect(await staff.page.getByText('Which entrance is the closest?').count()).toBe(0)
    await page.getByRole('link', { name: 'Report a problem' }).click()
    await page.getByText('Something else').click()
    await page.getByLabel('Details').fill('The vehicle blocks the exit.')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.waitForURL('**/me/problems/*')
    await staff.page.reload()
    await staff.page.getByText('Which entrance is the closest?').waitFor()
    await looksWell(staff.page, 'staff-messages')
    await staff.context.close()
    await context.close()
  },
)

fullTest('a host who is on the staff sees the console, and from there their own view as a host', async () => {
  const host = await aMember(product.server, lot.lot_id, 'ADMIN')
  const spot_id = lot.spot_ids[6] ?? ''
  const { pool } = product.server.deps.database
  await pool.query('update spots set assigned_user_id = $2 where id = $1', [spot_id, host.user_id])
  const { page, context } = await open(host, `/me/spots/${spot_id}`, desk)
  await page.getByRole('button', { name: 'List spot' }).click()
  await page.getByRole('button', { name: /^Take back / }).waitFor()
  await aPaidReservationOn(product, spot_id)
  const { rows } = await pool.query<{ id: string }>('select id from reservations where spot_id = $1', [
    spot_id,
  ])
  await page.goto(`/me/reservations/${rows[0]?.id}`)
  await page.waitForURL(`**/lots/${lot.lot_id}/reservations/*`)
  await page.getByRole('heading', { name: 'This is your spot' }).waitFor()
  await looksWellEverywhere(page, 'staff-own-spot')
  await page.getByRole('link', { name: 'View this reservation as its host' }).click()
  await page.getByRole('heading', { name: 'Reservation of your spot A7' }).waitFor()
  await context.close()
})

fullTest('on a phone, every destination of the account can be reached', async () => {
  const [host] = dragged
  if (!host) throw new Error('Nobody listed a spot by dragging.')
  const { page, context } = await open(host, '/me/spots', phone)
  await page.getByRole('button', { name: 'More' }).click()
  await picture(page, 'more-phone')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.waitForURL('**/me/profile')
  await context.close()
})

fullTest('a person without a spot reads how to get one', async () => {
  const person = await aPerson(product.server)
  const { page, context } = await open(person, '/me/spots')
  await page.getByRole('heading', { name: 'No spots yet' }).waitFor()
  await looksWell(page, 'my-spots-empty')
  await context.close()
})

fullTest(
  'a host whose spot was booked is notified of the booking and of the payout, and sees it under earnings',
  async () => {
    await allDone(product)
    for (let day = 0; day < 7; day++) await aDayPasses(product)
    expect(hosts).toHaveLength(3)
    for (const host of hosts) {
      const { page, context } = await open(host, '/me/notifications')
      await page.getByText(`Your spot ${host.label} was booked`).first().waitFor()
      await page
        .getByText(/^We paid out \$/)
        .first()
        .waitFor()
      await page.goto('/me/spots')
      await page.getByRole('link', { name: `Manage spot ${host.label}` }).click()
      await page.getByRole('link', { name: 'View earnings and payouts' }).click()
      await page.getByRole('listitem').getByText('Paid').first().waitFor()
      await context.close()
    }
  },
)
