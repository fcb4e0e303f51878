import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { addDays } from '@openspot/core/residents/clean-date.ts'
import { type ResidentRecord, type StoredRecord, storedFields } from '@openspot/core/residents/decision.ts'
import type { ResidentAction } from '@openspot/core/residents/enums.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { lockMembership } from '../memberships/memberships.sql.ts'
import {
  findResidentOf,
  findStoredResident,
  insertResident,
  updateResident,
} from '../residents/residents.sql.ts'
import { type SettleDeps, settleResident } from '../residents/settle.ts'
import type { Before } from './before.ts'
import { insertIdChange, markApplied } from './marks.sql.ts'
import {
  addVehicles,
  findImportedGhost,
  findOrMakeResidentPerson,
  updateImportedGhost,
} from './people.sql.ts'
import type { RowToApply } from './rows.sql.ts'

export interface Applied {
  import_id: string
  lot_id: string
  source: StoredDataSource
  now: Date
}

/**
 * Applies one row of an import: writes the resident, brings the lot in line with it, and keeps what there was before. Must
 * run in the transaction that locked the row.
 */
export async function applyRow(deps: SettleDeps, tx: Tx, of: Applied, row: RowToApply): Promise<void> {
  const { action, user_id, resident_id } = decided(row)
  const today = localDate(of.source.time_zone, minuteOf(of.now))
  if (action === 'UNCHANGED') {
    if (resident_id !== null) await touch(tx, of, row, resident_id)
    return markApplied(tx, of, row, { user_id, resident_id, before: null })
  }
  if (action === 'END') {
    if (resident_id === null) return markApplied(tx, of, row, { user_id, resident_id, before: null })
    const before = await snapshot(tx, of.lot_id, resident_id)
    await updateResident(tx, resident_id, endOf(row, before, today))
    await settleResident(deps, tx, resident_id)
    return markApplied(tx, of, row, { user_id: before.resident?.user_id ?? user_id, resident_id, before })
  }
  const known = resident_id ?? (await findResidentOf(tx, of.source.id, row, user_id))
  const written =
    known === null ? await create(deps, tx, of, row, user_id) : await update(deps, tx, of, row, known)
  await settleResident(deps, tx, written.resident_id)
  await markApplied(tx, of, row, written)
}

/** What becomes of a row about which staff have decided. */
function decided(row: RowToApply): Pick<RowToApply, 'user_id' | 'resident_id'> & { action: ResidentAction } {
  const { action, user_id, resident_id, decision, decided_user_id } = row
  switch (decision) {
    case null:
      return { action, user_id, resident_id }
    case 'IGNORE':
      return { action: 'UNCHANGED', user_id, resident_id: null }
    case 'END':
      return { action: 'END', user_id, resident_id }
    case 'LINK':
      return { action: 'LINK', user_id: decided_user_id, resident_id: null }
    case 'IMPORT':
      return {
        action: resident_id === null ? 'CREATE' : 'UPDATE',
        user_id: resident_id === null ? null : user_id,
        resident_id,
      }
  }
}

async function touch(tx: Tx, { now }: Applied, row: RowToApply, resident_id: string): Promise<void> {
  const missed_pulls = row.details.missed_pulls ?? 0
  const seen = missed_pulls === 0 ? { last_seen_at: now.toISOString() } : {}
  await updateResident(tx, resident_id, { missed_pulls, ...seen })
}

async function snapshot(tx: Tx, lot_id: string, resident_id: string): Promise<Before> {
  const resident = (await findStoredResident(tx, resident_id)) ?? null
  const user_id = resident?.user_id ?? null
  const ghost = user_id === null ? undefined : await findImportedGhost(tx, user_id)
  const membership = user_id === null ? undefined : await lockMembership(tx, { lot_id, user_id })
  return {
    resident,
    ghost: ghost ?? null,
    membership: membership
      ? { id: membership.id, status: membership.status, role: membership.role, group_id: membership.group_id }
      : null,
    is_new_person: false,
    car_ids: [],
  }
}

/** The days of a residence that ends: the last day that the source says, or yesterday if it says none. */
function endOf(row: RowToApply, { resident }: Before, today: string) {
  const { access_until } = row.record
  const isMissing = row.details.missed_pulls !== undefined
  const last =
    row.decision === 'END' || isMissing || access_until === null ? addDays(today, -1) : access_until
  const from = resident?.access_from ?? null
  return {
    access_until: last,
    access_from: from !== null && from > last ? last : from,
    next_unit: null,
    lease_status: row.record.status,
    ...(isMissing ? {} : { record: JSON.stringify(storedOf(row.record)) }),
  }
}

