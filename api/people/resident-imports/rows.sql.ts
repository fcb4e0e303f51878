import type { ImportRow } from '@openspot/contract/people/resident-imports.ts'
import type { Finding, ResidentRecord } from '@openspot/core/residents/decision.ts'
import type { ResidentAction, ResidentValidationCode } from '@openspot/core/residents/enums.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement, text } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** What is stored with a row besides its columns. */
export interface RowDetails {
  findings: Finding[]
  conflicting_user_ids?: string[]
  relinks?: { from_person_id: string; reason: 'VENDOR' | 'HOUSEHOLD' | 'CONTACT' } | null
  suggests?: { email?: string; phone?: string }
  /** Set for a resident who is missing from the pull: how many complete pulls in a row. */
  missed_pulls?: number
  /** When applying it failed. */
  failed_at?: string
}

export interface NewRow {
  row_no: number
  record: ResidentRecord
  findings: Finding[]
  dropped: string | null
}

/** Inserts rows as they were read. */
export async function insertRows(
  db: Db,
  { lot_id, import_id }: { lot_id: string; import_id: string },
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ row_no, record, findings, dropped }) => ({
    row_no,
    person_id: record.person_id,
    household_id: record.household_id,
    record,
    codes: findings.map(({ code }) => code),
    dropped,
    details: { findings },
  }))
  await sql`
    insert into resident_rows (lot_id, import_id, row_no, person_id, household_id, record, codes, dropped, details)
    select ${lot_id}, ${import_id}, x.row_no, x.person_id, x.household_id, x.record, x.codes, x.dropped, x.details
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x (row_no integer, person_id text, household_id text, record jsonb,
      codes resident_validation_code[], dropped text, details jsonb)`.execute(db)
}

/** Deletes the rows of an import, or those after a number: what an interrupted attempt had stored. */
export async function deleteRows(db: Db, import_id: string, after = 0): Promise<void> {
  await db
    .deleteFrom('resident_rows')
    .where('import_id', '=', import_id)
    .where('row_no', '>', after)
    .execute()
}

/** By what rows are put together: the leases of a person, the people of a household, of a unit, or with one contact. */
export const rowGroupings = ['person', 'household', 'unit', 'email', 'phone'] as const
export type RowGrouping = (typeof rowGroupings)[number]

const groupKeys: Record<RowGrouping, string> = {
  person: 'r.person_id',
  household: "concat_ws(' ', r.record ->> 'property_id', coalesce(r.household_id, r.record ->> 'lease_id'))",
  // A row without a unit has a group of its own.
  unit: `case when coalesce(r.record ->> 'unit_id', r.record ->> 'unit') is null then 'row ' || r.row_no
    else concat_ws(' ', r.record ->> 'property_id', coalesce(r.record ->> 'unit_id',
      lower(concat_ws('/', r.record ->> 'unit', r.record ->> 'building')))) end`,
  email: "coalesce(r.record ->> 'email', 'row ' || r.row_no)",
  phone: "coalesce(r.record ->> 'phone', 'row ' || r.row_no)",
}

const grouped = {
  row_no: 'integer',
  record: json<ResidentRecord>(),
  details: json<RowDetails>(),
  dropped: 'text?',
} as const
export type GroupedRow = RowOf<typeof grouped>

const ordered = { row_nos: json<number[]>() } as const
const orderStatements = Object.fromEntries(
  rowGroupings.map((by) => [
    by,
    statement(
      `order_rows_by_${by}`,
      ordered,
      `select jsonb_agg(r.row_no order by r.row_no) as row_nos from resident_rows r
       where r.import_id = $1 and r.record is not null group by ${groupKeys[by]} order by ${groupKeys[by]}`,
    ),
  ]),
) as Record<RowGrouping, ReturnType<typeof statement<typeof ordered>>>

const listed = statement(
  'list_rows_by_number',
  grouped,
  `select r.row_no, coalesce(r.record, '{}') as record, coalesce(r.details, '{}') as details, r.dropped
   from resident_rows r where r.import_id = $1 and r.row_no = any($2) and r.record is not null`,
)

/**
 * Reads the rows of an import by whole groups, about `limit` rows at a time. Which rows belong together is read once, because it
 * depends on what the rows contain, so no index has it.
 */
export async function* readGroups(
  pool: pg.Pool,
  import_id: string,
  by: RowGrouping,
  limit = 500,
): AsyncGenerator<GroupedRow[][]> {
  const groups = (await queryPrepared(pool, orderStatements[by], [import_id])).map(({ row_nos }) => row_nos)
  for (let from = 0; from < groups.length; ) {
    const page: number[][] = []
    for (let rows = 0; rows < limit && from < groups.length; from += 1) {
      const group = groups[from] ?? []
      page.push(group)
      rows += group.length
    }
    const rows = await queryPrepared(pool, listed, [import_id, page.flat()])
    const byNumber = new Map(rows.map((row) => [row.row_no, row]))
    yield page.map((group) => group.flatMap((row_no) => byNumber.get(row_no) ?? []))
  }
}

