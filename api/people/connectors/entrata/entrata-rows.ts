import type {
  ResidentRole,
  VendorProperty,
  VendorRow,
  VendorVehicle,
} from '@openspot/core/residents/vendor-row.ts'
import { allAt, isSet, textAt, textOfAny } from '../reading/nodes.ts'

/** What a person is known to have besides their lease. */
export interface CustomerFacts {
  vehicles: VendorVehicle[]
  building: string | null
}

export interface LeaseContext {
  property_id: string
  /** By the ID of the customer. */
  customers: ReadonlyMap<string, CustomerFacts>
  /** Rented parking spots by the ID of the lease. */
  spots: ReadonlyMap<string, readonly string[]>
}

interface Term {
  id: string | null
  status: string | null
  starts: string | null
  ends: string | null
}

/**
 * Returns the rows of a lease: one for each of its people, and one more for each whose next term is signed. The lease keeps
 * its ID through renewals, so the row of a renewal has that of the term in addition.
 */
export function rowsOfLease(context: LeaseContext, lease: unknown): VendorRow[] {
  const id = textAt(lease, 'id')
  if (id === null) return []
  const { current, renewal } = termsOf(lease)
  return allAt(lease, 'customers', 'customer').flatMap((customer) => {
    const row = rowOf(context, lease, id, current, customer)
    if (row === null) return []
    if (renewal === null) return [row]
    const next: VendorRow = {
      ...row,
      lease_id: `${id}:${renewal.id ?? 'renewal'}`,
      status: '3',
      person_status: null,
      lease_starts: renewal.starts,
      lease_ends: renewal.ends,
      moves_in: null,
      moves_out: null,
      is_month_to_month: false,
      is_renewal: true,
    }
    return [row, next]
  })
}

function rowOf(
  { property_id, customers, spots }: LeaseContext,
  lease: unknown,
  lease_id: string,
  term: Term | null,
  customer: unknown,
): VendorRow | null {
  const person_id = textAt(customer, 'id')
  if (person_id === null) return null
  const [space] = allAt(lease, 'unitSpaces', 'unitSpace')
  const known = customers.get(person_id)
  const role = roleOf(textOfAny(customer, 'customerType', 'relationshipName'))
  return {
    property_id: textAt(lease, 'propertyId') ?? property_id,
    person_id,
    lease_id,
    household_id: lease_id,
    ...namesOf(customer),
    email: textAt(customer, 'emailAddress') ?? textAt(customer, 'email'),
    phones: phonesOf(customer),
    unit_id: textAt(space, 'unitSpaceId') ?? textAt(lease, 'unitId'),
    unit: textOfAny(space, 'unitSpace', 'unitNumber') ?? textOfAny(lease, 'unitNumber', 'unitNumberCache'),
    building: textAt(lease, 'buildingName') ?? textAt(space, 'buildingName') ?? known?.building ?? null,
    status: textAt(lease, 'leaseStatusTypeId') ?? textAt(lease, 'leaseIntervalStatus'),
    person_status: textAt(customer, 'leaseCustomerStatus'),
    role,
    lease_starts: term?.starts ?? null,
    lease_ends: term?.ends ?? null,
    moves_in: textAt(customer, 'moveInDate') ?? textAt(lease, 'moveInDate'),
    moves_out: textAt(customer, 'moveOutDate') ?? textAt(lease, 'moveOutDate'),
    notice: textAt(lease, 'noticeDate'),
    is_month_to_month: isSet(textAt(lease, 'isMonthToMonth')),
    is_renewal: false,
    vehicles: known?.vehicles ?? [],
    spots: role === 'HEAD' ? [...(spots.get(lease_id) ?? [])] : [],
    replaces_person_id: null,
  }
}

function namesOf(customer: unknown): { first_name: string | null; last_name: string | null } {
  const first_name = textAt(customer, 'firstName')
  const last_name = textAt(customer, 'lastName')
  if (first_name !== null || last_name !== null) return { first_name, last_name }
  const [, first = null, last = null] = /^(\S+)\s+(.+)$/.exec(textAt(customer, 'nameFull') ?? '') ?? []
  return { first_name: first, last_name: last }
}

/** The vendor publishes no list of types, so a person of an unknown type counts as living there. */
function roleOf(type: string | null): ResidentRole {
  const text = type?.toLowerCase() ?? ''
  if (text.startsWith('primary')) return 'HEAD'
  if (text.includes('guarantor')) return 'GUARANTOR'
  if (text.includes('child') || text.includes('minor')) return 'CHILD'
  return text.startsWith('responsible') ? 'SIGNER' : 'OCCUPANT'
}

/** Mobile phones first, then those of people, then those of offices. */
function phonesOf(customer: unknown): string[] {
  const phones = allAt(customer, 'phones', 'phone').flatMap((phone) => {
    const number = textOfAny(phone, 'phoneNumber', 'number')
    return number === null ? [] : [{ number, rank: phoneRank(phone) }]
  })
  const plain = textAt(customer, 'phoneNumber')
  return [
    ...new Set([
      ...phones.toSorted((a, b) => a.rank - b.rank).map(({ number }) => number),
      ...(plain === null ? [] : [plain]),
    ]),
  ]
}

