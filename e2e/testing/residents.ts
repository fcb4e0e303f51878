import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, type Person } from '@openspot/api/testing/factories/people.ts'
import { localDate, plusLocalDays } from '@openspot/core/time/zone.ts'
import { type Resident, resident } from '@openspot/property-systems-stand-in/residents.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import type { Browser } from 'playwright-core'
import { sharedBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** The product and a browser, with property-management systems that it reaches. */
export interface Started {
  product: Product
  browser: Browser
  vendors: PropertySystemsServer
  vendor_url: string
  close(): Promise<void>
}

export async function startWithVendors(): Promise<Started> {
  const vendors = new PropertySystemsServer()
  const vendor_url = `http://127.0.0.1:${await vendors.listen()}`
  const product = await startProduct({ OPENSPOT_VENDOR_NETWORKS: '127.0.0.1/32' })
  const browser = await sharedBrowser()
  return {
    product,
    browser,
    vendors,
    vendor_url,
    async close() {
      await product.close()
      await vendors.close()
    },
  }
}

const zone = 'America/Chicago'
/** A date some days from today, in Chicago, where the lots are. */
export const day = (days: number) =>
  localDate(zone, plusLocalDays(zone, Math.floor(Date.now() / 60_000), days))
/** Someone who lives in the property. */
export const living = (
  person_id: string,
  first_name: string,
  last_name: string,
  more: Partial<Resident> = {},
) =>
  resident({
    person_id,
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@residents.example`,
    unit_id: person_id,
    unit: `10${person_id}`,
    lease_starts: day(-90),
    lease_ends: day(275),
    moves_in: day(-90),
    ...more,
  })

/** The owner of a new lot, and the addresses of its screens of residents. */
export async function anOwner(
  product: Product,
  name: string,
): Promise<{ lot: TestLot; owner: Person; section: (path: string) => string }> {
  const lot = await aLot(product.server, { name }, 4)
  const owner = await aMember(product.server, lot.lot_id, 'SUPER_ADMIN')
  return { lot, owner, section: (path) => `/lots/${lot.lot_id}/residents${path}` }
}
