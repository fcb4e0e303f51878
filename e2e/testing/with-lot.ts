import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import type { Browser } from 'playwright-core'
import { sharedBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** Starts the product with one lot, Wells Street Lot, and a browser. */
export async function startWithLot(
  spots: number,
): Promise<{ product: Product; browser: Browser; lot: TestLot }> {
  const product = await startProduct()
  const browser = await sharedBrowser()
  return { product, browser, lot: await aLot(product.server, { name: 'Wells Street Lot' }, spots) }
}
