import type { ResidentRole, VendorRow, VendorVehicle } from '@openspot/core/residents/vendor-row.ts'
import { allAt, namesOf, textAt, textOfAny } from '../reading/nodes.ts'

/** Codes of units that are none: people without a unit, and waiting lists. */
const fakeUnits = new Set(['NONRESID', 'WAIT', 'WAIT_AFF', 'RETAIL', 'XWAIT'])

/** Phones by type, not by position, which varies. */
const phoneOrder = [/cell|mobile/i, /home/i, /office|work|business/i]

function phonesOf(node: unknown): string[] {
  const phones = allAt(node, 'phone').flatMap((phone) => {
    const number = textAt(phone, 'phonenumber')
    const type = `${textAt(phone, '@phonetype') ?? ''} ${textAt(phone, 'phonedescription') ?? ''}`
    const rank = phoneOrder.findIndex((pattern) => pattern.test(type))
    return number === null ? [] : [{ number, rank: rank < 0 ? phoneOrder.length : rank }]
  })
  return [...new Set(phones.toSorted((a, b) => a.rank - b.rank).map(({ number }) => number))]
}

/**
 * Returns the rows of one element `Resident`: the head of the household, and the other occupants. Nothing but the fields
 * of a row is read, so dates of birth, numbers, employers, and ledgers go nowhere.
 */
export function rowsOfResident(property_id: string, resident: unknown): VendorRow[] {
  const code = textAt(resident, '@tcode')
  if (code === null) return []
  const unit = textAt(resident, 'unitcode')
  if (unit !== null && fakeUnits.has(unit.toUpperCase())) return []
  const lease = {
    property_id,
    lease_id: code,
    household_id: code,
    unit_id: unit,
    unit,
    building: null,
    status: textAt(resident, 'status'),
    lease_starts: textAt(resident, 'leasefromdate'),
    lease_ends: textAt(resident, 'leasetodate'),
    notice: textAt(resident, 'noticedate'),
    is_month_to_month: false,
    is_renewal: false,
    spots: [],
    replaces_person_id: null,
  }
  const person = (node: unknown, person_id: string, role: ResidentRole): VendorRow => ({
    ...lease,
    person_id,
    role,
    person_status: null,
    first_name: textAt(node, 'firstname'),
    last_name: textAt(node, 'lastname'),
    email: textAt(node, 'email'),
    phones: phonesOf(node),
    moves_in: textAt(node, 'moveindate') ?? textAt(resident, 'moveindate'),
    moves_out: textAt(node, 'moveoutdate') ?? textAt(resident, 'moveoutdate'),
    vehicles: [],
  })
  const others = allAt(resident, 'otheroccupants', 'otheroccupant').flatMap((occupant) => {
    const occupant_code = textAt(occupant, '@code')
    return occupant_code === null ? [] : [person(occupant, occupant_code, 'OCCUPANT')]
  })
  // The code of the tenancy, which promotions and transfers name, and not the code of the person, which they don't.
  return [person(resident, code, 'HEAD'), ...others]
}

const known = {
  plate: /plate|licen[cs]e|tag/i,
  region: /state|province|region/i,
  make: /make|manufacturer/i,
  model: /model/i,
  color: /colou?r/i,
}
/** Fields that were seen or are plausible, and that nothing needs. */
const unused = /year|type|id$|code|#text|description|comment|notes?|permit|decal|vin/i

/** Returns the vehicles of an element, whose names nobody has published; `onUnknown` receives names, never values. */
export function vehiclesOf(node: unknown, onUnknown: (name: string) => void): VendorVehicle[] {
  return allAt(node, 'vehicle').flatMap((vehicle) => {
    const names = namesOf(vehicle)
    const value = (kind: keyof typeof known) => {
      const matching = names.filter(
        (name) => known[kind].test(name) && !(kind === 'plate' && /state|province|region|date/i.test(name)),
      )
      return textOfAny(vehicle, ...matching)
    }
    for (const name of names)
      if (!Object.values(known).some((pattern) => pattern.test(name)) && !unused.test(name)) onUnknown(name)
    const plate = value('plate')
    if (plate === null) return []
    return [
      { plate, region: value('region'), make: value('make'), model: value('model'), color: value('color') },
    ]
  })
}
