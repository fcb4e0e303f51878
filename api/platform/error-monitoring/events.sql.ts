import type { ErrorEvent, ErrorEventSummary } from '@openspot/contract/platform/error-monitoring.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

/** What an event holds besides what is listed and searched. */
export type EventContent = Pick<
  ErrorEvent,
  'sdk' | 'message' | 'exceptions' | 'breadcrumbs' | 'tags' | 'contexts' | 'request'
>

const summaryShape = {
  id: 'uuid',
  title: 'text',
  level: 'error_events.level',
  received_at: 'timestamptz',
  occurred_at: 'timestamptz',
  release: 'text?',
  environment: 'text',
  page: 'text',
  browser: 'text',
  person: 'text?',
  replay_id: 'uuid?',
} as const
const summary = `e.id, e.title, e.level, e.received_at, e.occurred_at, e.release, e.environment, e.page, e.browser, e.person,
  (select r.id from replays r where r.id = e.replay_id) as replay_id`

const listed = statement(
  'list_error_events',
  summaryShape,
  `select ${summary} from error_events e
   where e.group_id = $1 and ($2::timestamptz is null or (e.received_at, e.id) < ($2::timestamptz, $3::uuid))
   order by e.received_at desc, e.id desc limit $4`,
)

export const listLatest = (db: Db, group_id: string, limit: number): Promise<ErrorEventSummary[]> =>
  queryPrepared(db, listed, [group_id, null, null, limit])

/** Returns the stored events of a group, newest first. */
export async function listEvents(
  db: Db,
  group_id: string,
  { cursor, limit = 20 }: { cursor?: string; limit?: number },
) {
  const after = decodeCursor(cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, listed, [group_id, after?.[0] ?? null, after?.[1] ?? null, limit + 1])
  return pageOf(rows, limit, (row) => [row.received_at, row.id])
}

const one = statement(
  'get_error_event',
  {
    ...summaryShape,
    group_id: 'uuid',
    source: 'error_events.source',
    trace_id: 'text?',
    newer_id: 'uuid?',
    older_id: 'uuid?',
    content: json<EventContent>(),
  },
  `select ${summary}, e.group_id, e.source, e.trace_id, e.content,
     (select n.id from error_events n where n.group_id = e.group_id and (n.received_at, n.id) > (e.received_at, e.id)
       order by n.received_at, n.id limit 1) as newer_id,
     (select o.id from error_events o where o.group_id = e.group_id and (o.received_at, o.id) < (e.received_at, e.id)
       order by o.received_at desc, o.id desc limit 1) as older_id
   from error_events e where e.group_id = $1 and e.id = $2`,
)

export async function findEvent(db: Db, group_id: string, event_id: string): Promise<ErrorEvent | undefined> {
  const [row] = await queryPrepared(db, one, [group_id, event_id])
  if (!row) return undefined
  const { content, ...event } = row
  return { ...event, ...content }
}