export interface CheckedRow {
  row_no: number
  record: ResidentRecord
  codes: ResidentValidationCode[]
  dropped: string | null
  details: RowDetails
  action?: ResidentAction | null
  severity?: string | null
  user_id?: string | null
  resident_id?: string | null
}

/** Stores what the rules said about rows. */
export async function storeChecked(db: Db, import_id: string, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update resident_rows r set record = x.record, codes = x.codes, dropped = x.dropped, details = x.details, action = x.action,
      severity = x.severity, user_id = x.user_id, resident_id = x.resident_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row_no integer, record jsonb, codes resident_validation_code[], dropped text,
      details jsonb, action resident_action, severity resident_severity, user_id uuid, resident_id uuid)
    where r.import_id = ${import_id} and r.row_no = x.row_no`.execute(db)
}

const counts = statement(
  'count_import_rows',
  {
    rows: 'integer',
    actions: json<Record<string, number>>(),
    codes: json<Record<string, number>>(),
    ends: 'integer',
    active: 'integer',
  },
  `select (select count(*)::int from resident_rows where import_id = $1 and dropped is null and not details ? 'missed_pulls') as rows,
     coalesce((select jsonb_object_agg(action, n) from (select action, count(*) as n from resident_rows
       where import_id = $1 and action is not null and (dropped is null or action in ('END', 'REVIEW')) group by 1) a), '{}') as actions,
     coalesce((select jsonb_object_agg(code, n) from (select code, count(*) as n from resident_rows, unnest(codes) code
       where import_id = $1 and dropped is null group by 1) c), '{}') as codes,
     (select count(*)::int from resident_rows where import_id = $1 and action = 'END') as ends,
     (select count(*)::int from residents where data_source_id = $2 and started_at is not null and ended_at is null) as active`,
)

/** Counts what an import would do, and the residents that there are. */
export async function countRows(db: Queryable, import_id: string, data_source_id: string) {
  const rows = await queryPrepared(db, counts, [import_id, data_source_id])
  return rows[0] ?? { rows: 0, actions: {}, codes: {}, ends: 0, active: 0 }
}

const suggestions = statement(
  'count_suggestions_of_import',
  { count: 'integer' },
  // A suggestion that was there before was counted by an earlier import.
  `select count(distinct r.id)::int as count from resident_rows w join residents r on r.id = w.resident_id and r.lot_id = w.lot_id
   where w.import_id = $1 and w.applied_at is not null and w.before is not null
     and (r.suggested_email is not null and r.suggested_email is distinct from w.before #>> '{resident,suggested_email}'
       or r.suggested_phone is not null and r.suggested_phone is distinct from w.before #>> '{resident,suggested_phone}')`,
)

/** Returns the number of residents to whom an import suggests a new email address or phone number. */
export async function countSuggestions(db: Queryable, import_id: string): Promise<number> {
  return (await queryPrepared(db, suggestions, [import_id]))[0]?.count ?? 0
}

const toApply = {
  row_no: 'integer',
  record: json<ResidentRecord>(),
  action: 'resident_rows.action!',
  details: json<RowDetails>(),
  user_id: 'uuid?',
  resident_id: 'uuid?',
  decision: 'resident_rows.decision',
  decided_user_id: 'uuid?',
} as const
export type RowToApply = RowOf<typeof toApply>

const next = statement(
  'list_rows_to_apply',
  toApply,
  `select row_no, coalesce(record, '{}') as record, action, coalesce(details, '{}') as details, user_id, resident_id, decision, decided_user_id from resident_rows
   where import_id = $1 and applied_at is null and record is not null
     and (action in ('CREATE', 'UPDATE', 'LINK', 'END', 'UNCHANGED') or action = 'REVIEW' and decision is not null) and row_no > $3
   order by row_no limit $2 for update`,
)

/** Returns the next rows to apply and locks them. Up to the row `after`, all are known to be done. */
export const lockRowsToApply = (tx: Tx, import_id: string, limit: number, after = 0) =>
  queryPrepared(tx, next, [import_id, limit, after])

/** Leaves out the next row, because applying it failed. Returns its number; null if there is none. */
export async function leaveOutNext(tx: Tx, import_id: string, now: Date): Promise<number | null> {
  const [row] = await lockRowsToApply(tx, import_id, 1)
  if (!row) return null
  await tx
    .updateTable('resident_rows')
    .set({
      action: 'BLOCK',
      severity: 'BLOCK',
      details: JSON.stringify({ ...row.details, failed_at: now.toISOString() }),
    })
    .where('import_id', '=', import_id)
    .where('row_no', '=', row.row_no)
    .execute()
  return row.row_no
}

