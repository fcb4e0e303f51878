import {
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { listResidentsRoute } from '@openspot/contract/people/resident-imports.ts'
import { addDays } from '@openspot/core/residents/clean-date.ts'
import { type Resident, resident as vendorResident } from '@openspot/property-systems-stand-in/residents.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi } from '../../testing/api.ts'
import { accept, tokenTo } from '../../testing/factories/invites.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { type Way, wayOf, ways } from '../connectors/testing/vendors.ts'
import { settleDueResidents } from '../residents/settle-due.ts'
import { living, numbered, outcomesOf } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
beforeEach(() => {
  server.reset()
  advanceTo(15)
})
afterAll(() => stand.close())

/** Advances the clock to the next time that it is this hour in UTC; at 15:00 it is the same day everywhere in the United States. */
function advanceTo(hour: number): void {
  const now = api.ports.now()
  const minutes = hour * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes())
  api.ports.advance({ minutes: minutes < 0 ? minutes + 24 * 60 : minutes })
}
const day = (days: number) => addDays(api.ports.now().toISOString().slice(0, 10), days)
type Given = Partial<Resident>
/** A resident whose lease began half a year ago, seen from now. */
const resident = (name: string, given: Given = {}): Given =>
  living(name, { lease_starts: day(-180), lease_ends: day(180), moves_in: day(-180), ...given })
const connect = (way: Way, settings: object = {}, lot: object = {}) =>
  aConnectedLot(stand, way, settings, { lot })
/** Imports residents, and returns the action and codes of each, by last name. */
async function outcomesFor(way: Way, source: Source, residents: readonly Given[]) {
  source.serve(residents.map((one) => numbered(way, one)))
  const { id, status } = await source.sync()
  expect(status).toBe('SUCCESS')
  return outcomesOf(await source.rows(id))
}
async function residentsOf({ lot_id, owner }: Source) {
  const { items } = await api.call(listResidentsRoute, { params: { lot_id }, query: {} }, owner.token)
  return items
}
async function storedOf({ id }: Source) {
  const { rows } = await api.deps.database.pool.query(
    `select r.last_name, r.person_id, r.user_id, r.access_until::text, r.missed_pulls, r.ended_at is not null as is_ended, g.name as "group", m.status
     from residents r left join groups g on g.id = r.group_id and g.lot_id = r.lot_id
       left join memberships m on m.lot_id = r.lot_id and m.user_id = r.user_id where r.data_source_id = $1 order by r.last_name`,
    [id],
  )
  return rows as {
    last_name: string
    person_id: string
    user_id: string
    access_until: string | null
    missed_pulls: number
    is_ended: boolean
    group: string | null
    status: string
  }[]
}
const settle = () => settleDueResidents({ ...api.deps, db: api.deps.database.db })

