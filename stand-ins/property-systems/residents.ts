import type { IntegrationProvider, LeaseStatus } from '@openspot/core/residents/enums.ts'

/** What a property manager has on file about one person on one lease, before a vendor's format. Dates are `YYYY-MM-DD`. */
export interface Resident {
  person_id: string
  lease_id: string
  household_id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  /** Entrata: a number of an office that is listed besides the phone. */
  work_phone: string
  unit_id: string
  unit: string
  building: string
  /** A common status, or any text, which is sent as it is. */
  status: LeaseStatus | (string & {})
  /** The status of the person, if it is not that of the lease. */
  person_status: string
  role: 'HEAD' | 'SIGNER' | 'OCCUPANT' | 'GUARANTOR' | 'CHILD'
  lease_starts: string
  lease_ends: string
  moves_in: string
  moves_out: string
  notice: string
  is_month_to_month: boolean
  vehicles: { plate: string; region: string; make: string; model: string; color: string }[]
  /** Names of rented parking spots. */
  spots: string[]
  /** An earlier code of the same person, and how it was replaced. */
  replaces: { code: string; by: 'PROMOTION' | 'TRANSFER' } | null
  /** The day of the last change, for systems that report changes. */
  modified: string
}

export interface Property {
  property_id: string
  name: string
  street: string
  /** Residents by position, so that large properties take no memory. */
  count: number
  at(index: number): Resident
}

export const providers = [
  'ENTRATA',
  'REALPAGE',
  'REALPAGE_RPX',
  'YARDI',
] as const satisfies IntegrationProvider[]

const absent: Resident = {
  person_id: '',
  lease_id: '',
  household_id: '',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  work_phone: '',
  unit_id: '',
  unit: '',
  building: '',
  status: 'CURRENT',
  person_status: '',
  role: 'HEAD',
  lease_starts: '',
  lease_ends: '',
  moves_in: '',
  moves_out: '',
  notice: '',
  is_month_to_month: false,
  vehicles: [],
  spots: [],
  replaces: null,
  modified: '2000-01-01',
}

/** Completes what a test says about a resident. */
export const resident = (given: Partial<Resident>): Resident => {
  const lease_id = given.lease_id ?? given.person_id ?? ''
  return { ...absent, lease_id, household_id: lease_id, ...given }
}

const firstNames =
  'Avery Blake Casey Devon Emery Finley Harper Jamie Kai Logan Morgan Noel Parker Quinn Riley Sawyer Taylor Wren'.split(
    ' ',
  )
const lastNames =
  "Abbott Bauer Castillo Dubois Eriksen Farouk Gómez Holloway Ivanova Johansson Kowalski Lindqvist Müller Nakamura O'Brien Petrov Smith-Jones Testerman".split(
    ' ',
  )
const makes = ['Acme', 'Borealis', 'Cobalt', 'Drift']
const colors = ['Blue', 'Gray', 'Red', 'White']
const areas = [
  202, 212, 213, 303, 312, 404, 415, 503, 512, 602, 615, 617, 702, 704, 713, 801, 813, 901, 919, 971,
]

/** A day relative to today. */
export type Day = (days: number) => string

