import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { findNullConditions, nullableColumns } from './null-conditions.ts'
import { sources } from './sources.ts'

/** Conditions over columns that may be null, and why null is right there. */
const justified: Record<string, string> = {
  'write_bill: s.assigned_user_id <> the_reservation.user_id': 'a spot without an assignee has no host',
  'notify_host_of_reservation: s.assigned_user_id <> new.user_id': 'a spot without an assignee has no host',
  'add_invoice: s.assigned_user_id <> the_reservation.user_id': 'a spot without an assignee has no host',
  'merge_blockers: i.user_id <> i.host_user_id': 'an invoice without a host is of one person',
  'merge_blockers: r.user_id <> s.assigned_user_id': 'a spot without an assignee is of nobody',
  'begin_payout: the_account.lot_id <> p_lot_id': 'the account of a host has no lot, and is paid from each',
  "find_differences: not (v.payment_kind = 'EARNINGS_DEDUCTION' and e.account = 'HOST_PAYABLE' and e.user_id = v.user_id)":
    'ledger_entries_check: HOST_PAYABLE has a person, and for another account the condition is false',
  'activate_reservation: other.version <> the_reservation.changes_version':
    'reservations_check6: a reservation that changes another has its version',
  "end_reservation: not (i.kind = 'PERIOD' and i.period_starts_at <= p_now)":
    'an invoice without a period stays owed',
  'check_debtor: r.user_id <> new.user_id': 'subscriptions_check1: that of a reservation has a person',
}

/** Checks that no condition of the SQL functions passes by itself because a column is null. */
export async function conditionsHeedNulls(): Promise<number> {
  const tables = nullableColumns(readFileSync(path.join(root, 'db', 'schema.txt'), 'utf8'))
  const found = sources(/^db\/functions\/.*\.sql$/).flatMap(({ file, text }) =>
    findNullConditions(text, tables).map((one) => ({
      ...one,
      file,
      key: `${one.function}: ${one.condition}`,
    })),
  )
  const reported = found.filter(({ key }) => !(key in justified))
  for (const { file, line, condition, columns } of reported)
    console.error(
      `${file}:${line}: ${columns.join(' and ')} may be null, and then "${condition}" is neither true nor false. Say "is distinct from" or "is not true".`,
    )
  const stale = Object.keys(justified).filter((key) => !found.some((one) => one.key === key))
  for (const key of stale)
    console.error(`cli/checks/conditions-heed-nulls.ts: this exception is no longer needed: ${key}`)
  return reported.length + stale.length === 0 ? 0 : 1
}
