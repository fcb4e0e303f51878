import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson } from '@openspot/api/testing/factories/people.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone, sharedBrowser } from './testing/browser.ts'
import { addCar, book, expectPass } from './testing/journeys.ts'
import { looksWell } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn, tomorrow } from './testing/reservations.ts'

// What a person typed, and what they came for, are still there after a reload, a detour, and signing up.

let product: Product
let browser: Browser
let lot: TestLot
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
})
afterAll(() => product?.close())

test('a guest finds name, email, and plate again after a reload and a detour', async () => {
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  const path = `/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`
  await page.goto(path)
  await page.getByLabel('Full name').fill('Gus Example')
  await page.getByLabel('Email').fill('gus@people.example')
  await page.getByLabel('License plate').fill('GUS 1')
  await page.reload()
  const typed = async () =>
    Promise.all(
      ['Full name', 'Email', 'License plate'].map((label) => page.getByLabel(label).first().inputValue()),
    )
  await expect.poll(typed).toEqual(['Gus Example', 'gus@people.example', 'GUS 1'])
  await page.goto('/help')
  await page.goBack()
  await expect.poll(typed).toEqual(['Gus Example', 'gus@people.example', 'GUS 1'])
  await visitor.close()
})

test('a driver types a vehicle, is asked for what is missing, and books with the only button of the page', async () => {
  const driver = await aPerson(product.server)
  await aCard(product.server, driver)
  const visitor = await aSignedIn(browser, product, driver, { viewport: phone })
  const { page } = visitor
  await page.goto(`/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`)
  await page.getByLabel('License plate').waitFor()
  expect(await page.getByRole('button', { name: 'Save vehicle' }).count()).toBe(0)
  await book(page)
  await page.locator('[name=plate][aria-invalid=true]').first().waitFor()
  await addCar(page, 'DRI 7')
  await page.reload()
  await expect.poll(() => page.getByLabel('License plate').inputValue()).toBe('DRI 7')
  await looksWell(page, 'booking-typed-vehicle-phone')
  await book(page)
  await expectPass(page)
  // It was saved, so nothing is offered again.
  await page.goto('/me/cars')
  await page.getByRole('button', { name: 'Edit DRI 7' }).waitFor()
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  expect(await page.getByLabel('License plate', { exact: true }).inputValue()).toBe('')
  await visitor.close()
})
