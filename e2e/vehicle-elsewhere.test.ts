import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, phone, picture } from './testing/browser.ts'
import { book, expectPass } from './testing/journeys.ts'
import type { Product } from './testing/product.ts'
import { addCarOf, aReservation, aSignedIn, as, tomorrow } from './testing/reservations.ts'
import { startWithLot } from './testing/with-lot.ts'

let product: Product
let browser: Browser
let lot: TestLot

beforeAll(async () => {
  ;({ product, browser, lot } = await startWithLot(4))
})
afterAll(() => product?.close())

test('a driver whose vehicle is booked in another lot reads where and when, and pays only after saying that they want both', async () => {
  const person = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, person)
  const car_id = await addCarOf(product, person, 'TWO 200')
  const other = await aLot(product.server, { name: 'Lake Street Lot' })
  const [spot_id = ''] = other.spot_ids
  await aReservation(product, person, { spot_id, ...tomorrow(15, 2), payment_method_id, car_id })
  const visitor = await aSignedIn(browser, product, person, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(16, 2))}`)
  await page.getByText('TWO 200 already has a spot elsewhere then').waitFor()
  await page.getByText('Lake Street Lot, spot').waitFor()
  expect(await page.getByRole('button', { name: /^Pay / }).isEnabled()).toBe(false)
  await expectAccessible(page)
  await picture(page, 'vehicle-elsewhere-phone')
  await page.getByRole('button', { name: 'Book both' }).click()
  await book(page)
  await expectPass(page)
  const { rows } = await product.server.deps.database.pool.query(
    `select count(*)::int as charges from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
     where i.user_id = $1 and p.status = 'SUCCEEDED'`,
    [person.user_id],
  )
  expect(rows).toEqual([{ charges: 2 }])
  await visitor.close()
})

fullTest(
  'a driver who makes a reservation longer reads where the vehicle is then, and cannot in a lot that refuses it',
  async () => {
    const person = await aPerson(product.server)
    const payment_method_id = await aCard(product.server, person)
    const car_id = await addCarOf(product, person, 'TWO 300')
    const [other, strict] = await Promise.all([
      aLot(product.server, { name: 'Lake Street Lot' }),
      aLot(product.server, { name: 'Ohio Street Lot', refuses_vehicles_elsewhere: true }),
    ])
    const reserve = ({ spot_ids }: TestLot, hour: number, hours: number) =>
      aReservation(product, person, {
        spot_id: spot_ids.at(-1) ?? '',
        ...tomorrow(hour, hours),
        payment_method_id,
        car_id,
      })
    await reserve(other, 17, 2)
    const { id } = await reserve(lot, 15, 2)
    const { id: strict_id } = await reserve(strict, 10, 5)
    const visitor = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await page.goto(`/me/reservations/${id}`)
    await page.getByRole('button', { name: '+1 hr' }).click()
    await dialog.getByRole('heading', { name: 'TWO 300 already has a spot elsewhere then' }).waitFor()
    expect(await dialog.getByRole('button', { name: /^Pay / }).isEnabled()).toBe(false)
    await expectAccessible(page)
    await picture(page, 'change-elsewhere-phone')
    await dialog.getByRole('button', { name: 'Extend anyway' }).click()
    await dialog.getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Reservation updated').waitFor()

    await page.goto(`/me/reservations/${strict_id}`)
    await page.getByRole('button', { name: 'Longest available' }).click()
    await dialog
      .getByRole('paragraph')
      .filter({ hasText: 'This lot doesn’t accept a vehicle that has a spot in another lot' })
      .waitFor()
    expect(await dialog.getByRole('button', { name: 'Extend anyway' }).count()).toBe(0)
    await picture(page, 'change-refused-elsewhere-phone')
    await visitor.close()
  },
)

fullTest(
  'a driver who accepts a reservation by staff reads where its vehicle is then, and cannot in a lot that refuses it',
  async () => {
    const person = await aPerson(product.server)
    const payment_method_id = await aCard(product.server, person)
    const car_id = await addCarOf(product, person, 'TWO 400')
    const [other, strict] = await Promise.all([
      aLot(product.server, { name: 'Lake Street Lot' }),
      aLot(product.server, { name: 'Ohio Street Lot', refuses_vehicles_elsewhere: true }),
    ])
    const there = { spot_id: other.spot_ids[0] ?? '', ...tomorrow(10, 8), payment_method_id, car_id }
    await aReservation(product, person, there)
    const byStaff = async ({ lot_id, spot_ids }: TestLot, hour: number) => {
      const admin = await aMember(product.server, lot_id, 'ADMIN')
      const { db } = product.server.deps.database
      await db
        .insertInto('memberships')
        .values({ lot_id, user_id: person.user_id, status: 'ACTIVE' })
        .execute()
      const body = {
        spot_id: spot_ids[0] ?? '',
        user_id: person.user_id,
        car_id,
        payment_kind: 'STRIPE' as const,
        ...tomorrow(hour, 2),
      }
      const { id } = await call(createByStaffRoute, { body }, as(product, admin))
      return id
    }
    const visitor = await aSignedIn(browser, product, person, { viewport: phone })
    const { page } = visitor
    await page.goto(`/me/reservations/${await byStaff(lot, 11)}`)
    await page.getByRole('heading', { name: 'TWO 400 already has a spot elsewhere then' }).waitFor()
    const accept = page.getByRole('button', { name: /^Accept and pay / })
    expect(await accept.isEnabled()).toBe(false)
    await expectAccessible(page)
    await picture(page, 'accept-elsewhere-phone')
    await page.getByRole('button', { name: 'Keep both' }).click()
    await accept.click()
    await expectPass(page)

    await page.goto(`/me/reservations/${await byStaff(strict, 14)}`)
    await page.getByText(/Cancel the other reservation first, or decline this one/).waitFor()
    expect(await page.getByRole('button', { name: 'Keep both' }).count()).toBe(0)
    expect(await accept.isEnabled()).toBe(false)
    await picture(page, 'accept-refused-elsewhere-phone')
    await visitor.close()
  },
)
