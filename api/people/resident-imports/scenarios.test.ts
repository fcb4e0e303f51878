import { syncDataSourceRoute } from '@openspot/contract/people/data-sources.ts'
import type { ImportRow } from '@openspot/contract/people/resident-imports.ts'
import { addDays } from '@openspot/core/residents/clean-date.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { ways } from '../connectors/testing/vendors.ts'
import { aConnectedLot, type Source, vendorSettings } from './testing/source.ts'

const today = '2026-03-02'
const day = (days: number) => addDays(today, days)

type Given = Partial<Resident>
type Outcome = [action: ImportRow['action'], ...codes: string[]]

let next = 1000
/** A resident who lives there, with everything that an import needs; each is a person, a lease, and a unit of their own. */
function living(name: string, given: Given = {}): Given {
  next += 1
  return {
    person_id: String(next),
    lease_id: String(next),
    household_id: String(next),
    first_name: 'Alex',
    last_name: name,
    email: `${name.toLowerCase()}@people.example`,
    phone: `202456${next}`,
    unit_id: String(next + 5000),
    unit: String(next),
    status: 'CURRENT',
    lease_starts: day(-200),
    lease_ends: day(165),
    moves_in: day(-200),
    ...given,
  }
}

interface Scenario {
  no: string
  title: string
  first: Given[]
  /** The action and codes of each row of the first import, by last name and in the order of the rows. */
  outcomes: Record<string, Outcome[]>
  /** Changes for the second import, by position. */
  changes?: (Given | null)[]
  later?: Record<string, Outcome[]>
  /** Systems whose data cannot say this. */
  not?: readonly string[]
}

/** Yardi has no person besides the lease, so one person has one row. */
const onePerLease = ['YARDI']
/** These are asked for some statuses only, so applicants do not arrive. */
const pulledByStatus = ['ENTRATA', 'YARDI']

const scenarios: Scenario[] = [
  {
    no: '1, 2',
    title: 'a resident who lives there is new, and unchanged the next time',
    first: [living('Plain')],
    outcomes: { Plain: [['CREATE']] },
    changes: [{}],
    later: { Plain: [['UNCHANGED']] },
  },
  {
    no: '3',
    title: 'without a phone number and an email address nobody is imported',
    first: [living('Silent', { email: '', phone: '' })],
    outcomes: { Silent: [['BLOCK', 'PHONE_OR_EMAIL_REQUIRED']] },
  },
  {
    no: '4',
    title: 'a placeholder instead of an email address is dropped if there is a phone number',
    first: [living('Filler', { email: 'none@none.com' })],
    outcomes: { Filler: [['CREATE', 'INVALID_EMAIL']] },
  },
  {
    no: '5',
    title: 'a phone number of zeros is no contact',
    first: [living('Zeros', { email: '', phone: '000-000-0000' })],
    outcomes: { Zeros: [['BLOCK', 'INVALID_PHONE', 'PHONE_OR_EMAIL_REQUIRED']] },
    // Each of its residents also has the number of an office.
    not: ['ENTRATA'],
  },
  {
    no: '6',
    title: 'an asterisk is no first name',
    first: [living('Starred', { first_name: '*' })],
    outcomes: { Starred: [['BLOCK', 'INVALID_FIRST_NAME']] },
  },
  {
    no: '7',
    title: 'an unknown status has to be explained first',
    first: [living('Unheard', { status: 'Something New' })],
    outcomes: { Unheard: [['BLOCK', 'INVALID_LEASE_STATUS']] },
    not: pulledByStatus,
  },
  {
    no: '8',
    title: 'applicants and canceled leases are left out',
    first: [living('Applying', { status: 'APPLICANT' }), living('Canceled', { status: 'CANCELLED' })],
    outcomes: { Applying: [['SKIP', 'INVALID_LEASE_STATUS']], Canceled: [['SKIP', 'INVALID_LEASE_STATUS']] },
    not: pulledByStatus,
  },
  {
    no: '9',
    title: 'a start that is no date is refused',
    first: [living('Impossible', { lease_starts: '2025-02-30' })],
    outcomes: { Impossible: [['BLOCK', 'INVALID_LEASE_START_DATE']] },
  },
  {
    no: '10',
    title: 'an end before the start is reported once',
    first: [living('Backward', { lease_ends: day(-300) })],
    outcomes: { Backward: [['BLOCK', 'INVALID_LEASE_END_DATE']] },
  },
  {
    no: '11',
    title: 'who lives there after the end of the lease keeps access',
    first: [living('Holdover', { lease_ends: day(-30) })],
    outcomes: { Holdover: [['CREATE', 'LEASE_END_DATE_IN_PAST']] },
  },
  {
    no: '12',
    title: 'a known resident whose lease is over has moved out',
    first: [living('Leaving')],
    outcomes: { Leaving: [['CREATE']] },
    changes: [{ status: 'PAST', moves_out: day(-1), lease_ends: day(-1) }],
    later: { Leaving: [['END', 'LEASE_ENDED']] },
    // Past residents drop out of its list, so they are missing first.
    not: ['YARDI'],
  },
  {
    no: '13',
    title: 'a known resident on notice whose day of moving out has passed has moved out',
    first: [living('Noticed', { status: 'NOTICE', notice: day(-30), moves_out: day(20) })],
    outcomes: { Noticed: [['CREATE']] },
    changes: [{ moves_out: day(-1) }],
    later: { Noticed: [['END', 'MOVE_OUT_DATE_IN_PAST']] },
    // The file does not say that notice was given.
    not: ['CSV'],
  },
  {
    no: '14',
    title: 'a day of moving out in the past of someone who lives there is for staff to decide',
    first: [living('Forgotten', { moves_out: day(-7) })],
    outcomes: { Forgotten: [['REVIEW', 'MOVE_OUT_DATE_IN_PAST']] },
  },
  {
    no: '15',
    title: 'moving out before moving in is ignored',
    first: [living('Mistyped', { moves_out: day(-300) })],
    outcomes: { Mistyped: [['CREATE', 'INVALID_MOVE_OUT_DATE']] },
  },
  {
    no: '19',
    title: 'a new email address of someone who has not signed in replaces the previous one',
    first: [living('Renamed')],
    outcomes: { Renamed: [['CREATE']] },
    changes: [{ email: 'another@people.example' }],
    later: { Renamed: [['UPDATE', 'EMAIL_CHANGED']] },
  },
  {
    no: '20, 21',
    title: 'another format of the phone number changes nothing, and neither does a value that is emptied',
    first: [living('Formatted', { phone: '2025550177' })],
    outcomes: { Formatted: [['CREATE']] },
    changes: [{ phone: '(202) 555-0177', email: '' }],
    later: { Formatted: [['UNCHANGED']] },
  },
  {
    no: '27',
    title: 'a guarantor and a unit that is none are left out silently',
    first: [
      living('Warrant', { role: 'GUARANTOR' }),
      living('Nowhere', { unit: 'NONRESID', unit_id: 'NONRESID' }),
    ],
    outcomes: {},
    // Its guarantors are not in the lists of residents.
    not: ['YARDI'],
  },
]

