import type { GateOpen, GateOpenEntry } from '@openspot/contract/operations/gates.ts'
import type { GateOpenStatus, GatePosition, GateReason } from '@openspot/core/gates/enums.ts'
import {
  gateOpenExpiresSeconds,
  gateOpensPerGate,
  gateOpensPerUser,
  gateReportTravelTimes,
} from '@openspot/core/gates/limits.ts'
import { confirmedBy, isFinalGateOpen, pollGateOpenAfterMs } from '@openspot/core/gates/open-states.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { json, jsonRecord, type RecordOf, statement, text, valuesOrNull } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const requestRecord = jsonRecord(
  'request_gate_open.p',
  {
    open_id: 'uuid',
    lot_id: 'uuid',
    gate_id: 'uuid',
    user_id: 'uuid',
    note: 'text?',
    client: valuesOrNull<'admin' | 'app' | 'web'>('client_kind'),
    idempotency_key: 'text',
    actor_role: 'text',
    request_id: 'text?',
    camera_id: 'uuid?',
    only_reservation_id: 'uuid?',
    is_by_link: 'boolean',
    expires_seconds: 'integer',
    opens_per_user: 'integer',
    opens_per_gate: 'integer',
  },
  {},
)
type OpenRequest = Omit<
  RecordOf<typeof requestRecord>,
  'expires_seconds' | 'opens_per_user' | 'opens_per_gate'
> & {
  /** How long the pulse may still be sent; shorter for something that was seen a moment ago. */
  expires_seconds?: number
}

const requested = statement(
  'request_gate_open',
  {
    outcome: text<'requested' | 'joined' | 'rejected' | 'exists' | 'note_missing' | 'gate_not_found'>(),
    open_id: 'uuid?',
  },
  'select outcome, open_id from request_gate_open($1, $2)',
)

/** Requests to open a gate; `db/functions/gates.sql` explains the outcomes. */
export async function requestGateOpen(pool: pg.Pool, now: Date, of: OpenRequest) {
  const record: RecordOf<typeof requestRecord> = {
    expires_seconds: gateOpenExpiresSeconds,
    ...of,
    opens_per_user: gateOpensPerUser,
    opens_per_gate: gateOpensPerGate,
  }
  const [row] = await queryPrepared(pool, requested, [now.toISOString(), JSON.stringify(record)])
  if (!row) throw new Error('request_gate_open returned no row')
  return row
}

const begun = statement(
  'begin_gate_pulse',
  { left_ms: 'integer?' },
  'select left_ms from begin_gate_pulse($1, $2, $3)',
)

/**
 * Takes a request for sending its pulse. Returns for how many milliseconds the pulse may still leave; null if another process has the
 * request, or if its pulse must not be sent anymore.
 */
export async function beginPulse(
  pool: pg.Pool,
  lot_id: string,
  open_id: string,
  now: Date,
): Promise<number | null> {
  return (await queryPrepared(pool, begun, [lot_id, open_id, now.toISOString()]))[0]?.left_ms ?? null
}

const settled = statement(
  'settle_gate_open',
  { settled: 'boolean' },
  'select settle_gate_open($1, $2, $3::gate_open_status, $4, $5, $6) as settled',
)

/** Moves a request to another state if that is allowed. Returns whether it moved. */
export async function settleOpen(
  pool: pg.Pool,
  of: {
    lot_id: string
    open_id: string
    status: GateOpenStatus
    reason: GateReason | null
    response: string | null
    now: Date
  },
): Promise<boolean> {
  const values = [of.lot_id, of.open_id, of.status, of.now.toISOString(), of.reason, of.response]
  return (await queryPrepared(pool, settled, values))[0]?.settled ?? false
}

const reportRecord = jsonRecord(
  'report_gate.p',
  {
    observed_at: 'timestamptz',
    position: valuesOrNull<GatePosition>('gate_position'),
    is_obstructed: 'boolean?',
    is_reachable: 'boolean?',
    report_travel_times: 'integer',
  },
  {},
)
export type GateReport = Omit<RecordOf<typeof reportRecord>, 'report_travel_times'>

const reported = statement(
  'report_gate',
  { changed: 'boolean' },
  'select report_gate($1, $2, $3, $4) as changed',
)

/** Stores what the device of a gate reported. Returns whether something changed that people see. */
export async function reportGate(
  pool: pg.Pool,
  of: { lot_id: string; gate_id: string; now: Date; report: GateReport },
): Promise<boolean> {
  const record: RecordOf<typeof reportRecord> = { ...of.report, report_travel_times: gateReportTravelTimes }
  const values = [of.lot_id, of.gate_id, of.now.toISOString(), JSON.stringify(record)]
  return (await queryPrepared(pool, reported, values))[0]?.changed ?? false
}

