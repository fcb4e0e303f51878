import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'

export type WalletName = 'Apple Pay' | 'Google Pay' | 'Link'

/** A wallet's button on the booking page, in the payment provider's frame. */
export const walletButton = (page: Page, wallet: WalletName) =>
  page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole('button', { name: wallet, exact: true })

/** What the wallet shows over the page once its button is pressed. */
export const walletSheet = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure wallet frame"]')

/** Presses the wallet's button once the page can book, and returns its sheet. */
export async function openSheet(page: Page, wallet: WalletName): Promise<FrameLocator> {
  await expect.poll(() => page.getByRole('button', { name: /^Pay / }).first().isEnabled()).toBe(true)
  await walletButton(page, wallet).click()
  const sheet = walletSheet(page)
  await sheet.getByRole('heading', { name: wallet }).waitFor()
  return sheet
}

/** Pays in a sheet, with the card that is named or the first one. */
export async function payInSheet(sheet: FrameLocator, card?: RegExp): Promise<void> {
  if (card !== undefined) {
    const label = await sheet.locator('option').filter({ hasText: card }).first().textContent()
    await sheet.getByLabel('Card').selectOption({ label: label ?? '' })
  }
  await sheet.getByRole('button', { name: /^Pay / }).click()
}
