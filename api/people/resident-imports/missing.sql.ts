import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'

const missing = {
  resident_id: 'uuid',
  user_id: 'uuid!',
  person_id: 'text',
  household_id: 'text?',
  access_until: 'date?',
  missed_pulls: 'integer',
} as const
export type MissingResident = RowOf<typeof missing>

const list = statement(
  'list_missing_residents',
  missing,
  `select r.id as resident_id, r.user_id, r.person_id, r.household_id, r.access_until, r.missed_pulls from residents r
   where r.data_source_id = $2 and r.user_id is not null and r.ended_at is null and r.opted_out_at is null
     and not exists (select from resident_rows x where x.import_id = $1 and (x.person_id = r.person_id or x.resident_id = r.id))
   order by r.person_id`,
)

/** Returns the residents of a data source who are not in an import. */
export const listMissing = (
  pool: pg.Pool,
  of: { import_id: string; data_source_id: string },
): Promise<MissingResident[]> => queryPrepared(pool, list, [of.import_id, of.data_source_id])

/** Deletes the rows of missing residents, which are decided again when an interrupted check is repeated. */
export async function deleteMissing(db: Db, import_id: string): Promise<void> {
  await sql`delete from resident_rows where import_id = ${import_id} and details ? 'missed_pulls'`.execute(db)
}

/** Adds a row for each missing resident, with what was stored about them. */
export async function insertMissing(
  db: Db,
  { lot_id, import_id }: { lot_id: string; import_id: string },
  rows: readonly (MissingResident & { action: 'UNCHANGED' | 'REVIEW' | 'END' })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into resident_rows (lot_id, import_id, row_no, person_id, household_id, record, action, severity, user_id, resident_id, details)
    select ${lot_id}, ${import_id}, (select coalesce(max(row_no), 0) from resident_rows where import_id = ${import_id}) + row_number() over (),
      r.person_id, r.household_id,
      jsonb_build_object('property_id', r.property_id, 'person_id', r.person_id, 'lease_id', r.lease_id, 'household_id', r.household_id,
        'first_name', r.first_name, 'last_name', r.last_name, 'email', r.email, 'phone', r.phone, 'unit_id', r.unit_id, 'unit', r.unit,
        'building', r.building, 'status', r.lease_status, 'access_from', r.access_from, 'access_until', r.access_until, 'vehicles', '[]'::jsonb,
        'spots', '[]'::jsonb),
      x.action, case x.action when 'REVIEW' then 'REVIEW'::resident_severity when 'END' then 'END'::resident_severity end, r.user_id, r.id,
      jsonb_build_object('findings', '[]'::jsonb, 'missed_pulls', x.missed_pulls)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (resident_id uuid, missed_pulls integer, action resident_action)
      join residents r on r.id = x.resident_id`.execute(db)
}