const household = (name: string, second: Given): Given[] => {
  const head = living(name)
  const { lease_id, household_id, unit, unit_id, email } = head
  return [
    head,
    living(name, {
      lease_id,
      household_id,
      unit,
      unit_id,
      email,
      role: 'OCCUPANT',
      first_name: 'Bo',
      ...second,
    }),
  ]
}
const leases = (name: string, second: Given): Given[] => {
  const first = living(name)
  const { person_id, email, phone, unit, unit_id } = first
  return [first, living(name, { person_id, email, phone, unit, unit_id, ...second })]
}

scenarios.push(
  {
    no: '16',
    title: 'a previous lease is left out for the newer one',
    first: leases('Renewed', {
      status: 'PAST',
      lease_starts: day(-900),
      lease_ends: day(-300),
      moves_out: day(-300),
    }),
    outcomes: { Renewed: [['CREATE'], ['SKIP', 'MORE_RECENT_LEASE_EXISTS']] },
    // It is asked for past leases of the last 30 days only.
    not: ['ENTRATA', ...onePerLease],
  },
  {
    no: '17',
    title: 'a future lease of the same unit extends the current one',
    first: leases('Extended', {
      status: 'FUTURE',
      lease_starts: day(166),
      lease_ends: day(530),
      moves_in: day(166),
    }),
    outcomes: { Extended: [['CREATE']] },
    not: onePerLease,
  },
  {
    no: '18',
    title: 'a future lease of another unit moves the resident on its day',
    first: leases('Moving', {
      status: 'FUTURE',
      lease_starts: day(166),
      lease_ends: day(530),
      moves_in: day(166),
      unit: '999',
      unit_id: '999',
    }),
    outcomes: { Moving: [['CREATE']] },
    not: onePerLease,
  },
  {
    no: '23',
    title: 'of a couple with one email address, the head has it, and the other needs a phone number',
    first: [...household('Sharing', { phone: '' }), ...household('Apart', { phone: '2025550199' })],
    outcomes: {
      Sharing: [['CREATE'], ['BLOCK', 'PHONE_OR_EMAIL_REQUIRED']],
      Apart: [['CREATE'], ['CREATE']],
    },
    // Its roommates have no phone number.
    not: ['YARDI'],
  },
)

