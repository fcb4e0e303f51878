import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

/** A data source of a lot with a file, an import whose preview waits, and a row about which staff have to decide. */
export async function aDataSource(
  api: TestApi,
  of: { lot_id: string; staff: Person },
): Promise<Record<string, string>> {
  const { pool } = api.deps.database
  const { lot_id, staff } = of
  const now = api.ports.now().toISOString()
  const one = async (text: string, values: unknown[]): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(text, values)
    return rows[0]?.id ?? ''
  }
  const data_source_id = await one(
    `insert into data_sources (lot_id, kind, name, credential_status, integration_status, created_by_user_id, created_at, changed_at)
     values ($1, 'FILE', 'Rent roll', 'VERIFIED', 'ENABLED', $2, $3, $3) returning id`,
    [lot_id, staff.user_id, now],
  )
  const resident_file_id = await one(
    `insert into resident_files (lot_id, data_source_id, file_name, bytes, uploaded_by_user_id, created_at)
     values ($1, $2, 'rent-roll.csv', $3, $4, $5) returning id`,
    [
      lot_id,
      data_source_id,
      Buffer.from('Name,Unit,Email\nAda Example,101,ada@people.example\n'),
      staff.user_id,
      now,
    ],
  )
  const import_id = await one(
    `insert into resident_imports (lot_id, data_source_id, stage, is_preview, rows_read, rows_checked, created_by_user_id, created_at, changed_at)
     values ($1, $2, 'PREVIEW', true, 1, 1, $3, $4, $4) returning id`,
    [lot_id, data_source_id, staff.user_id, now],
  )
  await pool.query(
    `insert into resident_rows (lot_id, import_id, row_no, person_id, record, action, severity, codes, details)
     values ($1, $2, 1, 'p1', $3, 'REVIEW', 'REVIEW', '{RESIDENT_ID_MISMATCH}', '{"findings": []}')`,
    [lot_id, import_id, JSON.stringify({ ...aRecord, person_id: 'p1' })],
  )
  return { data_source_id, resident_file_id, import_id, row_no: '1' }
}

/** A record as the rules leave it. */
const aRecord = {
  property_id: 'one',
  lease_id: 'l1',
  household_id: null,
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@people.example',
  phone: null,
  unit_id: null,
  unit: '101',
  building: null,
  status: 'CURRENT',
  status_raw: 'Current',
  role: 'HEAD',
  lease_starts_on: null,
  lease_ends_on: null,
  moves_in_on: null,
  moves_out_on: null,
  is_month_to_month: false,
  access_from: '2026-01-01',
  access_until: null,
  vehicles: [],
  spots: [],
  replaces_person_id: null,
  next_unit: null,
}