function phoneRank(phone: unknown): number {
  const kinds = ['phoneTypeId', 'phoneTypeName', 'phoneType'].map(
    (name) => textAt(phone, name)?.toLowerCase() ?? '',
  )
  if (kinds.includes('4') || kinds.some((kind) => /mobile|cell/.test(kind))) return 0
  if (kinds.includes('1') || kinds.some((kind) => /primary/.test(kind))) return 1
  if (kinds.includes('2') || kinds.some((kind) => /home|personal/.test(kind))) return 2
  if (kinds.includes('3') || kinds.some((kind) => /office|work/.test(kind))) return 3
  return kinds.includes('5') || kinds.some((kind) => /fax/.test(kind)) ? 5 : 4
}

/** Finds the term that applies now, and a signed one that follows it. */
function termsOf(lease: unknown): { current: Term | null; renewal: Term | null } {
  const intervals = allAt(lease, 'leaseIntervals', 'leaseInterval')
  const own = textAt(lease, 'leaseIntervalId')
  const isActive = (interval: unknown) =>
    allAt(interval, 'applications', 'application').some((each) =>
      isSet(textAt(each, 'isActiveLeaseInterval')),
    )
  const hasStatus = (interval: unknown, status: string) =>
    textAt(interval, 'leaseIntervalStatusTypeName')?.toLowerCase() === status
  const current =
    intervals.find((each) => own !== null && textAt(each, 'id') === own && !hasStatus(each, 'past')) ??
    intervals.find((each) => hasStatus(each, 'current')) ??
    intervals.find(isActive) ??
    intervals.at(-1)
  const renewal = intervals.find(
    (each) =>
      each !== current &&
      (textAt(each, 'leaseIntervalTypeId') === '3' ||
        /renewal/i.test(textAt(each, 'leaseIntervalTypeName') ?? '')) &&
      hasStatus(each, 'future'),
  )
  return { current: termOf(current), renewal: termOf(renewal) }
}

function termOf(interval: unknown): Term | null {
  if (interval === undefined) return null
  const [application] = allAt(interval, 'applications', 'application')
  return {
    id: textAt(interval, 'id'),
    status: textAt(interval, 'leaseIntervalStatusTypeName'),
    starts: textAt(interval, 'startDate') ?? textAt(application, 'leaseStartDate'),
    ends: textAt(interval, 'endDate') ?? textAt(application, 'leaseEndDate'),
  }
}

/** Returns what getCustomers says, by the ID of the customer. */
export function customersOf(result: unknown): Map<string, CustomerFacts> {
  return new Map(
    allAt(result, 'Customers', 'Customer').flatMap((customer) => {
      const id = textAt(customer, '@attributes', 'Id') ?? textAt(customer, 'Id')
      return id === null
        ? []
        : [[id, { vehicles: vehiclesOf(customer), building: textAt(customer, 'BuildingName') }] as const]
    }),
  )
}

const vehiclesOf = (customer: unknown): VendorVehicle[] =>
  allAt(customer, 'Vehicles', 'Vehicle').flatMap((vehicle) => {
    const plate = textAt(vehicle, 'LicensePlateNumber')
    return plate === null
      ? []
      : [
          {
            plate,
            region: textOfAny(vehicle, 'StateCode', 'State'),
            make: textAt(vehicle, 'Make'),
            model: textAt(vehicle, 'Model'),
            color: textAt(vehicle, 'Color'),
          },
        ]
  })

/** Returns the properties of a page. */
export const propertiesOf = (properties: readonly unknown[]): VendorProperty[] =>
  properties.flatMap((property) => {
    const property_id = textOfAny(property, 'PropertyID', 'PropertyId')
    if (property_id === null) return []
    const [address] = allAt(property, 'Address')
    const lines = ['Address', 'City', 'State', 'PostalCode'].flatMap((name) => textAt(address, name) ?? [])
    return [
      {
        property_id,
        name: textAt(property, 'MarketingName') ?? property_id,
        address: lines.length === 0 ? null : lines.join(', '),
        is_active: !isSet(textAt(property, 'IsDisabled')),
      },
    ]
  })

/** Returns the names of rented parking spots among the add-ons of a lease. Past ones are left out. */
export const parkingOf = (addOns: readonly unknown[]): string[] =>
  addOns.flatMap((addOn) =>
    allAt(addOn, 'rentableItems', 'rentableItem').flatMap((item) => {
      const name = textAt(item, 'addOnName')
      const is_parking = /park|garage|carport|stall/i.test(
        `${textAt(item, 'addOnCategory') ?? ''} ${textAt(item, 'addOnGroup') ?? ''}`,
      )
      const is_past = /past|cancel|denied/i.test(textAt(item, 'leaseStatusType') ?? '')
      return name !== null && is_parking && !is_past ? [name] : []
    }),
  )