describe.each(ways)('in the course of time with $provider ($source)', (way) => {
  test('4: if an email address is required, a placeholder blocks the resident', async () => {
    const source = await connect(way, { contact_rule: 'EMAIL' })
    expect(await outcomesFor(way, source, [resident('Filler', { email: 'none@none.com' })])).toEqual({
      Filler: [['BLOCK', 'INVALID_EMAIL', 'EMAIL_REQUIRED']],
    })
  })

  test('5, 6, 7: if both contacts are required, one of them is not enough', async () => {
    const source = await connect(way, { contact_rule: 'BOTH' })
    const residents = [resident('Mailed', { phone: '' }), resident('Called', { email: '' })]
    expect(await outcomesFor(way, source, residents)).toEqual({
      Mailed: [['BLOCK', 'PHONE_REQUIRED']],
      Called: [['BLOCK', 'EMAIL_REQUIRED']],
    })
  })

  test('7: an unknown status that was given a meaning is imported', async () => {
    const source = await connect(way)
    const residents = [resident('Unheard', { status: 'Something New' })]
    expect(await outcomesFor(way, source, residents)).toEqual({
      Unheard: [['BLOCK', 'INVALID_LEASE_STATUS']],
    })
    const body = { status_meanings: { 'something new': 'CURRENT' as const } }
    await api.call(patchDataSourceRoute, { params: { data_source_id: source.id }, body }, source.owner.token)
    expect(await outcomesFor(way, source, residents)).toEqual({ Unheard: [['CREATE']] })
  })

  test.each([0, 3])(
    '13: who is on notice and moved out yesterday has access for %i more days',
    async (late_out_days) => {
      const source = await connect(way, { late_out_days })
      const noticed = resident('Noticed', { status: 'NOTICE', notice: day(-30), moves_out: day(20) })
      await outcomesFor(way, source, [noticed])
      await outcomesFor(way, source, [{ ...noticed, moves_out: day(-1) }])
      // Today at the earliest, because nobody loses access for a day that has begun.
      const access_until = day(late_out_days === 0 ? 0 : late_out_days - 1)
      expect(await storedOf(source)).toMatchObject([{ access_until, is_ended: false }])
      api.ports.advance({ days: Math.max(1, late_out_days) })
      await settle()
      expect(await storedOf(source)).toMatchObject([{ is_ended: true, status: 'REMOVED' }])
    },
  )

  test('19: a new email address of someone who signs in is suggested, and theirs stays', async () => {
    const source = await connect(way)
    const person = await aPerson(api, { first_name: 'Alex' })
    const joined = resident('Example', { email: person.email })
    await outcomesFor(way, source, [joined])
    await accept(api, person, { token: await tokenTo(api, person.email) })
    const renamed = [{ ...joined, email: `new-${way.source}@people.example`.toLowerCase() }]
    expect(await outcomesFor(way, source, renamed)).toEqual({ Example: [['UPDATE', 'EMAIL_CHANGED']] })
    expect(await residentsOf(source)).toMatchObject([
      { suggested_email: renamed[0]?.email, has_joined: true },
    ])
    const { rows } = await api.deps.database.pool.query('select email from users where id = $1', [
      person.user_id,
    ])
    expect(rows).toEqual([{ email: person.email }])
  })

  test('22: another ID of a resident is for staff to decide, unless the household says that they are the same', async () => {
    const source = await connect(way, { roommates: 'ALL' })
    const [moved, renumbered] = [resident('Moved'), resident('Renumbered')]
    await outcomesFor(way, source, [moved, renumbered])
    const before = await storedOf(source)
    const other = resident('Moved', { email: moved.email, phone: moved.phone })
    const same = { ...renumbered, person_id: '7777' }
    const outcomes = await outcomesFor(way, source, [other, same])
    expect(outcomes['Moved']).toContainEqual(['REVIEW', 'RESIDENT_ID_MISMATCH'])
    // Yardi's households have the number of their head, so it is the same person for Yardi, too.
    expect(outcomes['Renumbered']).toEqual([[way.provider === 'YARDI' ? 'UNCHANGED' : 'LINK']])
    const user = (all: typeof before, name: string) =>
      all.find(({ last_name }) => last_name === name)?.user_id
    expect(user(await storedOf(source), 'Renumbered')).toBe(user(before, 'Renumbered'))
  })

  test('25: an answer that breaks off in the middle changes nothing, and nobody is missing', async () => {
    const source = await connect(way)
    await outcomesFor(
      way,
      source,
      ['One', 'Two', 'Three'].map((name) => resident(name)),
    )
    const before = await storedOf(source)
    source.serve(Array.from({ length: 1_201 }, () => numbered(way, resident('Large'))))
    // Entrata sends three pages, the others one long answer.
    const isPaged = way.provider === 'ENTRATA'
    server.set(way.provider, isPaged ? { fail_from_call: 2 } : { breaks_off: true })
    const { id, status, failure, rows_applied } = await source.sync()
    expect({ status, failure, rows_applied }).toEqual({
      status: 'FAILURE',
      failure: 'UNAVAILABLE',
      rows_applied: 0,
    })
    expect(await source.rows(id)).toEqual([])
    expect(await storedOf(source)).toEqual(before)
  })

  test('25: who lives in a property that cannot be read is not missing', async () => {
    const source = await connect(way)
    const second = source.property_id.replace(/1$/, '2')
    const body = { property_ids: [source.property_id, second] }
    const params = { data_source_id: source.id }
    await api.call(patchDataSourcePropertiesRoute, { params, body }, source.owner.token)
    const serve = (...residents: Given[]) =>
      server.data.setResidents(
        way.provider,
        second,
        residents.map((one) => vendorResident(numbered(way, one))),
      )
    serve(resident('Elsewhere'))
    const here = [resident('Here')]
    expect(await outcomesFor(way, source, here)).toEqual({ Elsewhere: [['CREATE']], Here: [['CREATE']] })
    // A file has no rows of a site that it does not list.
    if (way.source === 'CSV') serve()
    else server.set(way.provider, { not_subscribed: [second] })
    for (const _ of [1, 2]) {
      const { status, missed_properties } = await source.sync()
      expect({ status, missed_properties }).toEqual({ status: 'SUCCESS', missed_properties: [second] })
    }
    expect(await storedOf(source)).toMatchObject([
      { last_name: 'Elsewhere', missed_pulls: 0, is_ended: false },
      { last_name: 'Here', missed_pulls: 0, is_ended: false },
    ])
  })

  test('27: who may be a child is left out without an email address of their own', async () => {
    const source = await connect(way)
    const parent = resident('Parent')
    const { lease_id, household_id, unit, unit_id } = parent
    const home = { lease_id, household_id, unit, unit_id }
    const child = resident('Parent', { ...home, role: 'CHILD', email: '', phone: '' })
    expect(await outcomesFor(way, source, [parent, child])).toEqual({ Parent: [['CREATE']] })
  })

  test('28: the day is that of the lot, also at 01:00 UTC in a lot eight hours behind', async () => {
    advanceTo(0)
    // Syncing advances the clock by 11 minutes.
    api.ports.advance({ minutes: 49 })
    const leaving = resident('Leaving', { status: 'NOTICE', notice: day(-30), moves_out: day(-1) })
    const [west, utc] = [
      await connect(way, {}, { time_zone: 'America/Los_Angeles' }),
      await connect(way, {}, { time_zone: 'UTC' }),
    ]
    expect(await outcomesFor(way, west, [leaving])).toEqual({ Leaving: [['CREATE']] })
    expect(api.ports.now().toISOString().slice(11, 16)).toBe('01:00')
    expect(await outcomesFor(way, utc, [leaving])).toEqual({ Leaving: [['SKIP', 'MOVE_OUT_DATE_IN_PAST']] })
  })
})

