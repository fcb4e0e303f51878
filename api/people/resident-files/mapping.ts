import {
  type ColumnMapping,
  type ResidentFileField,
  residentFileFields,
} from '@openspot/core/residents/file-fields.ts'

/** Names of columns in rent rolls and exports, as they are after `plain`. The first that fits is taken. */
const names: Record<ResidentFileField, readonly string[]> = {
  first_name: [
    'first name',
    'firstname',
    'first',
    'given name',
    'resident first name',
    'tenant first name',
    'fname',
  ],
  last_name: [
    'last name',
    'lastname',
    'last',
    'surname',
    'family name',
    'resident last name',
    'tenant last name',
    'lname',
  ],
  full_name: [
    'full name',
    'resident name',
    'tenant name',
    'name',
    'name full',
    'customer name',
    'lessee',
    'lessee name',
    'occupant name',
    'primary resident',
    'household name',
    'residents',
    'tenants',
    'resident',
    'tenant',
    'occupant',
  ],
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'resident email',
    'tenant email',
    'primary email',
    'emails',
  ],
  mobile_phone: [
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'cellphone',
    'cell number',
    'cell no',
  ],
  phone: [
    'phone',
    'phone number',
    'phone no',
    'primary phone',
    'telephone',
    'resident phone',
    'tenant phone',
    'phone 1',
    'contact number',
    'contact phone',
    'phones',
    'phone numbers',
  ],
  home_phone: ['home phone', 'home', 'phone home', 'home number'],
  work_phone: ['work phone', 'work', 'phone work', 'office phone', 'business phone'],
  unit: [
    'unit',
    'unit number',
    'unit no',
    'unit name',
    'unit code',
    'unit id',
    'apartment',
    'apartment number',
    'apt',
    'apt no',
    'apt number',
    'bldg unit',
    'building unit',
    'suite',
    'unit space',
    'residence',
    'bldg apt',
  ],
  building: [
    'building',
    'building name',
    'building number',
    'building no',
    'bldg',
    'bldg no',
    'bldg name',
    'tower',
  ],
  status: [
    'status',
    'lease status',
    'resident status',
    'tenant status',
    'occupancy status',
    'lease interval status',
    'unit lease status',
  ],
  lease_starts: [
    'lease start',
    'lease start date',
    'lease from',
    'lease from date',
    'lease begin',
    'lease begin date',
    'lease begins',
    'lease commencement',
    'start date',
    'begin date',
    'from date',
    'start',
    'from',
  ],
  lease_ends: [
    'lease end',
    'lease end date',
    'lease to',
    'lease to date',
    'lease expiration',
    'lease expiration date',
    'lease exp',
    'lease exp date',
    'lease expires',
    'lease expiry',
    'expiration',
    'expiration date',
    'expires',
    'end date',
    'to date',
    'end',
    'to',
  ],
  moves_in: [
    'move in',
    'move in date',
    'movein',
    'movein date',
    'moved in',
    'actual move in',
    'scheduled move in',
    'move ins',
    'possession date',
    'occupied since',
  ],
  moves_out: [
    'move out',
    'move out date',
    'moveout',
    'moveout date',
    'moved out',
    'expected move out',
    'scheduled move out',
    'move outs',
    'vacate date',
  ],
  notice: ['notice', 'notice date', 'notice given', 'notice given date', 'notice for date', 'notice on'],
  role: [
    'relationship',
    'role',
    'resident type',
    'tenant type',
    'occupant type',
    'customer type',
    'responsible',
  ],
  person_id: [
    'resident id',
    'resident code',
    'resident no',
    'resident number',
    'tenant code',
    'tenant id',
    'tenant no',
    't code',
    'tcode',
    'person id',
    'customer id',
    'customer no',
    'resident member id',
    'account number',
    'member id',
    'id',
    'code',
  ],
  lease_id: ['lease id', 'lease no', 'lease number', 'lease code', 'contract id', 'contract number'],
  household_id: ['household id', 'household', 'household no', 'resh id', 'group id'],
  property_id: [
    'property',
    'property id',
    'property code',
    'property name',
    'site id',
    'site',
    'community',
    'community id',
  ],
  plate: [
    'license plate',
    'license plate number',
    'license plate no',
    'plate',
    'plate number',
    'plate no',
    'vehicle plate',
    'licence plate',
    'tag',
    'tag number',
    'license',
    'vehicle license plate',
  ],
  plate_region: [
    'plate state',
    'license plate state',
    'license state',
    'vehicle state',
    'tag state',
    'registration state',
  ],
  vehicle_make: ['make', 'vehicle make', 'car make'],
  vehicle_model: ['model', 'vehicle model', 'car model'],
  vehicle_color: ['color', 'vehicle color', 'car color', 'colour'],
  spot: [
    'parking spot',
    'parking space',
    'parking stall',
    'parking',
    'spot',
    'stall',
    'space',
    'assigned parking',
    'parking number',
    'parking no',
    'parking space number',
    'garage',
    'carport',
    'space number',
    'spot number',
    'rentable item',
  ],
}

/** Returns a name as `names` has it: `Lease\nExp. Date` and `LeaseExpDate` are both `lease exp date`. */
const plain = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/#/g, ' no ')
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Suggests which column is which field, by the names that property managers in the United States use. No column is used
 * twice, and of two with the same meaning, the first is.
 */
export function suggestMapping(columns: readonly string[]): ColumnMapping {
  const found = columns.map(plain)
  const mapping: ColumnMapping = {}
  const used = new Set<number>()
  const take = (field: ResidentFileField, column: number) => {
    if (column < 0 || used.has(column) || mapping[field] !== undefined) return
    mapping[field] = column
    used.add(column)
  }
  // In rent rolls of Yardi, `Resident` is a code next to `Name`.
  if (found.includes('resident') && found.some((name) => ['name', 'resident name'].includes(name)))
    take('person_id', found.indexOf('resident'))
  for (const field of residentFileFields) {
    const column = names[field]
      .map((name) => found.findIndex((each, index) => each === name && !used.has(index)))
      .find((index) => index >= 0)
    take(field, column ?? -1)
  }
  return mapping
}

/** The number of columns that a row of names would explain, by which a header is recognized. */
export const recognizedColumns = (cells: readonly string[]): number =>
  Object.keys(suggestMapping(cells)).length
