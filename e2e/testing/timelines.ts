import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from './product.ts'
import { aReservation, times, tomorrow } from './reservations.ts'

/** Pixels of a row, and of an hour of a day. */
export const ROW = 36
const HOUR = 60

export interface Day {
  lot: TestLot
  admin: Person
  driver: Person
  mine: Reservation
}

/** A lot with a reservation of tomorrow that staff change, and one of another driver two rows below. */
export async function aDay(product: Product): Promise<Day> {
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

export const bar = (page: Page, { id }: Reservation) => page.locator(`[data-bar="${id}"]`)

/** Drags a bar, or its end, by rows and hours with the mouse; later is to the right, or to the left where it is read from there. */
export async function drag(
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

/** Zooms to hours, and waits until they are drawn: what is pressed before acts on the days that are still shown. */
export async function zoomToDay(page: Page): Promise<void> {
  await page.getByText('Day', { exact: true }).click()
  await expect.poll(() => page.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true)
}

/** Opens the timeline, by hours, where the reservation is. */
export async function openAt(page: Page, { lot, mine }: Day): Promise<void> {
  await page.goto(`/lots/${lot.lot_id}/timeline`)
  await page.locator('[data-bar]').first().waitFor()
  await zoomToDay(page)
  const timeline = page.getByRole('application', { name: 'Timeline' })
  await timeline.focus()
  await page.keyboard.press('ArrowUp')
  await bar(page, mine).waitFor()
}