/** Yardi gives each lease a code of its own, as if it were another person: see the transfer. */
const waysWithPeople = ways.filter(({ provider }) => provider !== 'YARDI')

describe.each(waysWithPeople)('with several leases of one person in $provider ($source)', (way) => {
  test('17, 18: a future lease extends the one of the same unit, and moves the resident to another unit on its day', async () => {
    const source = await connect(way)
    const [stays, moves] = [resident('Extended'), resident('Moving')]
    const next = (of: Given, given: Given) => {
      const { person_id, email, phone, unit, unit_id } = of
      const starts = { lease_starts: day(10), lease_ends: day(375), moves_in: day(10), status: 'FUTURE' }
      return resident(of.last_name ?? '', { person_id, email, phone, unit, unit_id, ...starts, ...given })
    }
    await outcomesFor(way, source, [
      { ...stays, lease_ends: day(9) },
      next(stays, {}),
      { ...moves, lease_ends: day(9) },
      next(moves, { unit: '999', unit_id: '999' }),
    ])
    expect(await storedOf(source)).toMatchObject([
      { last_name: 'Extended', access_until: day(375), group: stays.unit },
      { last_name: 'Moving', access_until: day(375), group: moves.unit },
    ])
    api.ports.advance({ days: 10 })
    await settle()
    expect(await storedOf(source)).toMatchObject([{ group: stays.unit }, { group: '999' }])
  })
})

describe('Yardi', () => {
  const way = wayOf('YARDI')

  test.each(['PROMOTION', 'TRANSFER'] as const)(
    '22: a resident whose code changed is the same if Yardi lists the %s, and is for staff to decide otherwise',
    async (by) => {
      const source = await connect(way, { roommates: 'ALL' })
      const head = numbered(way, resident('Head'))
      const one = numbered(way, resident('Known'))
      // A roommate has the code of the household; a transfer is from one tenancy to another.
      const old: Given =
        by === 'TRANSFER'
          ? one
          : {
              ...one,
              role: 'OCCUPANT',
              person_id: 'r0000102',
              lease_id: head.lease_id,
              unit: head.unit,
              unit_id: head.unit_id,
            }
      source.serve([head, old])
      await source.sync()
      const user_id = (await storedOf(source)).find(({ last_name }) => last_name === 'Known')?.user_id
      const code = 't0000150'
      const renumbered: Given = { ...one, person_id: code, lease_id: code, household_id: code }
      source.serve([renumbered])
      const silent = await source.sync({ is_preview: true })
      expect(outcomesOf(await source.rows(silent.id))['Known']).toContainEqual([
        'REVIEW',
        'RESIDENT_ID_MISMATCH',
      ])
      await source.discard(silent.id)
      source.serve([{ ...renumbered, replaces: { code: old.person_id ?? '', by } }])
      const said = await source.sync()
      expect(outcomesOf(await source.rows(said.id))['Known']).toEqual([['LINK']])
      expect((await storedOf(source)).find(({ last_name }) => last_name === 'Known')).toMatchObject({
        person_id: code,
        user_id,
      })
      const changes = await api.deps.database.pool.query(
        'select from_person_id, to_person_id, reason from resident_id_changes where lot_id = $1',
        [source.lot_id],
      )
      expect(changes.rows).toEqual([{ from_person_id: old.person_id, to_person_id: code, reason: 'VENDOR' }])
    },
  )
})

describe('Entrata', () => {
  const way = wayOf('ENTRATA')

  test('26: a single lease and customer that come as objects instead of lists are imported', async () => {
    const source = await connect(way)
    server.set('ENTRATA', { single_as_object: true })
    expect(await outcomesFor(way, source, [resident('Single')])).toEqual({ Single: [['CREATE']] })
  })
})

test('what a system says while it is read is listed with the import, each text once', async () => {
  const [yardi, file] = [await connect(wayOf('YARDI')), await connect(wayOf('REALPAGE', 'CSV'))]
  server.set('YARDI', { error: 'The rent roll is being posted.', message_type: 'FYI' })
  server.set('REALPAGE', { file_age_hours: 49 })
  const one = resident('Warned')
  yardi.serve([numbered(wayOf('YARDI'), one)])
  file.serve([one])
  expect(await yardi.sync()).toMatchObject({
    status: 'SUCCESS',
    warnings: [{ code: 'MESSAGE', text: 'The rent roll is being posted.', property_id: yardi.property_id }],
  })
  expect((await file.sync()).warnings).toMatchObject([{ code: 'STALE_FILE', property_id: file.property_id }])
})
