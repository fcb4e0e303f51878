import type { DB } from '@openspot/db/types.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import type { People, Person } from './people.ts'
import type { Random } from './random.ts'

interface Given {
  lots: readonly TownLot[]
  people: People
  memberships: readonly Insertable<DB['memberships']>[]
  admins: ReadonlyMap<string, Person>
  joined_at: string
  imported_at: string
}

/** The tenants of the garage come from a rent roll: one import is done, and the preview of the next waits for a decision. */
export function residentRows(
  random: Random,
  { lots, people, memberships, admins, joined_at, imported_at }: Given,
) {
  const lot_id = lots.find(({ plan }) => plan.name === staffedLot)?.row.id ?? ''
  const admin = admins.get(lot_id)
  const tenants = memberships
    .filter((one) => one.lot_id === lot_id && one.role === 'MEMBER' && one.status === 'ACTIVE')
    .flatMap(({ user_id }) => people.all.find(({ id }) => id === user_id) ?? [])
  if (!admin || tenants.length === 0) return {}
  const data_source_id = random.id()
  const source: Insertable<DB['data_sources']> = {
    id: data_source_id,
    lot_id,
    kind: 'FILE',
    name: 'Rent roll',
    credential_status: 'VERIFIED',
    integration_status: 'ENABLED',
    grouping: 'NONE',
    file_mapping: {
      full_name: 'Resident',
      unit: 'Unit',
      email: 'Email',
      status: 'Status',
      lease_ends: 'Lease to',
    },
    created_by_user_id: admin.id,
    created_at: joined_at,
    changed_at: joined_at,
  }
  const recordOf = (person: Person, at: number) => ({
    property_id: 'FILE',
    person_id: `demo-${at}`,
    lease_id: `demo-${at}`,
    household_id: null,
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    phone: null,
    unit_id: null,
    unit: String(201 + at),
    building: null,
    status: 'CURRENT',
    status_raw: 'Current',
    role: 'HEAD',
    lease_starts_on: joined_at.slice(0, 10),
    lease_ends_on: null,
    moves_in_on: joined_at.slice(0, 10),
    moves_out_on: null,
    is_month_to_month: true,
    access_from: joined_at.slice(0, 10),
    access_until: null,
    vehicles: [],
    spots: [],
    replaces_person_id: null,
    next_unit: null,
  })
  const records = tenants.map((person, at) => ({ person, record: recordOf(person, at), id: random.id() }))
  const residents = records.map(
    ({ person, record, id }): Insertable<DB['residents']> => ({
      id,
      lot_id,
      data_source_id,
      user_id: person.id,
      property_id: record.property_id,
      person_id: record.person_id,
      lease_id: record.lease_id,
      first_name: record.first_name,
      last_name: record.last_name,
      email: record.email,
      unit: record.unit,
      lease_status: record.status,
      record,
      access_from: record.access_from,
      started_at: joined_at,
      first_seen_at: joined_at,
      last_seen_at: imported_at,
      changed_at: joined_at,
    }),
  )
  const importOf = (id: string, at: string, of: Partial<Insertable<DB['resident_imports']>>) => ({
    id,
    lot_id,
    data_source_id,
    is_preview: true,
    is_complete: true,
    rows_read: records.length,
    rows_checked: records.length,
    rows_applied: 0,
    status: 'IN_PROGRESS' as const,
    stage: 'PREVIEW' as const,
    action_counts: {},
    code_counts: {},
    created_by_user_id: admin.id,
    created_at: at,
    changed_at: at,
    finished_at: null,
    ...of,
  })
  const [done, waiting] = [random.id(), random.id()]
  const imports: Insertable<DB['resident_imports']>[] = [
    importOf(done, joined_at, {
      status: 'SUCCESS',
      stage: 'DONE',
      rows_applied: records.length,
      action_counts: { CREATE: records.length },
      finished_at: joined_at,
    }),
    importOf(waiting, imported_at, {
      action_counts: { REVIEW: 1, UNCHANGED: records.length - 1 },
      code_counts: { MOVE_OUT_DATE_IN_PAST: 1 },
    }),
  ]
  const rows = records.map(({ person, record, id }, at): Insertable<DB['resident_rows']> => {
    const isOdd = at === 0
    return {
      lot_id,
      import_id: waiting,
      row_no: at + 1,
      person_id: record.person_id,
      record: isOdd ? { ...record, moves_out_on: joined_at.slice(0, 10) } : record,
      action: isOdd ? 'REVIEW' : 'UNCHANGED',
      severity: isOdd ? 'REVIEW' : null,
      codes: isOdd ? ['MOVE_OUT_DATE_IN_PAST'] : [],
      details: { findings: isOdd ? [{ code: 'MOVE_OUT_DATE_IN_PAST', severity: 'REVIEW' }] : [] },
      user_id: person.id,
      resident_id: id,
    }
  })
  return { data_sources: [source], resident_imports: imports, residents, resident_rows: rows }
}
