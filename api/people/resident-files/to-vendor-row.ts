import { createHash } from 'node:crypto'
import type { ColumnMapping, ResidentFileField } from '@openspot/core/residents/file-fields.ts'
import type { ResidentRole, VendorRow } from '@openspot/core/residents/vendor-row.ts'

/** The property of rows whose file has no column for it. */
export const FILE_PROPERTY = 'FILE'

/**
 * Returns the row of a line, or null for a line without a person, such as a vacant unit or a total.
 *
 * A file without IDs gets stable ones, so that the next file finds the same people: a hash of the name, building, and unit, or
 * else of the email address, or else of the phone number. The name comes first, because couples share addresses. A person who moves
 * to another unit or changes their name gets another ID, and is then matched by email or phone.
 */
export function toVendorRow(
  mapping: ColumnMapping,
  cells: readonly string[],
  has_1904_dates = false,
): VendorRow | null {
  const cell = (field: ResidentFileField): string | null => {
    const column = mapping[field]
    return column === undefined ? null : cells[column]?.trim() || null
  }
  const { first_name, last_name } = namesOf(cell)
  const email = cell('email')
  const phones = [
    ...new Set(
      (['mobile_phone', 'phone', 'home_phone', 'work_phone'] as const).flatMap((field) => cell(field) ?? []),
    ),
  ]
  const name = [first_name, last_name].filter((part) => part !== null).join(' ')
  if (name === '' && email === null && phones.length === 0) return null
  if (isNobody(name) || isTotal(name) || isTotal(cells.find((each) => each.trim() !== '') ?? '')) return null
  const property_id = cell('property_id') ?? FILE_PROPERTY
  const unit = cell('unit')
  const building = cell('building')
  const person_id =
    cell('person_id') ?? idOf([property_id, ...identityOf({ name, unit, building, email, phones })])
  const ends = cell('lease_ends')
  const is_month_to_month =
    ends !== null && /^(?:mtm|m ?[-/] ?t ?[-/] ?m|m ?\/ ?m|month.to.month|monthly)$/i.test(ends)
  const plate = cell('plate')
  const dateOf = (text: string | null) => dateOfNumber(text, has_1904_dates)
  return {
    property_id,
    person_id,
    lease_id: cell('lease_id') ?? person_id,
    household_id: cell('household_id'),
    first_name,
    last_name,
    email,
    phones,
    unit_id: null,
    unit,
    building,
    status: cell('status'),
    person_status: null,
    role: roleOf(cell('role')),
    lease_starts: dateOf(cell('lease_starts')),
    lease_ends: is_month_to_month ? null : dateOf(ends),
    moves_in: dateOf(cell('moves_in')),
    moves_out: dateOf(cell('moves_out')),
    notice: dateOf(cell('notice')),
    is_month_to_month,
    is_renewal: false,
    vehicles:
      plate === null
        ? []
        : [
            {
              plate,
              region: cell('plate_region'),
              make: cell('vehicle_make'),
              model: cell('vehicle_model'),
              color: cell('vehicle_color'),
            },
          ],
    spots: (cell('spot') ?? '').split(/[,;]/).flatMap((spot) => spot.trim() || []),
    replaces_person_id: null,
  }
}

type Cell = (field: ResidentFileField) => string | null

const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i

/** Reads `Last, First`, `Last, Jr., First`, and `First Last`. */
function namesOf(cell: Cell): { first_name: string | null; last_name: string | null } {
  const first_name = cell('first_name')
  const last_name = cell('last_name')
  const full = cell('full_name')
  if (first_name !== null || last_name !== null || full === null) return { first_name, last_name }
  const parts = full.split(',').flatMap((part) => part.trim() || [])
  if (parts.length > 1) {
    const [last = '', ...others] = parts
    const suffixes = others.filter((part) => suffix.test(part))
    const firsts = others.filter((part) => !suffix.test(part))
    if (firsts.length > 0) return { first_name: firsts.join(' '), last_name: [last, ...suffixes].join(' ') }
  }
  const words = full.replaceAll(',', ' ').trim().split(/\s+/)
  const tail = words.length > 2 && suffix.test(words.at(-1) ?? '') ? 2 : 1
  if (words.length === 1) return { first_name: null, last_name: full }
  return { first_name: words.slice(0, -tail).join(' '), last_name: words.slice(-tail).join(' ') }
}

/** Rent rolls list units without residents, too. */
const isNobody = (name: string): boolean =>
  /^(?:vacant|vacant unit|model|model unit|down|down unit|admin|admin unit|employee unit|office)$/i.test(
    name.trim(),
  )

const isTotal = (text: string): boolean => /^(?:grand )?totals?\b/i.test(text.trim())

interface Identity {
  name: string
  unit: string | null
  building: string | null
  email: string | null
  phones: readonly string[]
}

function identityOf({ name, unit, building, email, phones }: Identity): string[] {
  if (name !== '' && unit !== null) return ['name', name, building ?? '', unit]
  if (email !== null) return ['email', email]
  const digits = (phones[0] ?? '').replaceAll(/\D/g, '')
  return digits === '' ? ['name', name] : ['phone', digits]
}

/** A hash, so that an ID shows no personal data where it is listed. */
const idOf = (parts: readonly string[]): string =>
  `file-${createHash('sha256')
    .update(
      JSON.stringify(
        parts.map((part) => part.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()),
      ),
    )
    .digest('hex')
    .slice(0, 24)}`

function roleOf(text: string | null): ResidentRole {
  // A person who is listed without a role lives there on their own account.
  if (
    text === null ||
    (/head|primary|responsible|^(?:h|yes|y|resident|tenant)$/i.test(text) && !/non.?responsible/i.test(text))
  )
    return 'HEAD'
  if (/guarantor|co.?signer/i.test(text)) return 'GUARANTOR'
  if (/child|minor|dependent|son|daughter/i.test(text)) return 'CHILD'
  return /signer|lessee|lease ?holder|co.?(?:resident|tenant|applicant)/i.test(text) ? 'SIGNER' : 'OCCUPANT'
}

/** Turns the number of a day, which workbooks have in cells without a date format, into the date. */
function dateOfNumber(text: string | null, has_1904_dates: boolean): string | null {
  if (text === null || !/^\d{5}(?:\.\d+)?$/.test(text)) return text
  // Workbooks of old Macs count from 1904, and all others from 1900.
  const days = Math.floor(Number(text)) + (has_1904_dates ? 1_462 : 0)
  return days < 20_000 || days >= 80_000
    ? text
    : new Date((days - 25_569) * 86_400_000).toISOString().slice(0, 10)
}
