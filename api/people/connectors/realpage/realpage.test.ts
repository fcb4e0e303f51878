import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VendorFault } from '../../../net/vendor-errors.ts'
import { CredentialsRejected } from '../reading/errors.ts'
import { pullAll, startVendors, type Vendors, wayOf } from '../testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

describe('RealPage', () => {
  const rpx = wayOf('REALPAGE_RPX')
  const csv = wayOf('REALPAGE', 'CSV')

  test('numbers people within a site, so two sites have no common IDs', async () => {
    const connector = vendors.connect(rpx)
    const [one, two] = [await pullAll(connector, '2000011'), await pullAll(connector, '2000012')]
    const ids = new Set(one.rows.map(({ person_id }) => person_id))
    expect(two.rows.some(({ person_id }) => ids.has(person_id))).toBe(false)
  })

  test('skips people without a unit, and takes the day of notice as the move-out', async () => {
    const { rows } = await pullAll(vendors.connect(rpx), rpx.property_id)
    expect(rows.every(({ unit_id }) => unit_id !== null)).toBe(true)
    const leaving = rows.filter(({ notice }) => notice !== null)
    expect(leaving).toHaveLength(2)
    expect(
      leaving.every(({ status, moves_out, notice }) => status === 'Current' && moves_out === notice),
    ).toBe(true)
  })

  test('takes the scheduled move-in of a lease, and rented parking but not storage', async () => {
    const { rows } = await pullAll(vendors.connect(rpx, {}, ['SPOTS']), rpx.property_id)
    expect(rows.find(({ status }) => status === 'Applicant - Lease Signed')?.moves_in).toBe('2026-03-16')
    expect(rows.find(({ status }) => status === 'Future Lease')?.is_renewal).toBe(true)
    expect(rows.flatMap(({ spots }) => spots)).toContain('C-1')
    expect(rows.flatMap(({ spots }) => spots)).not.toContain('S-1')
  })

  test('goes on without leases when their call is not granted', async () => {
    vendors.server.set('REALPAGE_RPX', { not_granted: ['getleaseinfo'] })
    const { rows, warnings } = await pullAll(vendors.connect(rpx), rpx.property_id)
    expect(rows.length).toBeGreaterThan(20)
    expect(warnings.map(({ code }) => code)).toEqual(['NOT_GRANTED'])
  })

  test('tells a fault of one call from refused credentials', async () => {
    vendors.server.set('REALPAGE_RPX', { error: 'The list is broken.' })
    const error = await pullAll(vendors.connect(rpx), rpx.property_id).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(VendorFault)
    expect(error).not.toBeInstanceOf(CredentialsRejected)
  })

  test.each([
    ['UTF-8', { windows_1252: false, separator: ',' }],
    ['Windows-1252', { windows_1252: true, separator: ',' }],
    ['semicolons', { windows_1252: false, separator: ';' }],
  ])('reads the file with %s', async (_, switches) => {
    vendors.server.set('REALPAGE', switches)
    const { rows } = await pullAll(vendors.connect(csv), csv.property_id)
    expect(rows.some(({ last_name }) => last_name === 'Gómez')).toBe(true)
    expect(rows.some(({ last_name }) => last_name === 'Müller')).toBe(true)
  })

  test('reports a file older than two days as stale', async () => {
    vendors.server.set('REALPAGE', { file_age_hours: 47 })
    expect((await pullAll(vendors.connect(csv), csv.property_id)).warnings).toEqual([])
    vendors.server.set('REALPAGE', { file_age_hours: 49 })
    const { warnings } = await pullAll(vendors.connect(csv), csv.property_id)
    expect(warnings.map(({ code }) => code)).toEqual(['STALE_FILE'])
  })

  test('names a column that the file lacks', async () => {
    vendors.server.set('REALPAGE', { missing_column: 'lease_status' })
    await expect(pullAll(vendors.connect(csv), csv.property_id)).rejects.toThrow('lease_status')
  })

  test('is a fault when the file is empty', async () => {
    vendors.server.set('REALPAGE', { empty: true })
    await expect(pullAll(vendors.connect(csv), csv.property_id)).rejects.toThrow(VendorFault)
  })
})
