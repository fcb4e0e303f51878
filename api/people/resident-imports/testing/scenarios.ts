import type { ImportRow } from '@openspot/contract/people/resident-imports.ts'
import { addDays } from '@openspot/core/residents/clean-date.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import type { Way } from '../../connectors/testing/vendors.ts'

/** The day on which the scenarios begin. */
const today = '2026-03-02'
const day = (days: number) => addDays(today, days)

export type Given = Partial<Resident>
type Outcome = [action: ImportRow['action'], ...codes: string[]]

let next = 1000
/** A resident who lives there, with everything that an import needs; each is a person, a lease, and a unit of their own. */
export function living(name: string, given: Given = {}): Given {
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

export type Outcomes = Record<string, Outcome[]>

/** A system, or RealPage's file. */
type Kind = Way['provider'] | 'CSV'

interface Scenario {
  no: string
  title: string
  first: Given[]
  /** The action and codes of each row of the first import, by last name and in the order of the rows. */
  outcomes: Outcomes
  /** Changes for the second import, by position. */
  changes?: (Given | null)[]
  later?: Outcomes
  /** What becomes of the first import where a system says less. */
  except?: Partial<Record<Kind, Outcomes>>
  /** Systems whose data cannot say this. */
  not?: readonly Kind[]
}

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
  },
  {
    no: '6',
    title: 'an asterisk is no first name, and does not replace the name of a known resident',
    first: [living('Starred', { first_name: '*' }), living('Starless')],
    outcomes: { Starred: [['BLOCK', 'INVALID_FIRST_NAME']], Starless: [['CREATE']] },
    changes: [null, { first_name: '*', unit: '888', unit_id: '888' }],
    later: { Starless: [['UPDATE', 'INVALID_FIRST_NAME']] },
  },
  {
    no: '6',
    title: 'an asterisk is no last name',
    first: [living('*', { email: 'starred@people.example' })],
    outcomes: { Alex: [['BLOCK', 'INVALID_LAST_NAME']] },
  },
  {
    no: '7',
    title: 'an unknown status has to be explained first',
    first: [living('Unheard', { status: 'Something New' })],
    outcomes: { Unheard: [['BLOCK', 'INVALID_LEASE_STATUS']] },
  },
  {
    no: '8',
    title: 'applicants and canceled leases are left out',
    first: [
      living('Applying', { status: 'APPLICANT' }),
      living('Canceled', { status: 'CANCELLED', modified: day(-1) }),
    ],
    outcomes: { Applying: [['SKIP', 'INVALID_LEASE_STATUS']], Canceled: [['SKIP', 'INVALID_LEASE_STATUS']] },
    // They are not asked for applicants, and Entrata not for canceled leases either.
    except: { ENTRATA: {}, YARDI: { Canceled: [['SKIP', 'INVALID_LEASE_STATUS']] } },
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
    title: 'a known resident whose lease is over has moved out, and an unknown one is left out',
    first: [
      living('Leaving'),
      living('Left', { status: 'PAST', moves_out: day(-1), lease_ends: day(-1), modified: day(-1) }),
    ],
    outcomes: { Leaving: [['CREATE']], Left: [['SKIP', 'LEASE_ENDED']] },
    changes: [{ status: 'PAST', moves_out: day(-1), lease_ends: day(-1), modified: day(-1) }],
    later: { Leaving: [['END', 'LEASE_ENDED']] },
  },
  {
    no: '13',
    title: 'a known resident on notice whose day of moving out has passed has moved out',
    first: [living('Noticed', { status: 'NOTICE', notice: day(-30), moves_out: day(20) })],
    outcomes: { Noticed: [['CREATE']] },
    changes: [{ moves_out: day(-1) }],
    later: { Noticed: [['END', 'MOVE_OUT_DATE_IN_PAST']] },
  },
  {
    no: '9',
    title: 'a day of moving in that is no date is left out for the start of the lease',
    first: [living('Moved', { moves_in: '2025-02-30' })],
    outcomes: { Moved: [['CREATE', 'INVALID_MOVE_IN_DATE']] },
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
    no: '19',
    title: 'a new phone number of someone who has not signed in replaces the previous one',
    first: [living('Rung')],
    outcomes: { Rung: [['CREATE']] },
    changes: [{ phone: '2025550166' }],
    later: { Rung: [['UPDATE', 'PHONE_CHANGED']] },
  },
  {
    no: '20, 21',
    title: 'another format of the phone number changes nothing, and neither does a value that is emptied',
    first: [living('Formatted', { phone: '2025550177' })],
    outcomes: { Formatted: [['CREATE']] },
    changes: [{ phone: '(202) 555-0177', email: '' }],
    later: { Formatted: [['UNCHANGED']] },
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
const leases = (name: string, second: Given, given: Given = {}): Given[] => {
  const first = living(name, given)
  const { person_id, email, phone, unit, unit_id } = first
  return [first, living(name, { person_id, email, phone, unit, unit_id, ...second })]
}

scenarios.push(
  {
    no: '16',
    title: 'a previous lease is left out for the newer one',
    first: leases(
      'Renewed',
      {
        status: 'PAST',
        lease_starts: day(-400),
        lease_ends: day(-10),
        moves_in: day(-400),
        moves_out: day(-10),
      },
      { lease_starts: day(-9), moves_in: day(-9) },
    ),
    outcomes: { Renewed: [['CREATE'], ['SKIP', 'MORE_RECENT_LEASE_EXISTS']] },
    // Each of its leases has a code of its own, as if it were another person. The transfer is tested by itself.
    not: ['YARDI'],
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
    not: ['YARDI'],
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
    not: ['YARDI'],
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
    except: {
      YARDI: {
        Sharing: [['CREATE'], ['BLOCK', 'PHONE_OR_EMAIL_REQUIRED']],
        Apart: [['CREATE'], ['BLOCK', 'PHONE_OR_EMAIL_REQUIRED']],
      },
    },
  },
  {
    no: '27',
    title: 'a guarantor and a unit that is none are left out silently',
    first: [
      ...household('Warrant', { role: 'GUARANTOR', email: 'guarantor@people.example' }),
      living('Nowhere', { unit: 'NONRESID', unit_id: 'NONRESID' }),
    ],
    outcomes: { Warrant: [['CREATE']] },
  },
  {
    no: '27',
    title: 'a child is left out silently',
    first: household('Parent', { role: 'CHILD', email: 'child@people.example' }),
    outcomes: { Parent: [['CREATE']] },
    // Only Entrata says who is a child.
    not: ['REALPAGE', 'REALPAGE_RPX', 'YARDI', 'CSV'],
  },
)

/** The scenarios that a way to read a vendor can say. */
export const scenariosOf = ({ provider, source }: Way): Scenario[] =>
  scenarios
    .filter(({ not = [] }) => !not.includes(provider) && !(source === 'CSV' && not.includes('CSV')))
    .map((of) => ({ ...of, outcomes: of.except?.[source === 'CSV' ? 'CSV' : provider] ?? of.outcomes }))

/** Numbers a resident as the vendor does: Yardi's codes have a letter. */
export function numbered({ provider }: Way, one: Given): Given {
  if (provider !== 'YARDI') return one
  const code = (id = '', role = one.role) =>
    `${role === 'OCCUPANT' || role === 'CHILD' ? 'r' : 't'}${id.padStart(7, '0')}`
  const lease_id = code(one.lease_id, 'HEAD')
  return { ...one, person_id: code(one.person_id), lease_id, household_id: lease_id }
}

/** The action and codes of rows, by last name. */
export function outcomesOf(rows: readonly ImportRow[]): Outcomes {
  const all: Outcomes = {}
  for (const { name, action, codes } of rows) {
    const key = name?.split(' ').at(-1) ?? ''
    all[key] = [...(all[key] ?? []), [action, ...codes]]
  }
  return all
}
