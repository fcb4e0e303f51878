import { contactChanges, withDuplicate, withMismatch } from './contact-changes.ts'
import { type Decision, type Evaluated, type KnownResident, type ResidentRules } from './decision.ts'
import type { ResidentAction } from './enums.ts'
import { hasCode, inCodeOrder, mostSevere } from './findings.ts'
import { differs, endedRecord, isBeforeStart, lastDay, softenForKnown, unchangedRecord } from './known.ts'
import { findResident, type Match, matchRow, type People } from './match.ts'

export interface RowToDecide extends People {
  evaluated: Evaluated
  /** Whether the email of the row belongs to a user who is not `known`. */
  is_new_email_taken: boolean
}

/** A row and whom it means, while it is decided. */
interface Meant {
  row: Evaluated
  resident: KnownResident | null
  relinks: Decision['relinks']
}

const decision = (
  { row, resident, relinks }: Meant,
  action: ResidentAction,
  more: Partial<Decision> = {},
): Decision => ({
  action,
  severity: mostSevere(more.findings ?? row.findings),
  findings: inCodeOrder(row.findings),
  record: row.record,
  user_id: resident?.user_id ?? null,
  resident_id: resident?.resident_id ?? null,
  conflicting_user_ids: [],
  relinks,
  suggests: {},
  ...more,
})

/** Decides what becomes of a row that `govern` returned. The same input always gives the same decision. */
export function decide(of: RowToDecide, rules: ResidentRules): Decision {
  const { evaluated } = of
  const found = findResident(evaluated.record, of)
  if (found)
    return decideKnown({ row: softenForKnown(evaluated, found.resident, rules), ...found }, of, rules)
  const unknown: Meant = { row: evaluated, resident: null, relinks: null }
  if (evaluated.dropped) return decision(unknown, 'SKIP')
  // Who is listed twice may be someone whom the lot knows, too.
  const severity = mostSevere(evaluated.findings.filter(({ code }) => code !== 'POSSIBLE_DUPLICATE'))
  if (severity === 'BLOCK' || severity === 'REVIEW') return decision(unknown, severity)
  if (severity === 'SKIP' || severity === 'END') return decision(unknown, 'SKIP')
  return decideNew(unknown, of, rules)
}

/** Decides about an importable row of a person whom this data source did not know by that ID. */
function decideNew(unknown: Meant, of: RowToDecide, rules: ResidentRules): Decision {
  const { row } = unknown
  const match = matchRow(row.record, of, rules)
  if (hasCode(row.findings, 'POSSIBLE_DUPLICATE')) {
    const conflicting_user_ids = usersOf(match)
    return decision(unknown, 'REVIEW', { conflicting_user_ids })
  }
  switch (match.kind) {
    case 'NEW':
      return decision(unknown, 'CREATE')
    case 'USER':
      return decision(unknown, 'LINK', { user_id: match.user_id })
    case 'RESIDENT':
      return decideKnown({ ...match, row: softenForKnown(row, match.resident, rules) }, of, rules)
    case 'REVIEW': {
      const findings = match.is_mismatch ? withMismatch(row.findings) : withDuplicate(row.findings)
      return decision(unknown, 'REVIEW', { findings, conflicting_user_ids: match.conflicting_user_ids })
    }
  }
}

/** The people of the lot whom a row may mean. */
function usersOf(match: Match): string[] {
  switch (match.kind) {
    case 'NEW':
      return []
    case 'USER':
      return [match.user_id]
    case 'RESIDENT':
      return [match.resident.user_id]
    case 'REVIEW':
      return match.conflicting_user_ids
  }
}

type Known = Meant & { resident: KnownResident }

function decideKnown(meant: Known, of: RowToDecide, rules: ResidentRules): Decision {
  const { row, resident } = meant
  if (row.dropped) return decideDropped(meant, rules)
  const severity = mostSevere(row.findings)
  if (severity === 'BLOCK' || severity === 'SKIP') return decision(meant, severity)
  if (severity === 'END') return decideEnd(meant, rules)
  // Staff ended the residence. Only they bring the person back, and only a new lease gives a reason to ask them.
  if (resident.is_ended_by_staff) {
    return row.record.lease_id === resident.lease_id
      ? decision(meant, 'UNCHANGED', { record: unchangedRecord(row.record, resident) })
      : decision(meant, 'REVIEW', { conflicting_user_ids: [resident.user_id] })
  }
  const changes = contactChanges(row.record, resident, of)
  const findings = inCodeOrder([...row.findings, ...changes.findings])
  const { conflicting_user_ids } = changes
  if (mostSevere(findings) === 'REVIEW') return decision(meant, 'REVIEW', { findings, conflicting_user_ids })
  const { suggests } = changes
  if (meant.relinks) return decision(meant, 'LINK', { findings, suggests })
  const is_changed = resident.is_ended || differs(row.record, resident)
  return decision(meant, is_changed ? 'UPDATE' : 'UNCHANGED', { findings, suggests })
}

/** A row that is left out changes nothing, unless its status means that a person who should move in never will. */
function decideDropped(meant: Known, rules: ResidentRules): Decision {
  const { row, resident } = meant
  const never_comes = row.dropped === 'EXCLUDED_STATUS' && isBeforeStart(row.record, resident, rules.today)
  return never_comes ? decideEnd(meant, rules) : decision(meant, 'SKIP')
}

function decideEnd(meant: Known, rules: ResidentRules): Decision {
  const { row, resident } = meant
  const access_until = lastDay(row.record, resident, rules)
  if (resident.is_ended_by_staff || (resident.is_ended && resident.access_until === access_until))
    return decision(meant, 'UNCHANGED', { record: unchangedRecord(row.record, resident) })
  return decision(meant, 'END', { record: endedRecord(row.record, resident, access_until) })
}
