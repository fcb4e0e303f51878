import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

type Rows = Record<string, unknown>[]

/** Columns that mark a row as the user's own. Other columns only name who did something. */
const ownColumns = ['user_id', 'assigned_user_id', 'reporter_user_id', 'reported_by_user_id']
/** Columns left out: secrets that would grant access if the copy leaked, internal ids, and plates of other people. */
const kept = /hash|secret|token|public_key|stripe_|credential_id|idempotency_key|similar_plates/
/** Queries for rows that belong to the user's data but do not name the user. */
const parts: Record<string, string> = {
  invoice_lines: `select x.* from invoice_lines x join invoices i on i.id = x.invoice_id and i.lot_id = x.lot_id where i.user_id = $1`,
  payments: `select x.* from payments x join invoices i on i.id = x.invoice_id and i.lot_id = x.lot_id where i.user_id = $1`,
  refunds: `select x.* from refunds x join invoices i on i.id = x.invoice_id and i.lot_id = x.lot_id where i.user_id = $1`,
  reservation_events: `select x.* from reservation_events x join reservations r on r.id = x.reservation_id and r.lot_id = x.lot_id where r.user_id = $1`,
  messages_received: `select x.created_at, x.reservation_id, x.text from reservation_messages x where x.to_user_id = $1`,
  letters: `select x.created_at, x.to_address, x.kind, x.subject, x.body_text, x.sent_at from emails x
    join users u on u.email_verified_at is not null and x.to_address = u.email
      or u.contact_verified_at is not null and x.to_address = u.contact_email where u.id = $1
    and x.kind not in ('sign_in', 'verify_email', 'reset_password', 'guest', 'sign_up_taken', 'account_change', 'second_factor_blocked')`,
  audit_log: `select x.at, x.lot_id, x.actor_role, x.action, x.subject_kind, x.subject_id from audit_log x where x.actor_user_id = $1`,
}

const userColumns = statement(
  'list_user_columns',
  { the_table: 'text', the_column: 'text' },
  `select the_table::text, the_column::text from user_columns() where the_column = any($1) order by 1, 2`,
)

/** Returns all data stored about a person, by table. New tables are included automatically. */
export async function collect(tx: Tx, user_id: string): Promise<Record<string, Rows>> {
  const data: Record<string, Rows> = {
    users: await rowsOf(tx, 'select x.* from users x where x.id = $1', user_id),
  }
  const columns = await queryPrepared(tx, userColumns, [ownColumns])
  for (const { the_table, the_column } of columns) {
    const rows = await rowsOf(tx, `select x.* from ${the_table} x where x.${the_column} = $1`, user_id)
    data[the_table] = [...(data[the_table] ?? []), ...rows]
  }
  for (const [name, query] of Object.entries(parts)) data[name] = await rowsOf(tx, query, user_id)
  return data
}

/** Returns the columns of `{ row }` with their values. Which columns a table has is only known when it is read. */
function entriesOf(found: unknown): [string, unknown][] {
  if (typeof found !== 'object' || found === null || !('row' in found)) return []
  return Object.entries(found.row ?? {})
}

/** The names in the query come from the database and from us; the person's id is a parameter. */
async function rowsOf(tx: Tx, query: string, user_id: string): Promise<Rows> {
  const [before = '', after = ''] = query.split('$1')
  const { rows } = await sql`
    select to_jsonb(y) as row from (${sql.raw(before)}${user_id}::uuid${sql.raw(after)}) y`.execute(tx)
  return rows.map((found) => Object.fromEntries(entriesOf(found).filter(([name]) => !kept.test(name))))
}

const tryLockExportStatement = statement(
  'try_lock_export',
  { is_ours: 'boolean' },
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours',
)

/** Locks the export of a user until the transaction ends. Returns false if another export of theirs is running. */
export async function tryLockExport(tx: Tx, user_id: string): Promise<boolean> {
  const rows = await queryPrepared(tx, tryLockExportStatement, [`export ${user_id}`])
  return rows[0]?.is_ours ?? false
}
