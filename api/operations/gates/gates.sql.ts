import type { GateDevice } from '@openspot/contract/operations/gate-devices.ts'
import type { Gate, StaffGate } from '@openspot/contract/operations/gates.ts'
import type { GateFault } from '@openspot/core/gates/enums.ts'
import { type Db, type Queryable, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'
import type pg from 'pg'
import { canHoldOpen } from './gate-settings.rules.ts'

/** What the key is for by which the passwords of devices are encrypted. */
export const sealFor = 'gate password'

/** Columns of a gate and of what its viewer ($2) may do with it now ($3), with `only` by that reservation. */
const viewed = {
  id: 'uuid',
  lot_id: 'uuid',
  name: 'text',
  position: 'gates.position',
  is_reachable: 'boolean?',
  reachable_at: 'timestamptz?',
  is_obstructed: 'boolean',
  held_open_until: 'timestamptz?',
  locked_reason: 'text?',
  emergency_access: 'text?',
  device: json<GateDevice>(),
  given_by: 'gate_opens.given_by',
  refusal: text<NonNullable<Gate['reason']>>(),
  opens_at: 'timestamptz?',
} as const
const viewedSelect = (
  only: string,
) => `g.id, g.lot_id, g.name, g.position, g.is_reachable, g.reachable_at, g.is_obstructed,
  case when g.held_open_until > $3::timestamptz then g.held_open_until end as held_open_until,
  g.locked_reason, g.emergency_access, g.device, r.given_by,
  coalesce(case when r.given_by is null then r.reason when g.locked_reason is not null and r.given_by <> 'STAFF' then 'LOCKED' end, '')
    as refusal,
  (select min(x.starts_at) - make_interval(mins => g.early_minutes) from reservations x
    where x.user_id = $2::uuid and x.lot_id = g.lot_id and x.status = 'ACTIVE' and x.starts_at > $3::timestamptz
      and (${only} is null or x.id = ${only})) as opens_at`
const viewedFrom = (only: string) =>
  `gates g cross join lateral right_at_gate(g.lot_id, g.early_minutes, g.late_minutes, $2::uuid, $3::timestamptz, ${only}) r`

const listed = statement(
  'list_gates',
  viewed,
  `select ${viewedSelect('$5::uuid')} from ${viewedFrom('$5::uuid')}
   where g.lot_id = $1 and g.deleted_at is null and ($4::uuid is null or g.id = $4) order by lower(g.name)`,
)

const settings = {
  ...viewed,
  actuation: 'gates.actuation',
  has_position_sensor: 'boolean',
  pulse_ms: 'integer',
  travel_seconds: 'integer',
  pause_seconds: 'integer',
  early_minutes: 'integer',
  late_minutes: 'integer',
  has_password: 'boolean',
  faults: 'text[]',
  checked_at: 'timestamptz?',
  opens_today: 'integer',
} as const
const listedForStaff = statement(
  'list_gate_settings',
  settings,
  `select ${viewedSelect('null::uuid')}, g.actuation, g.has_position_sensor, g.pulse_ms, g.travel_seconds, g.pause_seconds,
     g.early_minutes, g.late_minutes, g.device_password is not null as has_password, g.faults, g.checked_at,
     (select count(*)::int from gate_opens o where o.gate_id = g.id and o.requested_at >= $5::timestamptz and o.sent_at is not null)
       as opens_today
   from ${viewedFrom('null::uuid')}
   where g.lot_id = $1 and g.deleted_at is null and ($4::uuid is null or g.id = $4) order by lower(g.name)`,
)

interface Viewer {
  lot_id: string
  user_id: string
  now: Date
  /** Only this gate. */
  gate_id?: string
}

/** A viewer who may do only what one reservation entitles to. */
interface PassViewer extends Viewer {
  only_reservation_id?: string
}

/** Returns the gates of a lot by name, or one of them, and what the viewer may do with them now. */
export async function listGates(
  db: Queryable,
  { lot_id, user_id, now, gate_id, only_reservation_id }: PassViewer,
): Promise<Gate[]> {
  const only = only_reservation_id ?? null
  const rows = await queryPrepared(db, listed, [lot_id, user_id, now.toISOString(), gate_id ?? null, only])
  return rows.map(gateOf)
}

/** Returns the same with settings and health. `today` is when the lot's day began. */
export async function listStaffGates(
  db: Queryable,
  { lot_id, user_id, now, gate_id, today }: Viewer & { today: string },
): Promise<StaffGate[]> {
  const values = [lot_id, user_id, now.toISOString(), gate_id ?? null, today]
  const rows = await queryPrepared(db, listedForStaff, values)
  return rows.map(({ faults, ...row }) => ({
    ...row,
    ...gateOf(row),
    emergency_access: row.emergency_access,
    faults: faults as GateFault[],
  }))
}

function gateOf({ given_by, refusal, device, ...row }: RowOf<typeof viewed>): Gate {
  const may_open = refusal === ('' as string)
  return {
    ...row,
    // It tells how to get in without power, which is only for people who may pass.
    emergency_access: may_open ? row.emergency_access : null,
    may_open,
    reason: may_open ? null : refusal,
    needs_note: given_by === 'STAFF',
    can_hold_open: canHoldOpen(device),
  }
}

/** What a driver needs to know of a gate; the password is still encrypted. */
const wired = {
  id: 'uuid',
  lot_id: 'uuid',
  name: 'text',
  device: json<GateDevice>(),
  device_password: 'text?',
  actuation: 'gates.actuation',
  has_position_sensor: 'boolean',
  pulse_ms: 'integer',
  travel_seconds: 'integer',
  held_open_until: 'timestamptz?',
  is_reachable: 'boolean?',
  checked_at: 'timestamptz?',
  changed_at: 'timestamptz',
} as const
export type WiredGate = RowOf<typeof wired>
const wiredSelect = `select id, lot_id, name, device, device_password, actuation, has_position_sensor, pulse_ms, travel_seconds,
  held_open_until, is_reachable, checked_at, changed_at from gates`
const wiredGate = statement('find_wired_gate', wired, `${wiredSelect} where id = $1 and deleted_at is null`)
const wiredGates = statement('list_wired_gates', wired, `${wiredSelect} where deleted_at is null order by id`)

export const findWiredGate = async (pool: pg.Pool, gate_id: string): Promise<WiredGate | undefined> =>
  (await queryPrepared(pool, wiredGate, [gate_id]))[0]

/** Returns the gates of all lots. */
export const listWiredGates = (pool: pg.Pool): Promise<WiredGate[]> => query(pool, wiredGates, [])

export async function countGates(tx: Tx, lot_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('gates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertGate(tx: Tx, gate: Insertable<DB['gates']>): Promise<void> {
  await tx.insertInto('gates').values(gate).execute()
}

/** Locks a gate and returns its settings. */
export const lockGate = (tx: Tx, lot_id: string, gate_id: string) =>
  tx
    .selectFrom('gates')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('id', '=', gate_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function updateGate(
  db: Db,
  lot_id: string,
  gate_id: string,
  set: Updateable<DB['gates']>,
): Promise<void> {
  await db.updateTable('gates').set(set).where('lot_id', '=', lot_id).where('id', '=', gate_id).execute()
}

/** Replaces the hold that ends at a moment, for example with none, unless it was extended meanwhile. */
export async function replaceHold(
  db: Db,
  lot_id: string,
  gate_id: string,
  until: string,
  hold: { held_open_until: string | null; held_open_by_user_id: string | null },
): Promise<void> {
  await db
    .updateTable('gates')
    .set(hold)
    .where('lot_id', '=', lot_id)
    .where('id', '=', gate_id)
    .where('held_open_until', '=', until)
    .execute()
}

/** Returns until when a gate is held open and by whom. Locks the gate. */
export const lockHold = (tx: Tx, lot_id: string, gate_id: string) =>
  tx
    .selectFrom('gates')
    .select(['held_open_until', 'held_open_by_user_id'])
    .where('lot_id', '=', lot_id)
    .where('id', '=', gate_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Sets whether an active member may open the gates at any time. Returns whether there is such a member. */
export async function setMemberGates(
  tx: Tx,
  of: { lot_id: string; user_id: string; is_allowed: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('memberships')
    .set({ opens_gates: of.is_allowed, changed_at: of.now.toISOString() })
    .where('lot_id', '=', of.lot_id)
    .where('user_id', '=', of.user_id)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
