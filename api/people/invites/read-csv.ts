import type { InviteRow } from '@openspot/contract/people/invites.ts'
import { type LotRole, lotRoles } from '@openspot/core/enums.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import { phoneFault, readPhone } from '@openspot/core/phones/phones.ts'
import { isPlainName } from '@openspot/core/text/plain-name.ts'
import type { Separator } from '@openspot/core/text/separators.ts'
import { nameFinder } from '@openspot/messages/table-words.ts'
import type { Message, Translate } from '@openspot/messages/translate.ts'
import { CsvError } from 'csv-parse/sync'
import { hasOtherWidth, readTable, titlesOf } from '../../csv.ts'
import { refuse } from '../../errors.ts'

/** The facts that rows are checked against. */
export interface Inviting {
  country: string
  groups: readonly { id: string; name: string }[]
  spots: readonly { id: string; label: string; assigned_user_id: string | null }[]
  /** The highest role rank that the caller may give. */
  reach: number
}

const heads = ['email', 'phone', 'first_name', 'last_name', 'role', 'group', 'spot'] as const
type Head = (typeof heads)[number]
const MAX_ROWS = 500

const findHead = nameFinder(heads, (t, head) => t(`csv.columns.${head}`))
const findRole = nameFinder(lotRoles, (t, name) => t(`staff.roles.${name}`))

/** A row with the resolved group and spot ids. */
export type ReadRow = InviteRow & { group_id: string | null; spot_id: string | null }

/** Parses a table of invites. Errors are reported with their row; only an unreadable table is rejected. */
export function readInvites(
  t: Translate,
  csv: string,
  lot: Inviting,
): { separator: Separator; rows: ReadRow[] } {
  const { separator, rows: table } = tableOf(csv)
  const [first, ...rest] = table
  const titles = titlesOf(first?.cells ?? [])
  const columns = titles.map((title) => findHead(title))
  const unknown = titles.find((title, at) => title.trim() !== '' && columns[at] === undefined)?.trim()
  const field = 'csv'
  if (unknown !== undefined) {
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.tables.columnUnknown', { column: unknown, columns: heads.join(', ') }),
    })
  }
  if (!columns.includes('email') && !columns.includes('phone')) {
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.invites.firstLine'),
    })
  }
  if (rest.length === 0) refuse('request_invalid', { field, message: (t) => t('apiErrors.invites.noPeople') })
  if (rest.length > MAX_ROWS) {
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.invites.tooManyRows', { max: MAX_ROWS }),
    })
  }
  const rows = rest.map((of) => {
    const { cells, row_no } = of
    const cell = (head: Head) => cells[columns.indexOf(head)]?.trim() || null
    const row = readRow(t, cell, row_no, lot)
    if (hasOtherWidth(of, titles.length))
      row.errors.push({
        field: 'email',
        message: t('apiErrors.rows.cellCount', { count: cells.length, columns: titles.length }),
      })
    return row
  })
  markDuplicates(t, rows)
  return { separator, rows }
}

const knownHeads = (cells: readonly string[]) => cells.filter((cell) => findHead(cell) !== undefined).length

function tableOf(csv: string) {
  try {
    return readTable(csv, knownHeads)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse('request_invalid', {
      field: 'csv',
      message: (t) => t('apiErrors.tables.unreadable', { reason: error.message }),
    })
  }
}

const isEmail = (text: string) => text.length <= 254 && /^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$/.test(text)

function readRow(t: Translate, cell: (head: Head) => string | null, line: number, lot: Inviting): ReadRow {
  const errors: InviteRow['errors'] = []
  const wrong = (field: Head, message: Message) => void errors.push({ field, message: message(t) })
  const email = cell('email')?.toLowerCase() ?? null
  const typed = cell('phone')
  const phone = typed === null ? null : readPhone(typed, lot.country)
  if (email === null && typed === null) wrong('email', (t) => t('apiErrors.rows.addressMissing'))
  if (email !== null && !isEmail(email)) wrong('email', (t) => t('apiErrors.rows.emailInvalid'))
  const fault = typed === null ? null : phoneFault(typed, lot.country)
  if (fault !== null) wrong('phone', (t) => t(`apiErrors.phones.${fault}`))
  for (const field of ['first_name', 'last_name'] as const) {
    if ((cell(field)?.length ?? 0) > 100) wrong(field, (t) => t('apiErrors.rows.nameTooLong'))
    if (!isPlainName(cell(field) ?? '')) wrong(field, (t) => t('apiErrors.request.name'))
  }
  return {
    line,
    email,
    phone: phone ?? typed,
    first_name: cell('first_name'),
    last_name: cell('last_name'),
    role: readRole(cell('role'), lot.reach, wrong),
    group: cell('group'),
    spot: cell('spot'),
    group_id: readGroup(cell('group'), lot, wrong),
    spot_id: readSpot(cell('spot'), lot, wrong),
    errors,
  }
}

type Wrong = (field: Head, message: Message) => void

function readRole(text: string | null, reach: number, wrong: Wrong): LotRole {
  const role = findRole(text ?? 'MEMBER')
  if (role === undefined) {
    wrong('role', (t) => t('apiErrors.rows.roleInvalid', { roles: lotRoles.join(', ') }))
    return 'MEMBER'
  }
  if (roleRank(role) > reach) wrong('role', (t) => t('apiErrors.rows.roleAbove'))
  return role
}

function readGroup(name: string | null, lot: Inviting, wrong: Wrong): string | null {
  if (name === null) return null
  const group = lot.groups.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!group) wrong('group', (t) => t('apiErrors.rows.groupUnknown'))
  return group?.id ?? null
}

function readSpot(label: string | null, lot: Inviting, wrong: Wrong): string | null {
  if (label === null) return null
  const spot = lot.spots.find((each) => each.label.toLowerCase() === label.toLowerCase())
  if (!spot) wrong('spot', (t) => t('apiErrors.rows.spotUnknown'))
  else if (spot.assigned_user_id !== null) wrong('spot', (t) => t('apiErrors.invites.spotAssigned'))
  return spot?.id ?? null
}

/** An address or spot in two rows is a mistake; only the first row counts. */
function markDuplicates(t: Translate, rows: readonly ReadRow[]): void {
  for (const field of ['email', 'phone', 'spot'] as const) {
    const seen = new Map<string, number>()
    for (const row of rows) {
      const value = row[field]?.toLowerCase()
      if (value === undefined) continue
      const before = seen.get(value)
      if (before === undefined) seen.set(value, row.line)
      else row.errors.push({ field, message: t('apiErrors.rows.personBefore', { line: String(before) }) })
    }
  }
}
