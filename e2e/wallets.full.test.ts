import { generateKeyPairSync } from 'node:crypto'
import { passCertificates } from '@openspot/api/booking/wallet-passes/testing/certificates.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aPerson } from '@openspot/api/testing/factories/people.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aReservation, aSignedIn, times } from './testing/reservations.ts'

const { certificate, key, wwdr_certificate } = passCertificates({
  from: '2020-01-01T00:00:00Z',
  to: '2040-01-01T00:00:00Z',
})
const account = {
  project_id: 'openspot-test',
  client_email: 'wallet@openspot-test.example',
  private_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
}

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct({
    APPLE_PASS_TYPE_ID: 'pass.example.openspot',
    APPLE_TEAM_ID: 'ABCDE12345',
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_PASS_KEY: key,
    APPLE_WWDR_CERTIFICATE: wwdr_certificate,
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify(account),
  })
  browser = await sharedBrowser()
})
afterAll(() => product?.close())

test('a driver saves the pass in the wallet that their phone has', async () => {
  const lot = await aLot(product.server, { name: 'Wells Street Lot' }, 2)
  const driver = await aPerson(product.server)
  const order = { spot_id: lot.spot_ids[0] ?? '', payment_method_id: await aCard(product.server, driver) }
  const { id } = await aReservation(product, driver, { ...order, ...times(0, 3) })
  const opened = async (user_agent: string) => {
    const visitor = await aSignedIn(browser, product, driver, { viewport: phone, user_agent })
    await visitor.page.goto(`/me/reservations/${id}`)
    return visitor
  }

  const iphone = await opened('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15')
  const apple = iphone.page.getByRole('link', { name: 'Add to Apple Wallet' })
  await apple.waitFor()
  expect(await iphone.page.getByRole('button', { name: 'Add to Google Wallet' }).count()).toBe(0)
  await looksWellEverywhere(iphone.page, 'pass-wallet-apple')
  const saved = iphone.page.waitForEvent('download')
  await apple.click()
  expect((await saved).suggestedFilename()).toMatch(/^openspot-.*\.pkpass$/)
  await iphone.close()

  const android = await opened('Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36')
  const google = android.page.getByRole('button', { name: 'Add to Google Wallet' })
  await google.waitFor()
  expect(await android.page.getByRole('link', { name: 'Add to Apple Wallet' }).count()).toBe(0)
  await looksWell(android.page, 'pass-wallet-google')
  await android.page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'Google Wallet' }))
  await google.click()
  await android.page.waitForURL(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
  await android.close()
})
