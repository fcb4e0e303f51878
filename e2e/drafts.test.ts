import type { TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '@openspot/api/testing/factories/people.ts'
import { appCode } from '@openspot/api/testing/sign-in.ts'
import { call } from '@openspot/contract/call.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, phone } from './testing/browser.ts'
import { addCar, book, expectPass } from './testing/journeys.ts'
import { looksWell } from './testing/looks.ts'
import { linkSentTo } from './testing/mail.ts'
import type { Product } from './testing/product.ts'
import { aSignedIn, as, tomorrow } from './testing/reservations.ts'
import { startWithLot } from './testing/with-lot.ts'

// What a person typed, and what they came for, are still there after a reload, a detour, and signing up.

let product: Product
let browser: Browser
let lot: TestLot
beforeAll(async () => {
  ;({ product, browser, lot } = await startWithLot(8))
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

test('an invited person signs up with the invited address and name filled in, confirms it on another device, and lands on the invite, and on the lot’s page after joining', async () => {
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const email = 'ines@invited.example'
  await call(
    createInviteRoute,
    { body: { lot_id: lot.lot_id, email, first_name: 'Ines' } },
    as(product, owner),
  )
  const { rows } = await product.server.deps.database.pool.query<{ body_text: string }>(
    'select body_text from emails where to_address = $1',
    [email],
  )
  const link = new URL(/https?:\S+\/invite\/\S+/.exec(rows[0]?.body_text ?? '')?.[0] ?? '')
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await page.goto(`${link.pathname}${link.hash}`)
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/sign-up')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  expect(await page.getByLabel('First name').inputValue()).toBe('Ines')
  await page.getByLabel('Last name').fill('Example')
  await page.getByRole('textbox', { name: 'Password' }).fill('park me if you can')
  await page.getByText('Verified').first().waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Check your email').waitFor()
  await visitor.close()

  const other = await aVisitor(browser, product.url)
  await other.page.goto(await linkSentTo(product, email))
  await other.page.getByRole('main').getByRole('button').first().click()
  // A password that was chosen on another device may be someone else's, so a new one is offered.
  await other.page.getByText('Skip and use email links').click()
  await other.page.waitForURL((url) => url.pathname === link.pathname)
  await other.page.getByRole('button', { name: 'Join lot', exact: true }).click()
  await other.page.getByText('You joined Wells Street Lot').waitFor()
  await other.page.getByRole('link', { name: 'Book a spot' }).click()
  await other.page.waitForURL((url) => url.pathname === `/l/${lot.public_id}`)
  await other.close()
})

test('a booking is still the target after a sign-in by an emailed link on another device, and the second step there', async () => {
  const driver = await aPerson(product.server)
  const { secret } = await call(startSecondFactorRoute, {}, as(product, driver))
  const code = () => appCode(secret, product.server.deps.ports.now())
  await call(confirmSecondFactorRoute, { body: { code: code() } }, as(product, driver))
  // The code that turned it on is used up.
  product.advance(1)
  const path = `/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  await visitor.page.goto(`/sign-in?next=${encodeURIComponent(path)}`)
  await visitor.page.getByLabel('Email').fill(driver.email)
  await visitor.page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  const link = await linkSentTo(product, driver.email, '/sign-in/link')
  await visitor.close()
  const other = await aVisitor(browser, product.url)
  await other.page.goto(link)
  await other.page.getByRole('main').getByRole('button').first().click()
  await other.page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  await other.page.getByLabel('Code').fill(code())
  await other.page.getByRole('button', { name: 'Continue' }).click()
  await other.page.waitForURL((url) => url.pathname === `/book/${lot.public_id}`)
  expect(other.page.url()).toContain(tomorrow(10, 3).starts_at.slice(0, 10))
  await other.close()
})

fullTest('a booking is still the target after a new password that was set by an emailed link', async () => {
  const driver = await aPerson(product.server)
  const path = `/book/${lot.public_id}?${new URLSearchParams(tomorrow(10, 3))}`
  const visitor = await aVisitor(browser, product.url, { viewport: phone })
  const { page } = visitor
  await page.goto(`/sign-in?next=${encodeURIComponent(path)}`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL((url) => url.pathname === '/sign-in/reset')
  await page.getByLabel('Email').fill(driver.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.goto(await linkSentTo(product, driver.email, '/sign-in/reset'))
  await page.getByRole('textbox', { name: 'New password' }).fill('park me if you can')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL((url) => url.pathname === `/book/${lot.public_id}`)
  await visitor.close()
})

test('what staff and drivers type in longer forms is still there after a reload, and gone once it was sent', async () => {
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  const visitor = await aSignedIn(browser, product, owner)
  const { page } = visitor
  const kept = async (path: string, label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true })
    await page.goto(path)
    await field.fill(text)
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe(text)
  }
  await kept(`/lots/${lot.lot_id}/invites/many`, 'Or paste rows', 'email\nada@example.com')
  await kept(`/lots/${lot.lot_id}/fines/new`, 'Note', 'In front of the ramp.')
  await kept(`/lots/${lot.lot_id}/settings`, 'Description', 'Beside the river.')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Settings saved').waitFor()
  await page.reload()
  await expect
    .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Beside the river.')
  expect(await page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0)

  await kept(`/me/lots/${lot.lot_id}/problem`, 'Details', 'The light is out.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.waitForURL(/\/me\/problems\//)
  await page.goto(`/me/lots/${lot.lot_id}/problem`)
  expect(await page.getByLabel('Details', { exact: true }).inputValue()).toBe('')
  await visitor.close()
})
