import type { GateNoticeKind } from '@openspot/core/gates/enums.ts'
import { query } from '@openspot/db/database.ts'
import { type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** An alarm of a gate and one of the admins who have not been notified of it. */
const alarm = {
  kind: text<GateNoticeKind>(),
  about: 'text',
  since: 'timestamptz?',
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  gate_name: 'text',
  user_id: 'uuid',
  email: 'text?',
  language: 'text',
} as const
export type GateAlarm = RowOf<typeof alarm>

const listed = statement(
  'list_gate_alarms',
  alarm,
  `with alarms as (
     select g.id, g.lot_id, g.name, 'GATE_OFFLINE' as kind, g.reachable_at as since from gates g
     where not g.is_reachable and g.deleted_at is null
       and g.reachable_at between $1::timestamptz - interval '1 day' and $1::timestamptz - interval '5 minutes'
     union all
     select g.id, g.lot_id, g.name, 'GATE_STAYS_OPEN', g.held_open_until from gates g
     where g.held_open_until is not null and g.deleted_at is null
       and g.held_open_until between $1::timestamptz - interval '1 day' and $1::timestamptz - interval '1 minute')
   select a.kind, a.id || ' ' || extract(epoch from a.since)::bigint as about, a.since, a.lot_id, l.name as lot_name, l.time_zone,
     a.name as gate_name, u.id as user_id, u.email, u.language
   from alarms a join lots l on l.id = a.lot_id
     join memberships m on m.lot_id = a.lot_id and m.status = 'ACTIVE' and m.role in ('ADMIN', 'SUPER_ADMIN')
     join users u on u.id = m.user_id and u.account_status = 'ACTIVE'
   where not exists (select from notifications n
     where n.user_id = u.id and n.kind = a.kind and n.about = a.id || ' ' || extract(epoch from a.since)::bigint)
   limit 200`,
)

/**
 * Returns the admins to notify of gates that have been unreachable for 5 minutes, or that were to close a minute ago and
 * did not answer.
 */
export const listGateAlarms = (pool: pg.Pool, now: Date): Promise<GateAlarm[]> =>
  query(pool, listed, [now.toISOString()])
