import { aPicture } from '@openspot/api/testing/factories/files.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseFile } from './choose-file.ts'

/** Looks up a plate on the tab for it. */
export async function lookUp(page: Page, plate: string): Promise<void> {
  await page.getByRole('button', { name: 'Look up', exact: true }).last().click()
  const again = page.getByRole('button', { name: 'Next plate' })
  if (await again.count()) await again.click()
  await page.getByLabel('License plate').fill(plate)
  await page.locator('form').getByRole('button', { name: 'Look up' }).click()
  await again.waitFor()
}

/** Opens the patrol of a lot and waits until it works without a connection. */
export async function openPatrol(page: Page, lot_id: string): Promise<void> {
  await page.goto(`/patrol/${lot_id}`)
  await page.getByRole('heading', { name: 'Wells Street Lot' }).waitFor()
  await expect.poll(() => isKept(page)).toBe(true)
}

/** Waits until the service worker has everything that the page needs without a connection. */
export const isKept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('openspot-patrol')
    const { active } = await navigator.serviceWorker.ready
    return active !== null && (await cache.match(window.location.pathname)) !== undefined
  })

/** A picture of a plate, as the camera of the device gives it. */
export async function aPlatePhoto() {
  const buffer = await aPicture(800, 600).jpeg().toBuffer()
  return { name: 'plate.jpg', mimeType: 'image/jpeg', buffer }
}

/** Looks a plate up without a connection and records it, tapping twice. */
export async function recordFine(
  page: Page,
  plate: string,
  reason: string,
  { photos = 0, look }: { photos?: number; look?: (page: Page, name: string) => Promise<void> } = {},
): Promise<void> {
  await lookUp(page, plate)
  await page.getByText('May not park').waitFor()
  await look?.(page, 'patrol-may-not-park')
  await page.getByRole('button', { name: 'Warn or fine' }).click()
  await page.getByRole('radio', { name: reason }).check()
  for (let number = 1; number <= photos; number++) {
    await chooseFile(page, await aPlatePhoto())
    await page.getByRole('button', { name: `Remove photo ${number}` }).waitFor()
  }
  await look?.(page, 'patrol-fine')
  await page.getByRole('button', { name: 'Record' }).dblclick()
  await page.getByText('Waiting to be sent').first().waitFor()
}
