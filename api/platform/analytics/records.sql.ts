import type { EventNameOf, PropertiesOf } from '@openspot/core/analytics/events.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

type RecordEvent = EventNameOf<'record'>
/** `subject` is what events of one thing have in common, such as those of one reservation. */
interface Source<N extends RecordEvent> {
  from: string
  at: string
  id: string
  subject: string
  where: string
  /** The SQL of each property of the catalog. */
  properties: Record<keyof PropertiesOf<N>, string>
}

const reservation = {
  from: 'reservations r',
  id: 'r.id',
  subject: 'r.id',
  properties: { lot_id: 'r.lot_id', total_cents: 'r.total_cents', currency: 'r.currency' },
}
/** What a driver books: not what staff enter, and not what a change of a reservation holds meanwhile. */
export const bookedByDriver = 'r.created_by_user_id = r.user_id and r.changes_id is null'

/** Where each event is recorded anyway. */
const sources: { [N in RecordEvent]: Source<N> } = {
  sign_up: {
    from: 'users u',
    at: 'u.created_at',
    id: 'u.id',
    subject: 'u.id',
    where: 'true',
    properties: { source: 'u.source' },
  },
  hold: { ...reservation, at: 'r.created_at', where: bookedByDriver },
  paid: { ...reservation, at: 'r.confirmed_at', where: `r.confirmed_at is not null and ${bookedByDriver}` },
  extended: {
    from: 'reservation_events e',
    at: 'e.at',
    id: 'e.id',
    subject: 'e.reservation_id',
    where: `e.kind = 'EXTENDED'`,
    properties: { lot_id: 'e.lot_id' },
  },
  canceled: {
    ...reservation,
    at: 'r.canceled_at',
    where: `r.canceled_at is not null and r.confirmed_at is not null and ${bookedByDriver}`,
    properties: { lot_id: 'r.lot_id' },
  },
  refunded: {
    from: 'refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id',
    at: 'f.settled_at',
    id: 'f.id',
    subject: 'f.invoice_id',
    where: `f.settled_at is not null and f.status = 'SUCCEEDED'`,
    properties: { lot_id: 'f.lot_id', amount_cents: 'f.amount_cents', currency: 'i.currency' },
  },
  entered: {
    from: 'plate_visits v',
    at: 'v.entered_at',
    id: 'v.id',
    subject: 'v.id',
    where: 'v.entered_at is not null',
    properties: { lot_id: 'v.lot_id' },
  },
  problem: {
    from: 'problems p',
    at: 'p.created_at',
    id: 'p.id',
    subject: 'p.id',
    where: 'true',
    properties: { lot_id: 'p.lot_id', kind: 'p.kind' },
  },
}

const names = Object.keys(sources) as RecordEvent[]
const mapSources = <T>(make: (name: RecordEvent, source: Source<RecordEvent>) => T) =>
  Object.fromEntries(names.map((name) => [name, make(name, sources[name])])) as Record<RecordEvent, T>

const counts = mapSources((name, { from, at, where }) =>
  statement(
    `count_${name}_records`,
    { count: 'integer' },
    `select count(*)::int as count from ${from} where ${at} >= $1 and ${at} < $2 and ${where}`,
  ),
)

/** Counts the records of an event from one moment until before another. */
export async function countRecords(
  pool: pg.Pool,
  event: RecordEvent,
  from: string,
  to: string,
): Promise<number> {
  const [row] = await queryPrepared(pool, counts[event], [from, to])
  return row?.count ?? 0
}

export interface RecordedEvent {
  id: string
  at: string
  /** `at` in full precision, to continue after it. */
  cursor_at: string
  subject: string
  properties: Record<string, string | number>
}

const lists = mapSources((name, { from, at, id, subject, where, properties }) =>
  statement(
    `list_${name}_records`,
    {
      id: 'uuid',
      at: 'timestamptz!',
      cursor_at: 'text',
      subject: 'uuid',
      properties: json<RecordedEvent['properties']>(),
    },
    `select ${id} as id, ${at} as at, ${at}::text as cursor_at, ${subject} as subject,
       jsonb_build_object(${Object.entries(properties)
         .map(([property, sql]) => `'${property}', ${String(sql)}`)
         .join(', ')}) as properties
     from ${from} where (${at}, ${id}) > ($1::timestamptz, $2::uuid) and ${at} < $3 and ${where}
     order by ${at}, ${id} limit $4`,
  ),
)

/** Lists the records of an event after one of them and before a moment, oldest first. */
export const listRecords = (
  pool: pg.Pool,
  event: RecordEvent,
  after: { at: string; id: string },
  before: string,
  limit: number,
): Promise<RecordedEvent[]> => queryPrepared(pool, lists[event], [after.at, after.id, before, limit])