async function create(deps: SettleDeps, tx: Tx, of: Applied, row: RowToApply, user_id: string | null) {
  const { ports } = deps
  const { record } = row
  const person =
    user_id === null
      ? await findOrMakeResidentPerson(tx, ports, record, of.source.id, row.details.conflicting_user_ids)
      : { user_id, is_new: false }
  const membership = await lockMembership(tx, { lot_id: of.lot_id, user_id: person.user_id })
  const car_ids = await vehiclesOf(deps, tx, of, record, person.user_id)
  const id = ports.id()
  const at = of.now.toISOString()
  await insertResident(tx, {
    ...columnsOf(record, row, of),
    id,
    lot_id: of.lot_id,
    data_source_id: of.source.id,
    user_id: person.user_id,
    first_seen_at: at,
    last_seen_at: at,
    changed_at: at,
  })
  const before: Before = {
    resident: null,
    ghost: null,
    membership: membership
      ? { id: membership.id, status: membership.status, role: membership.role, group_id: membership.group_id }
      : null,
    is_new_person: person.is_new,
    car_ids,
  }
  return { user_id: person.user_id, resident_id: id, before }
}

async function update(deps: SettleDeps, tx: Tx, of: Applied, row: RowToApply, resident_id: string) {
  const { record, details } = row
  const before = await snapshot(tx, of.lot_id, resident_id)
  const stored = before.resident
  const user_id = stored?.user_id ?? null
  const { person_id } = record
  if (stored && stored.person_id !== person_id) {
    const reason = details.relinks?.reason ?? 'STAFF'
    await insertIdChange(tx, {
      lot_id: of.lot_id,
      resident_id,
      from: stored.person_id,
      to: person_id,
      reason,
      now: of.now,
    })
  }
  const columns = columnsOf(record, row, of)
  await updateResident(tx, resident_id, { ...columns, missed_pulls: 0, last_seen_at: of.now.toISOString() })
  const car_ids = user_id === null ? [] : await vehiclesOf(deps, tx, of, record, user_id)
  if (user_id !== null && stored !== null) {
    const isChanged = before.ghost !== null && (await updateImportedGhost(tx, user_id, of.source.id, record))
    // A person whom staff or another lot typed in decides about it, too.
    const suggests = suggestedOf(isChanged ? {} : newContacts(record, stored))
    if (Object.keys(suggests).length > 0) await updateResident(tx, resident_id, suggests)
  }
  return { user_id, resident_id, before: { ...before, car_ids } }
}

async function vehiclesOf(
  deps: SettleDeps,
  tx: Tx,
  { source }: Applied,
  { vehicles }: ResidentRecord,
  user_id: string,
): Promise<string[]> {
  if (!source.imports_vehicles) return []
  return (await addVehicles(tx, deps.ports, source.id, [{ user_id, vehicles: plainVehicles(vehicles) }])).map(
    ({ id }) => id,
  )
}

/** The vehicles that have a plate as we store them. */
export const plainVehicles = (vehicles: ResidentRecord['vehicles']) =>
  vehicles
    .map((vehicle) => ({ ...vehicle, plate_normalized: normalizePlate(vehicle.plate) }))
    .filter(({ plate_normalized }) => /^[A-Z0-9]{1,15}$/.test(plate_normalized))

/** What a row says about a resident, by the columns in which it is stored. */
export function columnsOf(
  record: ResidentRecord,
  { decision, details }: RowToApply,
  { source, now }: Applied,
) {
  const { property_id, person_id, lease_id, household_id, first_name, last_name, email, phone } = record
  const { unit_id, unit, building, spots, status, access_from, next_unit } = record
  const today = localDate(source.time_zone, minuteOf(now))
  // Staff say that the person still lives there, although the source has a day in the past.
  const isOver = record.access_until !== null && record.access_until < today
  const access_until = decision === 'IMPORT' && isOver ? null : record.access_until
  return {
    property_id,
    person_id,
    lease_id,
    household_id,
    first_name,
    last_name,
    email,
    phone,
    unit_id,
    unit: unit?.slice(0, 40) ?? null,
    building: building?.slice(0, 40) ?? null,
    spots,
    lease_status: status,
    record: JSON.stringify(storedOf(record)),
    access_from: access_from ?? today,
    access_until,
    next_unit: next_unit === null ? null : JSON.stringify(next_unit),
    ...suggestedOf(details.suggests ?? {}),
  }
}

/** What a source says newly about how to reach a person whom another lot knows, too: the person decides about it. */
const newContacts = (
  { email, phone }: ResidentRecord,
  stored: { email: string | null; phone: string | null },
): { email?: string; phone?: string } => ({
  ...(email === null || email === stored.email ? {} : { email }),
  ...(phone === null || phone === stored.phone ? {} : { phone }),
})

/** A suggestion stays until the person answers it or the source says something else. */
const suggestedOf = ({ email, phone }: { email?: string; phone?: string }) => ({
  ...(email === undefined ? {} : { suggested_email: email }),
  ...(phone === undefined ? {} : { suggested_phone: phone }),
})

/** What is compared with the next import. */
const storedOf = (record: ResidentRecord): StoredRecord =>
  Object.fromEntries(storedFields.map((field) => [field, record[field]])) as unknown as StoredRecord
