import type { LeaseStatus } from '@openspot/core/residents/enums.ts'
import { type Data, residentsOf } from './data.ts'
import type { Property, Resident } from './residents.ts'
import { type Answer, type Asked, goodSecret } from './switches.ts'

const statuses: Record<LeaseStatus, [id: string, name: string]> = {
  APPLICANT: ['1', 'Applicant'],
  CANCELLED: ['2', 'Cancelled'],
  FUTURE: ['3', 'Future'],
  RENEWAL: ['3', 'Future'],
  CURRENT: ['4', 'Current'],
  NOTICE: ['5', 'Notice'],
  PAST: ['6', 'Past'],
  UNKNOWN: ['0', 'Unknown'],
}
const statusOf = (status: string): [id: string, name: string] =>
  status in statuses ? statuses[status as LeaseStatus] : [status, status]

/** `MM/DD/YYYY`, or nothing for no date, because absent values are left out. */
const dated = (date: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? date || undefined : `${month}/${day}/${year}`
}

interface Envelope {
  requestId?: unknown
  auth?: { type?: unknown }
  method?: { name?: unknown; params?: Record<string, unknown> }
}

/** Answers `POST /ext/orgs/{org}/v1/{group}` and, with a user instead of a key, `POST /api/v1/{group}`. */
export function answerEntrata(data: Data, asked: Asked): Answer {
  const { switches } = asked
  const request = parse(asked.body)
  const requestId = String(request?.requestId ?? '')
  const answer = (
    response: Record<string, unknown>,
    status = 200,
    headers: Record<string, string> = {},
  ): Answer => ({
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...limits, ...headers },
    body: [JSON.stringify({ response: { requestId, ...response } })],
  })
  const refuse = (code: number, message: string) =>
    answer(
      {
        error: {
          code,
          message: switches.echo ? `${message} ${JSON.stringify(asked.headers)} ${asked.body}` : message,
        },
      },
      switches.fault ? 400 : 200,
    )
  if (!isAllowed(asked)) return refuse(1403, 'Organization is not associated with this API key.')
  if (switches.error !== null) return refuse(switches.error.startsWith('310') ? 310 : 402, switches.error)
  const method = String(request?.method?.name ?? '')
  const params = request?.method?.params ?? {}
  if (switches.not_granted.includes(method.toLowerCase()))
    return refuse(303, `The service ${method} is not available.`)
  if (switches.empty) return answer({ code: 200, result: {} })
  if (method === 'getStatus')
    return answer({ code: 200, result: { status: 'Success', message: 'API service is available.' } })
  if (method === 'getProperties') {
    const ids = String(params['propertyIds'] ?? '').split(',')
    const properties = data
      .properties('ENTRATA')
      .filter(({ property_id }) => ids[0] === '' || ids.includes(property_id))
    const { items, headers } = paged(properties, asked)
    const Property = alone(items.map(propertyOf), switches.single_as_object)
    return answer({ code: 200, result: { PhysicalProperty: { Property } } }, 200, headers)
  }
  const id = String(params['propertyId'] ?? '')
  const property = data.property('ENTRATA', id)
  if (property === null || switches.not_subscribed.includes(id))
    return refuse(301, 'You do not have access to this property.')
  const one = <T>(list: T[]) => alone(list, switches.single_as_object)
  if (method === 'getLeases') {
    const { items, headers } = paged(leasesOf(property, params), asked)
    const lease = one(items.map((people) => leaseOf(property, people, one)))
    return answer({ code: 200, result: { currencyCode: 'USD', leases: { lease } } }, 200, headers)
  }
  if (method === 'getCustomers') {
    const ids = new Set(String(params['customerIds'] ?? '').split(','))
    const people = [...residentsOf(property)].filter(({ person_id }) => ids.has(person_id))
    return answer({
      code: 200,
      result: { Customers: { Customer: one(people.map((each) => customerOf(each, one))) } },
    })
  }
  if (method === 'getLeaseDetails') {
    const spots = [...residentsOf(property)].flatMap((each) =>
      each.lease_id === params['leaseId'] ? each.spots : [],
    )
    const item = (addOnName: string, index: number) => ({
      addOnId: String(index + 1),
      addOnType: 'Rentable Items',
      addOnCategory: 'Parking',
      addOnGroup: 'Covered',
      addOnName,
      leaseStatusType: 'Current',
    })
    const addOns = { rentableItems: { rentableItem: one(spots.map(item)) } }
    return answer({ code: 200, result: { leases: { lease: one([{ id: params['leaseId'], addOns }]) } } })
  }
  return refuse(404, `The method ${method} does not exist.`)
}