let api: TestApi
let server: PropertySystemsServer
let url: string
beforeAll(async () => {
  api = await testApi(vendorSettings)
  server = new PropertySystemsServer({ now: () => api.ports.now() })
  url = `http://127.0.0.1:${await server.listen()}`
})
afterAll(async () => {
  await server.close()
  await api.close()
})

const outcomesOf = (rows: readonly ImportRow[]): Record<string, Outcome[]> => {
  const all: Record<string, Outcome[]> = {}
  for (const { name, action, codes } of rows) {
    const key = name?.split(' ').at(-1) ?? ''
    all[key] = [...(all[key] ?? []), [action, ...codes]]
  }
  return all
}
const expectedOf = (
  given: readonly Scenario[],
  pick: (of: Scenario) => Record<string, Outcome[]> | undefined,
) => Object.assign({}, ...given.map((of) => pick(of) ?? {})) as Record<string, Outcome[]>

describe.each(ways)('the scenarios with $provider ($source)', (way) => {
  const given = scenarios.filter(({ not = [] }) => !not.includes(way.provider) && !not.includes(way.source))
  /** Yardi's codes have a letter. */
  const numbered = (one: Given): Given => {
    const code = `${one.role === 'OCCUPANT' ? 'r' : 't'}${one.person_id?.padStart(7, '0')}`
    return way.provider === 'YARDI' ? { ...one, person_id: code, lease_id: code, household_id: code } : one
  }
  let source: Source
  beforeAll(async () => {
    server.reset()
    source = await aConnectedLot(api, { server, url }, way, { roommates: 'ALL' })
  })

  test('every resident of the first import has the expected action and codes', async () => {
    source.serve(given.flatMap(({ first }) => first.map(numbered)))
    const { id, status } = await source.sync()
    expect(status).toBe('SUCCESS')
    expect(outcomesOf(await source.rows(id))).toEqual(expectedOf(given, ({ outcomes }) => outcomes))
  })

  test('every resident of the next import has the expected action and codes', async () => {
    const changed = given.filter(({ later }) => later !== undefined)
    source.serve(
      given.flatMap(({ first, changes = [] }) =>
        first.map((one, at) => numbered({ ...one, ...changes[at] })),
      ),
    )
    const { id, status } = await source.sync()
    expect(status).toBe('SUCCESS')
    const rows = outcomesOf(await source.rows(id))
    const expected = expectedOf(changed, ({ later }) => later)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, rows[name]]))).toEqual(expected)
  })

  test('24: an empty answer while there are residents changes nothing', async () => {
    source.serve([])
    const { status, failure, rows_applied } = await source.sync()
    // RealPage lists nobody in the same way as it answers a wrong request.
    const expected = ['ENTRATA', 'YARDI'].includes(way.provider) ? 'EMPTY_PULL' : 'VENDOR'
    expect({ status, failure, rows_applied }).toEqual({
      status: 'FAILURE',
      failure: expected,
      rows_applied: 0,
    })
  })

  test('25: an answer that breaks off ends nobody’s access', async () => {
    server.set(way.provider, { status: 503 })
    const { status, failure } = await source.sync()
    server.set(way.provider, { status: null })
    expect({ status, failure }).toEqual({ status: 'FAILURE', failure: 'UNAVAILABLE' })
  })

  test('30: an answer with a document type is refused', async () => {
    const body = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    server.set(way.provider, { body })
    const { status } = await source.sync()
    server.set(way.provider, { body: null })
    expect(status).toBe('FAILURE')
  })

  test('29: revoked credentials stop the syncs, and the residents stay', async () => {
    server.set(way.provider, { deny: true })
    const { status, failure } = await source.sync()
    expect({ status, failure }).toEqual({ status: 'FAILURE', failure: 'CREDENTIALS' })
    const { pool } = api.deps.database
    const stored = await pool.query(
      'select credential_status, integration_status from data_sources where id = $1',
      [source.id],
    )
    expect(stored.rows).toEqual([{ credential_status: 'CREDENTIAL_INVALID', integration_status: 'ENABLED' }])
    const params = { data_source_id: source.id }
    const refused = await api.refusal(
      syncDataSourceRoute,
      { params, body: { is_preview: false } },
      source.owner.token,
    )
    expect(refused.code).toBe('data_source_not_ready')
    const members = await pool.query(
      `select count(*)::int as count from memberships where lot_id = $1 and source = 'IMPORT' and status = 'PENDING'`,
      [source.lot_id],
    )
    expect(members.rows[0].count).toBeGreaterThan(0)
  })
})