/** How each vendor names people and leases. */
function idsOf(vendor: IntegrationProvider, site: number, index: number) {
  if (vendor === 'ENTRATA')
    return { person: `${900_000 + site * 100_000 + index}`, lease: `${700_000 + site * 100_000 + index}` }
  if (vendor === 'YARDI')
    return {
      person: `t${String(site * 100_000 + index).padStart(7, '0')}`,
      lease: `t${String(site * 100_000 + index).padStart(7, '0')}`,
    }
  // OneSite numbers people within a site, so two sites use the same numbers.
  return { person: String(1_000 + index), lease: String(5_000 + index) }
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** An ordinary resident: lives here, with a lease of a year, an email address, and for the first 2,000 a phone. */
export function ordinaryResident(
  vendor: IntegrationProvider,
  site: number,
  index: number,
  day: Day,
): Resident {
  const { person, lease } = idsOf(vendor, site, index)
  const first_name = at(firstNames, index)
  const last_name = at(lastNames, index * 7 + site)
  const started = -30 - (index % 300)
  const phone =
    index < 2_000 ? `${at(areas, Math.floor(index / 100))}55501${String(index % 100).padStart(2, '0')}` : ''
  const unit = `${1 + (Math.floor(index / 20) % 9)}${String(1 + (index % 20)).padStart(2, '0')}`
  return resident({
    person_id: person,
    lease_id: lease,
    first_name,
    last_name,
    email: `${vendor.toLowerCase().replace('_', '-')}.${site}.${index}@example.com`,
    phone,
    work_phone: '2175550100',
    unit_id: String(60_000 + site * 10_000 + index),
    unit,
    building: String(1 + (Math.floor(index / 180) % 40)),
    lease_starts: day(started),
    lease_ends: day(started + 364),
    moves_in: day(started),
    vehicles:
      index % 3 === 0
        ? [
            {
              plate: `TST${1000 + index}`,
              region: 'IL',
              make: at(makes, index),
              model: 'Roadster',
              color: at(colors, index),
            },
          ]
        : [],
    spots: index % 5 === 0 ? [`C-${index + 1}`] : [],
    modified: day(-(index % 60)),
  })
}

/** Everyone of a seeded property: ordinary residents, and after them one of each interesting case. */
export function seededResidents(
  vendor: IntegrationProvider,
  site: number,
  ordinary: number,
  day: Day,
): Resident[] {
  const residents = Array.from({ length: ordinary }, (_, index) => ordinaryResident(vendor, site, index, day))
  let next = ordinary
  const one = (given: Partial<Resident>) => {
    const made = { ...ordinaryResident(vendor, site, next++, day), ...given }
    residents.push(made)
    return made
  }
  const roommate = (head: Resident, given: Partial<Resident>) => {
    const { person, lease } = idsOf(vendor, site, next)
    const code = vendor === 'YARDI' ? person.replace('t', 'r') : person
    const { lease_id, household_id } = head
    return one({
      ...head,
      person_id: code,
      lease_id: lease_id || lease,
      household_id,
      vehicles: [],
      spots: [],
      ...given,
    })
  }
  one({ status: 'NOTICE', notice: day(-20), moves_out: day(25) })
  one({ status: 'NOTICE', notice: day(-40), moves_out: day(-1) })
  one({ moves_out: day(-7) })
  one({ lease_starts: day(-400), lease_ends: day(-30), moves_in: day(-400) })
  one({ lease_starts: day(-700), lease_ends: day(-335), moves_in: day(-700), is_month_to_month: true })
  one({ status: 'FUTURE', lease_starts: day(14), lease_ends: day(378), moves_in: day(14) })
  one({
    status: 'PAST',
    lease_starts: day(-380),
    lease_ends: day(-16),
    moves_in: day(-380),
    moves_out: day(-16),
  })
  one({ status: 'APPLICANT', lease_starts: '', lease_ends: '', moves_in: '' })
  one({ status: 'CANCELLED', moves_in: '' })
  one({ status: 'Something New' })
  one({ email: '', phone: '' })
  one({ email: 'none@none.com' })
  one({ email: '', phone: '0000000000' })
  one({ first_name: '*' })
  one({ lease_starts: '2025-02-30' })
  one({ lease_ends: day(-500) })
  one({ moves_out: day(-400) })
  const couple = one({ phone: '2025550199' })
  roommate(couple, { role: 'SIGNER', first_name: 'Sam', phone: '' })
  const shared = one({})
  roommate(shared, { role: 'OCCUPANT', first_name: 'Lee', email: 'lee.roommate@example.com', phone: '' })
  roommate(shared, { role: 'GUARANTOR', first_name: 'Pat', email: 'pat.guarantor@example.com' })
  roommate(shared, { role: 'CHILD', first_name: 'Kim', email: '', phone: '' })
  roommate(shared, {
    role: 'SIGNER',
    first_name: 'Gone',
    email: 'gone.roommate@example.com',
    phone: '',
    person_status: 'Past',
    moves_out: day(-10),
  })
  const renewing = one({ lease_starts: day(-340), lease_ends: day(24), moves_in: day(-340) })
  one({
    ...renewing,
    lease_id: idsOf(vendor, site, next).lease,
    status: 'RENEWAL',
    lease_starts: day(25),
    lease_ends: day(389),
    moves_out: '',
  })
  one({ unit_id: '', unit: vendor === 'YARDI' ? 'NONRESID' : '' })
  return residents
}
