import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, desk, phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { addCarOf, aSignedIn, times } from './testing/reservations.ts'

let product: Product
let browser: Browser
let lot: TestLot
let staff: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Plymouth Court', is_private: true, street: '731 S Plymouth Ct' })
  staff = await aMember(product.server, lot.lot_id, 'ADMIN')
})
afterAll(() => product?.close())

test('a stranger at a private lot learns that it is private and how to join, on its page and from a link to book', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${lot.public_id}`)
  await page.waitForURL((url) => url.pathname === `/l/${lot.public_id}`)
  await page.getByText('This lot is for members only').waitFor()
  expect(await page.getByText('$').count()).toBe(0)
  await looksWell(page, 'private-lot-stranger-phone')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.searchParams.get('next') === `/l/${lot.public_id}`)
  await visitor.close()
})

fullTest.each([
  ['desk', desk, 'Rosa'],
  ['phone', phone, 'Rafael'],
] as const)(
  'on a %s, a resident requests to join, staff approve, and the resident sees spots and prices',
  async (name, viewport, first_name) => {
    const resident = await aPerson(product.server, { first_name })
    const visitor = await aSignedIn(browser, product, resident, { viewport })
    const { page } = visitor
    await page.goto(`/l/${lot.public_id}`)
    if (name === 'desk') await looksWellEverywhere(page, 'private-lot')
    await page.getByRole('button', { name: 'Request to join' }).click()
    await page.getByText('Your membership isn’t active yet.').waitFor()
    await looksWell(page, `private-lot-asked-${name}`)

    const office = await aSignedIn(browser, product, staff, { viewport })
    await office.page.goto(`/lots/${lot.lot_id}/members?status=PENDING`)
    await office.page.getByRole('link', { name: `${first_name} Example` }).click()
    await office.page.getByRole('button', { name: 'Approve' }).first().click()
    await expect
      .poll(async () => {
        const { rows } = await product.server.deps.database.pool.query<{ status: string }>(
          'select status from memberships where user_id = $1',
          [resident.user_id],
        )
        return rows.map(({ status }) => status)
      })
      .toEqual(['ACTIVE'])
    await office.close()

    await page.reload()
    await page.getByText('$').first().waitFor()
    expect(await page.getByText('This lot is for members only').count()).toBe(0)
    await visitor.close()
  },
)

fullTest('a member books a spot of a lot that charges nothing, without a card', async () => {
  const free = await aLot(
    product.server,
    {
      name: 'Garden Court',
      is_private: true,
      hour_cents: 0,
      half_hour_cents: 0,
      service_fee_cents: 0,
      min_reservation_price: 0,
    },
    2,
  )
  const member = await aMember(product.server, free.lot_id, 'MEMBER')
  await addCarOf(product, member, 'FR 33 SPT')
  const visitor = await aSignedIn(browser, product, member, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${free.public_id}?${new URLSearchParams(times(4, 2))}`)
  await page.getByRole('button', { name: 'Book for free' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Payment method' }).count()).toBe(0)
  await looksWell(page, 'book-free-phone')
  await page.getByRole('button', { name: 'Book for free' }).click()
  await page.waitForURL(/\/me\/reservations\//)
  const { rows } = await product.server.deps.database.pool.query(
    `select r.status, i.payment_kind, i.total_cents from reservations r join invoices i on i.reservation_id = r.id where r.user_id = $1`,
    [member.user_id],
  )
  expect(rows).toEqual([{ status: 'ACTIVE', payment_kind: 'NONE', total_cents: 0 }])
  await visitor.close()
})