const swept = statement(
  'sweep_gate_opens',
  { lot_ids: 'uuid[]' },
  'select sweep_gate_opens($1, $2) as lot_ids',
)

/** Settles the requests that nothing else will. Returns the lots in which something changed. */
export async function sweepOpens(pool: pg.Pool, now: Date, answer_seconds: number): Promise<string[]> {
  return (await queryPrepared(pool, swept, [now.toISOString(), answer_seconds]))[0]?.lot_ids ?? []
}

type Step = GateOpen['steps'][number]
/** The states of the pulse `m` behind a request, oldest first. */
const steps = `(select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by s.id), '[]') from gate_open_steps s where s.open_id = m.id) as steps`
const ofPulse = `gate_opens o join gate_opens m on m.id = coalesce(o.joined_id, o.id) and m.lot_id = o.lot_id`

const found = statement(
  'find_gate_open',
  {
    id: 'uuid',
    lot_id: 'uuid',
    gate_id: 'uuid',
    gate_name: 'text',
    status: 'gate_opens.status',
    reason: 'text?',
    given_by: 'gate_opens.given_by',
    has_joined: 'boolean',
    steps: json<Step[]>(),
    requested_at: 'timestamptz',
    expires_at: 'timestamptz',
    position: 'gates.position',
    is_reachable: 'boolean?',
    is_obstructed: 'boolean',
  },
  `select o.id, o.lot_id, o.gate_id, g.name as gate_name, m.status, m.reason, o.given_by, o.joined_id is not null as has_joined,
     ${steps}, o.requested_at, m.expires_at, g.position, g.is_reachable, g.is_obstructed
   from ${ofPulse} join gates g on g.id = o.gate_id and g.lot_id = o.lot_id
   where o.gate_id = $1 and ($2::uuid is null or o.user_id = $2) and ($3::uuid is null or o.id = $3)
   order by o.requested_at desc, o.id desc limit 1`,
)

/** Returns a request to open a gate, or without `open_id` the latest. With `user_id`, only of that person. */
export async function findOpen(
  db: Queryable,
  of: { gate_id: string; user_id: string | null; open_id: string | null },
): Promise<GateOpen | undefined> {
  const [row] = await queryPrepared(db, found, [of.gate_id, of.user_id, of.open_id])
  if (!row) return undefined
  const { position, is_reachable, is_obstructed, reason, ...open } = row
  return {
    ...open,
    reason: reason as GateReason | null,
    is_final: isFinalGateOpen(open.status),
    confirmed_by: confirmedBy(open.steps.map(({ status }) => status)),
    poll_after_ms: pollGateOpenAfterMs(open.status),
    gate: { position, is_reachable, is_obstructed },
  }
}

const history = statement(
  'list_gate_opens',
  {
    id: 'uuid',
    user_id: 'uuid',
    name: 'text?',
    status: 'gate_opens.status',
    reason: 'text?',
    given_by: 'gate_opens.given_by',
    reservation_id: 'uuid?',
    note: 'text?',
    client: 'gate_opens.client',
    has_joined: 'boolean',
    is_by_link: 'boolean',
    response: 'text?',
    steps: json<Step[]>(),
    requested_at: 'timestamptz',
  },
  `select o.id, o.user_id, p.name, m.status, m.reason, o.given_by, o.reservation_id, o.note, o.client,
     o.joined_id is not null as has_joined, o.is_by_link, m.response, ${steps}, o.requested_at
   from ${ofPulse} left join lateral visible_person(o.lot_id, o.user_id, $3::timestamptz, ${GUEST_DAYS}) p on true
   where o.gate_id = $1 and o.lot_id = $2 and ($4::timestamptz is null or (o.requested_at, o.id) < ($4, $5::uuid))
   order by o.requested_at desc, o.id desc limit $6`,
)

/** Returns the requests to open a gate, newest first. */
export async function listOpens(
  db: Queryable,
  of: {
    lot_id: string
    gate_id: string
    now: Date
    cursor: string | undefined
    limit: number
  },
) {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, history, [
    of.gate_id,
    of.lot_id,
    of.now.toISOString(),
    after?.[0] ?? null,
    after?.[1] ?? null,
    of.limit + 1,
  ])
  const items: GateOpenEntry[] = rows.map((row) => ({ ...row, reason: row.reason as GateReason | null }))
  return pageOf(items, of.limit, (row) => [row.requested_at, row.id])
}
