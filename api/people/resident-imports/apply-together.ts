import type { ResidentRecord } from '@openspot/core/residents/decision.ts'
import { nextDue, residencePhase } from '@openspot/core/residents/residence.ts'
import { unitGroup } from '@openspot/core/residents/unit-group.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { listKnownAddresses } from '../invites/inviting.sql.ts'
import { makeInvites } from '../invites/make-invites.ts'
import type { SettleDeps } from '../residents/settle.ts'
import { type Applied, applyRow, columnsOf, plainVehicles } from './apply-row.ts'
import { markAllApplied } from './marks.sql.ts'
import {
  insertMemberships,
  insertResidents,
  listFreeSpots,
  lockGroups,
  touchResidents,
} from './new-residents.sql.ts'
import { addVehicles, insertGhosts, listUnknownPeople } from './people.sql.ts'
import type { RowToApply } from './rows.sql.ts'

/**
 * Applies rows in their order. Consecutive rows of new people, and of residents about whom nothing changed, are written by a few
 * statements for all of them, because most imports consist of them. The result is that of `applyRow` for each.
 */
export async function applyTogether(
  deps: SettleDeps,
  tx: Tx,
  of: Applied,
  rows: readonly RowToApply[],
): Promise<void> {
  for (const { kind, part } of partsOf(rows)) {
    if (kind === 'UNCHANGED') await touchAll(tx, of, part)
    else {
      const left = kind === 'CREATE' ? await createAll(deps, tx, of, part) : part
      for (const row of left) await applyRow(deps, tx, of, row)
    }
  }
}

type Kind = 'CREATE' | 'UNCHANGED' | 'OTHER'

const kindOf = ({ action, decision, resident_id, user_id }: RowToApply): Kind => {
  if (decision !== null) return 'OTHER'
  if (action === 'CREATE' && resident_id === null && user_id === null) return 'CREATE'
  return action === 'UNCHANGED' ? 'UNCHANGED' : 'OTHER'
}

function partsOf(rows: readonly RowToApply[]): { kind: Kind; part: RowToApply[] }[] {
  const parts: { kind: Kind; part: RowToApply[] }[] = []
  for (const row of rows) {
    const kind = kindOf(row)
    const last = parts.at(-1)
    if (last?.kind === kind) last.part.push(row)
    else parts.push({ kind, part: [row] })
  }
  return parts
}

async function touchAll(tx: Tx, of: Applied, rows: readonly RowToApply[]): Promise<void> {
  const seen = rows.flatMap(({ resident_id, details }) =>
    resident_id === null ? [] : { resident_id, missed_pulls: details.missed_pulls ?? 0 },
  )
  await touchResidents(tx, seen, of.now)
  await markAllApplied(
    tx,
    of,
    rows.map(({ row_no, user_id, resident_id }) => ({ row_no, user_id, resident_id, before: null })),
  )
}

interface NewResident {
  row: RowToApply
  record: ResidentRecord
  columns: ReturnType<typeof columnsOf>
  is_current: boolean
  user_id: string
  id: string
}

/** Creates the residents whom nobody knows. Returns the rows of the others, which take a closer look. */
async function createAll(
  deps: SettleDeps,
  tx: Tx,
  of: Applied,
  rows: readonly RowToApply[],
): Promise<RowToApply[]> {
  const { ports } = deps
  const { lot_id, source, now } = of
  const today = localDate(source.time_zone, minuteOf(now))
  const described = rows.map(({ row_no, record }) => {
    const { person_id, email, phone, first_name, last_name } = record
    return { row_no, person_id, email, phone, first_name, last_name }
  })
  const unknown = await listUnknownPeople(tx, source.id, described)
  const people = new Set<string>()
  const wanted = rows.flatMap((row): NewResident[] => {
    const { record } = row
    const columns = columnsOf(record, row, of)
    const phase = residencePhase(columns, today)
    const moves = record.next_unit !== null && record.next_unit.on <= today
    if (!unknown.has(row.row_no) || people.has(record.person_id)) return []
    if (phase === 'PAST' || moves) return []
    people.add(record.person_id)
    return [{ row, record, columns, is_current: phase === 'CURRENT', user_id: ports.id(), id: ports.id() }]
  })
  const ghosts = wanted.map(({ user_id: id, record: { first_name, last_name, email, phone } }) => ({
    id,
    first_name,
    last_name,
    email,
    phone,
  }))
  // Someone else has the address of those who were not made, such as an earlier row.
  const made = await insertGhosts(tx, ghosts, now)
  const created = wanted.filter(({ user_id }) => made.has(user_id))
  const vehicles = source.imports_vehicles
    ? await addVehicles(
        tx,
        ports,
        source.id,
        created.map(({ user_id, record }) => ({ user_id, vehicles: plainVehicles(record.vehicles) })),
      )
    : []
  const { groupOf, invited } = await startAll(deps, tx, of, created)
  const at = now.toISOString()
  await insertResidents(
    tx,
    created.map((one) => ({
      ...one.columns,
      id: one.id,
      lot_id,
      data_source_id: source.id,
      user_id: one.user_id,
      group_id: groupOf(one)?.id ?? null,
      started_at: one.is_current ? at : null,
      invited_at: invited.has(one.id) ? at : null,
      due_on: nextDue({ ...one.columns, moves_on: one.record.next_unit?.on ?? null }, today),
      first_seen_at: at,
      last_seen_at: at,
      changed_at: at,
    })),
  )
  await markAllApplied(
    tx,
    of,
    created.map(({ row: { row_no }, user_id, id: resident_id }) => {
      const car_ids = vehicles.flatMap((car) => (car.user_id === user_id ? car.id : []))
      const before = { resident: null, ghost: null, membership: null, is_new_person: true, car_ids }
      return { row_no, user_id, resident_id, before }
    }),
  )
  const done = new Set(created.map(({ row }) => row.row_no))
  return rows.filter(({ row_no }) => !done.has(row_no))
}

