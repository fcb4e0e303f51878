import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** User journeys, step by step, using only what is visible. */

export async function signUp(
  page: Page,
  person: { first_name: string; email: string },
  next = '/me',
): Promise<void> {
  await page.goto(`/sign-up?next=${encodeURIComponent(next)}`)
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('park me if you can')
  await page.getByText('Verified').first().waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Check your email').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-up'))
}

export async function searchFor(page: Page, place: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Where' }).or(page.getByLabel('Where')).first().fill(place)
  await page
    .getByRole('option', { name: new RegExp(place) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Find parking' }).click()
}

/** Chooses the lot and, on its page, any spot or the named one. */
export async function chooseLot(page: Page, name: string, spot?: string): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL(/\/l\//)
  if (spot !== undefined) {
    await page.getByRole('radio', { name: /Pick a spot on the map/ }).check()
    // With the keyboard, because the bar at the bottom of a phone may cover the spot.
    await page.getByRole('radio', { name: new RegExp(spot) }).focus()
    await page.keyboard.press('Space')
    await page.waitForURL(/spot_id=/)
  }
  await page
    .getByRole('link', { name: /^Book for/ })
    .or(page.getByRole('button', { name: /^Book for/ }))
    .first()
    .click()
  await page.waitForURL(/\/book\//)
}

/** Types a vehicle on the booking page, whose button saves it. */
export async function addCar(page: Page, plate: string): Promise<void> {
  await page.getByLabel('License plate').fill(plate)
  await page.getByLabel('State').selectOption('IL')
}

/** Saves a card on the card provider's own page and returns. */
export async function addCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expires').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Dora Example')
  await page.getByLabel('ZIP').fill('60606')
  await page.getByRole('button', { name: 'Save card' }).click()
}

/** Enters a card on the booking page, in the card provider's frame. */
export async function enterCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  // By their names: the labels are in the language of the reader.
  await frame.locator('[name="number"]').fill(number)
  await frame.locator('[name="expiry"]').fill('12 / 34')
  await frame.locator('[name="cvc"]').fill('123')
}

/** Fills in the form of a guest on the booking page, up to the card. */
export async function enterGuest(
  page: Page,
  guest: { full_name: string; email: string; plate: string },
): Promise<void> {
  await page.getByLabel('Full name').fill(guest.full_name)
  await page.getByLabel('Email').fill(guest.email)
  await page.getByLabel('License plate').fill(guest.plate)
  await page.getByText('Verified').first().waitFor()
}

export async function book(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Book for free$|Pay )/ })
    .first()
    .click()
}

export async function expectPass(page: Page): Promise<void> {
  await page.waitForURL(/\/me\/reservations\//)
  await page.getByText('Confirmed', { exact: true }).first().waitFor()
  expect(page.url()).toMatch(/\/me\/reservations\/[0-9a-f-]{36}/)
}