const toUndo = statement(
  'list_rows_to_undo',
  { row_no: 'integer', resident_id: 'uuid?', user_id: 'uuid?', before: orNull(json<unknown>()) },
  `select row_no, resident_id, user_id, before from resident_rows
   where import_id = $1 and applied_at is not null and undone_at is null and before is not null order by applied_at desc, row_no desc
   limit $2 for update`,
)

/** Returns the next rows to undo and locks them, the last applied first. */
export const lockRowsToUndo = (tx: Tx, import_id: string, limit: number) =>
  queryPrepared(tx, toUndo, [import_id, limit])

const shown = {
  row_no: 'integer',
  person_id: 'text',
  name: 'text?',
  email: 'text?',
  phone: 'text?',
  unit: 'text?',
  lease_status: text<NonNullable<ImportRow['lease_status']>>(),
  status_raw: 'text?',
  access_from: 'text?',
  access_until: 'text?',
  action: 'resident_rows.action',
  severity: 'resident_rows.severity',
  codes: 'resident_rows.codes',
  phone_fault: orNull(text<NonNullable<ImportRow['phone_fault']>>()),
  unusable_plate: orNull(json<NonNullable<ImportRow['unusable_plate']>>()),
  candidates: json<ImportRow['candidates']>(),
  duplicate_of: orNull(json<NonNullable<ImportRow['duplicate_of']>>()),
  suggests: json<ImportRow['suggests']>(),
  decision: 'resident_rows.decision',
  is_applied: 'boolean',
  is_undone: 'boolean',
  is_kept: 'boolean',
  has_failed: 'boolean',
} as const

const shownColumns = `r.row_no, r.person_id, nullif(trim(concat_ws(' ', r.record ->> 'first_name', r.record ->> 'last_name')), '') as name,
     r.record ->> 'email' as email, r.record ->> 'phone' as phone, r.record ->> 'unit' as unit,
     coalesce(r.record ->> 'status', 'UNKNOWN') as lease_status, r.record ->> 'status_raw' as status_raw,
     r.record ->> 'access_from' as access_from, r.record ->> 'access_until' as access_until, r.action, r.severity, r.codes,
     jsonb_path_query_first(r.details, '$.findings[*].phone_fault') #>> '{}' as phone_fault,
     (select jsonb_build_object('plate', p ->> 'plate') || (p -> 'problem') from jsonb_path_query(r.details, '$.findings[*].unusable_plate') p limit 1)
       as unusable_plate,
     coalesce((select jsonb_agg(jsonb_build_object('user_id', u.id, 'name', p.name, 'email', p.email) order by p.name)
       from jsonb_array_elements_text(r.details -> 'conflicting_user_ids') c join users u on u.id = c::uuid
         cross join lateral visible_person(r.lot_id, u.id, $2::timestamptz, $3) p), '[]') as candidates,
     (select jsonb_build_object('row_no', o.row_no, 'shares', f -> 'duplicate_of' ->> 'shares', 'unit', o.record ->> 'unit',
         'name', nullif(trim(concat_ws(' ', o.record ->> 'first_name', o.record ->> 'last_name')), ''))
       from jsonb_path_query(r.details, '$.findings[*] ? (exists (@.duplicate_of))') f
         join resident_rows o on o.import_id = r.import_id and o.person_id = f -> 'duplicate_of' ->> 'person_id'
       where o.record is not null and o.dropped is null order by o.row_no limit 1) as duplicate_of,
     coalesce(r.details -> 'suggests', '{}') as suggests, r.decision, r.applied_at is not null as is_applied, r.undone_at is not null as is_undone,
     r.kept is not null as is_kept, coalesce(r.details ? 'failed_at', false) as has_failed
   from resident_rows r`

const page = statement(
  'list_import_rows',
  shown,
  `select ${shownColumns} where r.import_id = $1 and (r.dropped is null or r.action in ('END', 'REVIEW')) and r.row_no > $4
     and ($5::resident_action is null or r.action = $5) and ($6::resident_validation_code is null or $6 = any(r.codes))
   order by r.row_no limit $7`,
)
const single = statement(
  'find_import_row',
  shown,
  `select ${shownColumns} where r.import_id = $1 and r.row_no = $4`,
)

/** Returns rows of an import as staff see them, in the order in which they were read. */
export const listRows = (
  pool: pg.Pool,
  of: {
    import_id: string
    now: Date
    guest_days: number
    after: number
    action: string | null
    code: string | null
    limit: number
  },
): Promise<ImportRow[]> =>
  queryPrepared(pool, page, [
    of.import_id,
    of.now.toISOString(),
    of.guest_days,
    of.after,
    of.action,
    of.code,
    of.limit,
  ])

export async function findRow(
  pool: pg.Pool,
  of: { import_id: string; row_no: number; now: Date; guest_days: number },
): Promise<ImportRow | undefined> {
  const rows = await queryPrepared(pool, single, [
    of.import_id,
    of.now.toISOString(),
    of.guest_days,
    of.row_no,
  ])
  return rows[0]
}