/** Does what `settleResident` does for new people whose first day has come. */
async function startAll(deps: SettleDeps, tx: Tx, of: Applied, all: readonly NewResident[]) {
  const { lot_id, source, now } = of
  const current = all.filter(({ is_current }) => is_current)
  const nameOf = ({ columns }: NewResident) => unitGroup(source.grouping, columns)?.name ?? null
  // All of them were made before the first row was applied.
  const groups = await lockGroups(tx, lot_id, [...new Set(current.flatMap((one) => nameOf(one) ?? []))])
  const groupOf = (one: NewResident) => {
    const name = one.is_current ? nameOf(one) : null
    if (name === null) return null
    const group = groups.get(name.toLowerCase())
    if (!group) throw new Error('The group of a unit was deleted during the import.')
    return group
  }
  const offers = current.map((one) => ({
    id: deps.ports.id(),
    lot_id,
    user_id: one.user_id,
    group_id: groupOf(one)?.id ?? null,
  }))
  await insertMemberships(tx, offers, now)
  const invited = source.sends_invites
    ? await inviteAll(deps, tx, of, { current, groupOf })
    : new Set<string>()
  return { groupOf, invited }
}

interface Started {
  current: readonly NewResident[]
  groupOf: (one: NewResident) => { id: string; name: string } | null
}

/**
 * Invites new people by email, or by text if only a phone number is known, unless their address has an open invite. Returns the
 * residents who were invited.
 */
async function inviteAll(
  deps: SettleDeps,
  tx: Tx,
  { lot_id, source, now }: Applied,
  { current, groupOf }: Started,
): Promise<Set<string>> {
  const reached = current.flatMap((one) => {
    const { email } = one.record
    const phone = email === null ? one.record.phone : null
    return email === null && phone === null ? [] : [{ one, email, phone }]
  })
  const emails = reached.flatMap(({ email }) => email ?? [])
  const phones = reached.flatMap(({ phone }) => phone ?? [])
  const known = new Set((await listKnownAddresses(tx, lot_id, { emails, phones }, now)).keys())
  const free = await listFreeSpots(tx, lot_id, [...new Set(current.flatMap(({ record }) => record.spots))])
  const orders = reached.flatMap(({ one, email, phone }) => {
    const { first_name, last_name, spots } = one.record
    const address = email ?? phone ?? ''
    if (known.has(address)) return []
    // Two people may have one phone number.
    known.add(address)
    const group = groupOf(one)
    const labels = spots.map((label) => label.toLowerCase())
    const spot = free.find(({ label }) => labels.includes(label.toLowerCase()))
    const to = { lot_id, email, phone, first_name, last_name, role: 'MEMBER' as const, max_uses: 1 }
    const into = { group_id: group?.id ?? null, spot_id: spot?.id ?? null }
    return {
      id: one.id,
      order: { ...to, ...into, group_name: group?.name ?? null, spot_label: spot?.label ?? null },
    }
  })
  const by = { lot_id, user_id: source.created_by_user_id }
  await makeInvites(
    deps,
    tx,
    by,
    orders.map(({ order }) => order),
  )
  return new Set(orders.map(({ id }) => id))
}