const limits = {
  'x-ratelimit-limit': '15000/DAY;1000/HOUR;150/MINUTE',
  'x-ratelimit-remaining': '14990/DAY;990/HOUR;149/MINUTE',
  'x-ratelimit-reset': '50000;3000;40',
}

function parse(body: string): Envelope | null {
  try {
    return JSON.parse(body) as Envelope
  } catch {
    return null
  }
}

function isAllowed({ path, headers, switches }: Asked): boolean {
  if (switches.deny) return false
  if (path.startsWith('/ext/')) return headers['x-api-key'] === goodSecret
  const [, basic = ''] = String(headers['authorization'] ?? '').split(' ')
  return Buffer.from(basic, 'base64').toString('utf8').endsWith(`:${goodSecret}`)
}

/** A list of one item is that item, as in a translation from XML. */
const alone = <T>(list: T[], is_single: boolean): T | T[] =>
  is_single && list.length === 1 ? (list[0] as T) : list

/** Returns one page, with the links to others. */
function paged<T>(
  list: Iterable<T>,
  { query, path, switches }: Asked,
): { items: T[]; headers: Record<string, string> } {
  const size = Math.min(Math.max(Number(query.get('per_page') ?? 500) || 500, 1), 500)
  const page = Math.max(Number(query.get('page_no') ?? 1) || 1, 1)
  const items: T[] = []
  let count = 0
  for (const each of list) {
    if (count >= (page - 1) * size && items.length < size) items.push(each)
    count += 1
  }
  const link = (number: number, rel: string) =>
    `<https://stand-in.example${path}?page_no=${number}&per_page=${size}>; rel="${rel}"`
  const last = Math.max(1, Math.ceil(count / size))
  const links = [link(1, 'first'), ...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return {
    items,
    headers: switches.no_links ? {} : { link: links.join(', '), 'x-total-count': String(count) },
  }
}

const propertyOf = ({ property_id, name, street }: Property) => ({
  PropertyID: Number(property_id),
  MarketingName: name,
  Type: 'Apartment',
  IsDisabled: 0,
  Address: {
    '@attributes': { AddressType: 'property' },
    Address: street,
    City: 'Springfield',
    State: 'IL',
    PostalCode: '62701',
    Country: 'US',
  },
})

/** People grouped by lease. A renewal is another interval of the same people's lease. */
function* leasesOf(property: Property, params: Record<string, unknown>): Generator<Resident[]> {
  const wanted = String(params['leaseStatusTypeIds'] ?? '').split(',')
  const moved_out_from = iso(String(params['moveOutDateFrom'] ?? ''))
  const known = Object.values(statuses).map(([id]) => id)
  let people: Resident[] = []
  const has = ([head]: Resident[]) => {
    if (head === undefined) return false
    const [id] = statusOf(head.status)
    // A status that nobody knows comes with the current ones.
    const is_wanted = wanted.includes(id) || (!known.includes(id) && wanted.includes('4'))
    return is_wanted && (moved_out_from === null || head.moves_out >= moved_out_from)
  }
  for (const each of residentsOf(property)) {
    const [head] = people
    const is_same =
      head?.household_id === each.household_id &&
      (head.lease_id === each.lease_id || each.status === 'RENEWAL')
    if (!is_same && has(people)) yield people
    people = is_same ? [...people, each] : [each]
  }
  if (has(people)) yield people
}

const iso = (date: string): string | null => {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

const customerTypes = {
  HEAD: 'Primary',
  SIGNER: 'Responsible',
  OCCUPANT: 'Non-responsible',
  GUARANTOR: 'Guarantor',
  CHILD: 'Child',
}

function leaseOf(property: Property, all: Resident[], one: <T>(list: T[]) => T | T[]) {
  const [head] = all
  if (head === undefined) throw new Error('A lease has people.')
  const people = all.filter(({ status }) => status !== 'RENEWAL')
  const renewal = all.find(({ status }) => status === 'RENEWAL')
  const [status, name] = statusOf(head.status)
  const interval = (of: Resident, id: string, is_renewal: boolean) => ({
    id,
    startDate: dated(of.lease_starts),
    endDate: dated(of.lease_ends),
    leaseIntervalTypeId: is_renewal ? '3' : '1',
    leaseIntervalTypeName: is_renewal ? 'Renewal' : 'Application',
    leaseIntervalStatusTypeId: is_renewal ? '3' : status,
    leaseIntervalStatusTypeName: is_renewal ? 'Future' : name === 'Notice' ? 'Current' : name,
    applications: {
      application: one([
        {
          leaseTerm: '12',
          leaseStartDate: dated(of.lease_starts),
          leaseEndDate: dated(of.lease_ends),
          isActiveLeaseInterval: is_renewal ? 'f' : 't',
        },
      ]),
    },
  })
  return {
    id: head.lease_id,
    leaseStatusTypeId: status,
    propertyId: property.property_id,
    propertyName: property.name,
    leaseType: 'Conventional',
    leaseIntervalStatus: name,
    leaseIntervalId: `8${head.lease_id}`,
    isMonthToMonth: head.is_month_to_month ? 1 : 0,
    moveInDate: dated(head.moves_in),
    moveOutDate: dated(head.moves_out),
    unitId: head.unit_id || undefined,
    buildingName: head.building || undefined,
    customers: { customer: one(people.map((each) => personOf(each, name, one))) },
    ...(head.unit === ''
      ? {}
      : { unitSpaces: { unitSpace: one([{ unitSpaceId: head.unit_id, unitSpace: head.unit }]) } }),
    leaseIntervals: {
      leaseInterval: one([
        interval(head, `8${head.lease_id}`, false),
        ...(renewal ? [interval(renewal, `9${renewal.lease_id}`, true)] : []),
      ]),
    },
  }
}

const personOf = (each: Resident, lease_status: string, one: <T>(list: T[]) => T | T[]) => ({
  id: Number(each.person_id),
  customerType: customerTypes[each.role],
  firstName: each.first_name || undefined,
  lastName: each.last_name || undefined,
  nameFull: `${each.first_name} ${each.last_name}`,
  emailAddress: each.email || undefined,
  leaseCustomerStatus: each.person_status || lease_status,
  relationshipName: customerTypes[each.role],
  birthDate: '02/03/1980',
  taxNumber: '000-00-0000',
  moveInDate: dated(each.moves_in),
  moveOutDate: dated(each.moves_out),
  ...(each.phone === ''
    ? {}
    : {
        phones: {
          phone: one([
            ...(each.work_phone === ''
              ? []
              : [{ phoneTypeName: 'Office', phoneType: 'office', phoneNumber: each.work_phone }]),
            { phoneTypeName: 'Primary', phoneType: 'mobile', phoneNumber: each.phone, countryCode: '1' },
          ]),
        },
      }),
})

const customerOf = (each: Resident, one: <T>(list: T[]) => T | T[]) => ({
  '@attributes': { Id: each.person_id },
  FirstName: each.first_name,
  LastName: each.last_name,
  UnitNumber: each.unit,
  BuildingName: each.building,
  DateOfBirth: '02/03/1980',
  ...(each.vehicles.length === 0
    ? {}
    : {
        Vehicles: {
          Vehicle: one(
            each.vehicles.map((vehicle) => ({
              Make: vehicle.make,
              Model: vehicle.model,
              Color: vehicle.color,
              Year: '2020',
              LicensePlateNumber: vehicle.plate,
              StateCode: vehicle.region,
            })),
          ),
        },
      }),
})
