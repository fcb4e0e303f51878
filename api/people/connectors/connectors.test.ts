import { resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CredentialsRejected,
  PropertyNotReachable,
  VendorFault,
  VendorUnavailable,
} from './reading/errors.ts'
import { pullAll, startVendors, type Vendors, type Way, ways } from './testing/vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await startVendors()
})
afterAll(() => vendors.server.close())
beforeEach(() => {
  vendors.server.reset()
  vendors.waits.splice(0)
})

const wayOf = (provider: string): Way => {
  const way = ways.find((each) => each.provider === provider)
  if (!way) throw new Error(provider)
  return way
}
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

describe('RealPage', () => {
  const rpx = wayOf('REALPAGE_RPX')
  const csv = ways.find(({ source }) => source === 'CSV') ?? rpx

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

  test('asks for what changed since the day before the last pull, including who left', async () => {
    const all = await pullAll(vendors.connect(way), way.property_id)
    expect(all.rows.some(({ status }) => status === 'Past')).toBe(false)
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
