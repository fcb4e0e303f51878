import { resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VendorFault, VendorUnavailable } from '../../net/vendor-errors.ts'
import { CredentialsRejected, PropertyNotReachable } from './reading/errors.ts'
import { pullAll, startVendors, type Vendors, ways } from './testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

const never = new AbortController().signal

describe.each(ways)('$provider by $source', (way) => {
  const { provider, source, property_id } = way

  test('lists both properties with good credentials', async () => {
    const properties = await vendors.connect(way).listProperties(never)
    expect(properties).toHaveLength(2)
    expect(properties[0]).toMatchObject({ property_id, is_active: true })
  })

  test('reads an ordinary resident completely', async () => {
    const person_id = provider === 'YARDI' ? 't0000042' : '42'
    const lease_id = provider === 'YARDI' ? 't0000042' : '77'
    vendors.server.data.setResidents(provider, property_id, [
      resident({
        person_id,
        lease_id,
        household_id: '31',
        first_name: 'Renée',
        last_name: 'O\'Brien & "Sons", <Jr>',
        email: 'renee@example.com',
        phone: '2025550101',
        unit_id: '61',
        unit: '204',
        building: '2',
        lease_starts: '2025-08-15',
        lease_ends: '2026-08-14',
        moves_in: '2025-08-16',
      }),
    ])
    const { rows } = await pullAll(vendors.connect(way), property_id)
    expect(rows).toHaveLength(1)
    const [row] = rows
    expect(row).toMatchObject({
      property_id,
      first_name: 'Renée',
      last_name: 'O\'Brien & "Sons", <Jr>',
      email: 'renee@example.com',
      unit: '204',
      role: 'HEAD',
      status: provider === 'ENTRATA' ? '4' : 'Current',
      moves_out: null,
    })
    const is_numbered_by_site = provider.startsWith('REALPAGE')
    expect(row?.person_id).toBe(is_numbered_by_site ? `${property_id}:42` : person_id)
    expect(row?.lease_id).toBe(is_numbered_by_site ? `${property_id}:77` : lease_id)
    expect(row?.phones[0]?.replaceAll(/\D/g, '')).toBe('2025550101')
    for (const [text, day] of [
      [row?.lease_starts, '2025-08-15'],
      [row?.lease_ends, '2026-08-14'],
      [row?.moves_in, '2025-08-16'],
    ])
      expect(new Date(`${text} UTC`).toISOString().slice(0, 10)).toBe(day)
  })

  test('passes on nothing about birth dates, numbers, and employers', async () => {
    const extras = ['VEHICLES', 'SPOTS'] as const
    const { rows } = await pullAll(vendors.connect(way, {}, extras), property_id)
    expect(rows.length).toBeGreaterThan(20)
    expect(JSON.stringify(rows)).not.toMatch(/1980|000-00-0000|Hidden Employer|birth|ssn/i)
  })

  test('reads a property with more than one page in pages of bounded size', async () => {
    vendors.server.data.setLarge(provider, 1_201)
    const large = provider === 'YARDI' ? 'large' : '9999999'
    const { rows, page_sizes } = await pullAll(vendors.connect(way), large)
    expect(rows).toHaveLength(1_201)
    expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(1_201)
    expect(page_sizes.filter((size) => size > 0)).toEqual([500, 500, 201])
  })

  test('rejects refused credentials without naming them', async () => {
    vendors.server.set(provider, { deny: true, echo: true })
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(CredentialsRejected)
    await expect(pullAll(vendors.connect(way), property_id)).rejects.toThrow(CredentialsRejected)
  })

  test.each([429, 503])(
    'tries three times when the vendor answers %i, and is then unavailable',
    async (status) => {
      vendors.server.set(provider, { status })
      await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(VendorUnavailable)
      expect(vendors.server.received).toHaveLength(3)
      expect(vendors.waits.filter((wait) => wait >= 1_000)).toHaveLength(2)
    },
  )

  test('is unavailable after a page of status 500 that is not of the vendor', async () => {
    vendors.server.set(provider, { status: 500 })
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(VendorUnavailable)
  })

  test('succeeds when the second try does', async () => {
    vendors.server.set(provider, { rate_limit_every: 2, retry_after_seconds: 30 })
    const { rows } = await pullAll(vendors.connect(way), property_id)
    expect(rows.length).toBeGreaterThan(20)
  })

  test('leaves a wait longer than a minute to the next job, with its length', async () => {
    vendors.server.set(provider, { status: 429, retry_after_seconds: 900 })
    const error = await vendors
      .connect(way)
      .listProperties(never)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(VendorUnavailable)
    expect(error).toMatchObject({ retry_after_seconds: 900 })
    expect(vendors.server.received).toHaveLength(1)
  })

  test('is a fault when the vendor redirects', async () => {
    vendors.server.set(provider, { redirect: 'http://169.254.169.254/latest/meta-data' })
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(VendorFault)
    expect(vendors.server.received).toHaveLength(1)
  })

  test('is not complete when the vendor fails in the middle of a pull', async () => {
    vendors.server.data.setLarge(provider, 1_201)
    const large = provider === 'YARDI' ? 'large' : '9999999'
    vendors.server.set(provider, { fail_from_call: provider === 'ENTRATA' ? 2 : 1 })
    await expect(pullAll(vendors.connect(way), large)).rejects.toThrow(VendorUnavailable)
  })

  test('ends with the reason of the signal when it aborts', async () => {
    vendors.server.set(provider, { silent: true })
    const stop = new AbortController()
    const pulled = pullAll(vendors.connect(way), property_id, { signal: stop.signal })
    const reason = new Error('The job stops.')
    stop.abort(reason)
    await expect(pulled).rejects.toBe(reason)
  })

  test('reports only a property that is not subscribed', async () => {
    if (source === 'CSV') {
      await expect(pullAll(vendors.connect(way), '1')).rejects.toThrow(PropertyNotReachable)
      return
    }
    vendors.server.set(provider, { not_subscribed: [property_id] })
    const pulled = pullAll(
      vendors.connect(way, provider === 'REALPAGE' ? { site_ids: '3000012' } : {}),
      property_id,
    )
    // The program for registered vendors has no list to compare with, so the fault remains one.
    await expect(pulled).rejects.toThrow(provider === 'REALPAGE' ? VendorFault : PropertyNotReachable)
  })
})
