import { resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VendorFault } from '../../../net/vendor-errors.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { pullAll, startVendors, type Vendors, wayOf } from '../testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => vendors.restart())

const never = new AbortController().signal

describe('Yardi', () => {
  const way = wayOf('YARDI')

  test.each([
    ['Login failed for user x', CredentialsRejected],
    ['INVALID INTERFACE ENTITY', CredentialsRejected],
    ['Invalid or no access to Yardi Property', PropertyNotReachable],
    ['Invalid Yardi Property Code', PropertyNotReachable],
    ['ItfResidentData is not Configured for property testcrt1', PropertyNotReachable],
    ['Something else is wrong', VendorFault],
  ])('takes the message "%s" for what it means', async (error, expected) => {
    vendors.server.set('YARDI', { error })
    await expect(pullAll(vendors.connect(way), way.property_id)).rejects.toThrow(expected)
  })

  test('returns no rows when there are no tenants', async () => {
    vendors.server.data.setResidents('YARDI', way.property_id, [])
    expect((await pullAll(vendors.connect(way), way.property_id)).rows).toEqual([])
  })

  test('passes on warnings and goes on', async () => {
    vendors.server.set('YARDI', { error: 'The rent roll is being posted.', message_type: 'FYI' })
    const { rows, warnings } = await pullAll(vendors.connect(way), way.property_id)
    expect(rows.length).toBeGreaterThan(20)
    expect(warnings).toContainEqual({ code: 'MESSAGE', text: 'The rent roll is being posted.' })
  })

  test('takes empty results for wrong credentials only if there are no properties either', async () => {
    vendors.server.set('YARDI', { empty: true })
    await expect(pullAll(vendors.connect(way), way.property_id)).rejects.toThrow(CredentialsRejected)
    await expect(vendors.connect(way).listProperties(never)).rejects.toThrow(CredentialsRejected)
  })

  test('asks in addition for who left in the last 30 days', async () => {
    const dayOf = (days: number) =>
      new Date(vendors.net.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const moved_out = resident({
      person_id: 't0000201',
      first_name: 'Casey',
      last_name: 'Fixture',
      unit: '3-301',
    })
    vendors.server.data.setResidents('YARDI', way.property_id, [
      resident({ ...moved_out, person_id: 't0000200', lease_id: 't0000200' }),
      resident({ ...moved_out, status: 'PAST', modified: dayOf(-29) }),
      resident({
        ...moved_out,
        person_id: 't0000202',
        lease_id: 't0000202',
        status: 'PAST',
        modified: dayOf(-31),
      }),
    ])
    const { rows } = await pullAll(vendors.connect(way), way.property_id)
    expect(rows.map(({ person_id }) => person_id)).toEqual(['t0000200', 't0000201'])
  })

  test('asks for what changed since the day before the last pull, including who left', async () => {
    const all = await pullAll(vendors.connect(way), way.property_id)
    const since = new Date('2026-03-01T12:00:00Z')
    const { rows } = await pullAll(vendors.connect(way), way.property_id, { since })
    expect(vendors.server.received.some(({ body }) => body.includes('<ModifiedSinceDate>2/28/2026<'))).toBe(
      true,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(all.rows.length)
  })

  test('knows the previous code of a roommate who became head, and of a transfer', async () => {
    const one = { first_name: 'Casey', last_name: 'Fixture', unit: '3-301' }
    vendors.server.data.setResidents('YARDI', way.property_id, [
      resident({ ...one, person_id: 't0000150', replaces: { code: 'r0000102', by: 'PROMOTION' } }),
      resident({ ...one, person_id: 't0000151', replaces: { code: 't0000091', by: 'TRANSFER' } }),
      resident({ ...one, person_id: 't0000152' }),
    ])
    const { rows } = await pullAll(vendors.connect(way), way.property_id)
    expect(rows.map(({ replaces_person_id }) => replaces_person_id)).toEqual(['r0000102', 't0000091', null])
  })

  test('drops fake units, and reads roommates with their own email', async () => {
    const { rows } = await pullAll(vendors.connect(way), way.property_id)
    expect(rows.some(({ unit }) => unit === 'NONRESID')).toBe(false)
    const roommate = rows.find(({ email }) => email === 'lee.roommate@example.com')
    expect(roommate).toMatchObject({ role: 'OCCUPANT', first_name: 'Lee' })
    expect(roommate?.person_id).toMatch(/^r\d+$/)
  })

  test('reads vehicles by names that resemble, and names unknown fields without their values', async () => {
    const { rows, warnings } = await pullAll(vendors.connect(way, {}, ['VEHICLES']), way.property_id)
    expect(rows[0]?.vehicles).toEqual([
      { plate: 'TST1000', region: 'IL', make: 'Acme', model: 'Roadster', color: 'Blue' },
    ])
    expect(warnings).toContainEqual({ code: 'UNKNOWN_FIELDS', text: 'sticker' })
    const asked = vendors.server.received.filter(({ method }) => method === 'GetResidentData')
    expect(
      asked.every(
        ({ body }) => body.includes('<IncludeLedger>false<') && body.includes('<IncludeEmployerData>false<'),
      ),
    ).toBe(true)
  })
})
