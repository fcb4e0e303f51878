import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VendorUnavailable } from '../../../net/vendor-errors.ts'
import { pullAll, startVendors, type Vendors, wayOf } from '../testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

const never = new AbortController().signal

describe('Entrata', () => {
  const way = wayOf('ENTRATA')

  test('reads single objects instead of lists', async () => {
    const listed = await pullAll(vendors.connect(way, {}, ['VEHICLES', 'SPOTS']), way.property_id)
    vendors.server.set('ENTRATA', { single_as_object: true })
    const single = await pullAll(vendors.connect(way, {}, ['VEHICLES', 'SPOTS']), way.property_id)
    expect(single.rows).toEqual(listed.rows)
    expect(single.rows.some(({ vehicles }) => vehicles.length > 0)).toBe(true)
    expect(single.rows.some(({ spots }) => spots.length > 0)).toBe(true)
  })

  test('signs in as a user when there is no key', async () => {
    const changes = { api_key: '', username: 'manager', password: 'test-ok' }
    expect(await vendors.connect(way, changes).listProperties(never)).toHaveLength(2)
    expect(vendors.server.received[0]?.url).toMatch(/^\/api\/v1\//)
  })

  test('reads errors with status 200 and with status 400', async () => {
    for (const fault of [false, true]) {
      vendors.server.set('ENTRATA', { error: 'The report is broken.', fault })
      await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(
        /\(402\): The report is broken\./,
      )
    }
  })

  test('tries again later when the vendor says that a response is not ready (310)', async () => {
    vendors.server.set('ENTRATA', { error: '310 not ready' })
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(VendorUnavailable)
    expect(vendors.server.received).toHaveLength(3)
  })

  test('reads all pages when the vendor says nothing about further ones', async () => {
    vendors.server.data.setLarge('ENTRATA', 1_000)
    vendors.server.set('ENTRATA', { no_links: true })
    const { rows } = await pullAll(vendors.connect(way), '9999999')
    expect(rows).toHaveLength(1_000)
  })

  test('makes at most one call each second', async () => {
    await pullAll(vendors.connect(way), way.property_id)
    expect(vendors.server.received).toHaveLength(2)
    expect(vendors.waits).toEqual([1_000])
  })

  test('returns a signed renewal as the next term of the same people', async () => {
    const { rows } = await pullAll(vendors.connect(way), way.property_id)
    const renewals = rows.filter(({ is_renewal }) => is_renewal)
    expect(renewals).toHaveLength(1)
    expect(rows.some((row) => !row.is_renewal && row.person_id === renewals[0]?.person_id)).toBe(true)
  })

  test('asks for the departures since the last pull', async () => {
    await pullAll(vendors.connect(way), way.property_id, { since: new Date('2026-03-01T00:00:00Z') })
    expect(vendors.server.received[1]?.body).toContain('"moveOutDateFrom":"02/22/2026"')
  })

  test('goes on without vehicles when the vendor does not grant their call', async () => {
    vendors.server.set('ENTRATA', { not_granted: ['getcustomers'] })
    const { rows, warnings } = await pullAll(vendors.connect(way, {}, ['VEHICLES']), way.property_id)
    expect(rows.length).toBeGreaterThan(20)
    expect(warnings.map(({ code }) => code)).toContain('NOT_GRANTED')
  })
})
