import type { ErrorGroup, ErrorGroupDetail } from '@openspot/contract/platform/error-monitoring.ts'
import type { ErrorSource, ErrorStatus } from '@openspot/core/error-monitoring/enums.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listLatest } from './events.sql.ts'

/** The name that administrators see of each other. */
export const nameOf = (user: string) =>
  `coalesce(nullif(concat_ws(' ', ${user}.first_name, ${user}.last_name), ''), ${user}.email, '')`

const groupShape = {
  id: 'uuid',
  title: 'text',
  culprit: 'text',
  source: 'error_groups.source',
  level: 'error_groups.level',
  status: 'error_groups.status',
  is_regression: 'boolean',
  muted_until: 'timestamptz?',
  resolved_in_release: 'text?',
  assignee: orNull(json<NonNullable<ErrorGroup['assignee']>>()),
  environment: 'text',
  first_release: 'text?',
  last_release: 'text?',
  first_seen_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  event_count: 'bigint',
  people_count: 'integer',
  replay_count: 'integer',
} as const

/** `$1` is the current time: a mute that is over is shown as over, even if nothing occurred since. */
const groupColumns = `g.id, g.title, g.culprit, g.source, g.level,
  case when g.status = 'MUTED' and g.muted_until <= $1::timestamptz then 'OPEN' else g.status end as status,
  g.is_regression, case when g.muted_until > $1::timestamptz then g.muted_until end as muted_until, g.resolved_in_release,
  (select jsonb_build_object('user_id', u.id, 'name', ${nameOf('u')}) from users u where u.id = g.assigned_to_user_id) as assignee,
  g.environment, g.first_release, g.last_release, g.first_seen_at, g.last_seen_at, g.event_count,
  (select count(distinct e.person)::int from error_events e where e.group_id = g.id) as people_count,
  (select count(distinct r.id)::int from error_events e join replays r on r.id = e.replay_id where e.group_id = g.id) as replay_count`

const listed = statement(
  'list_error_groups',
  groupShape,
  `select ${groupColumns} from error_groups g
   where ($2::error_status is null
       or case when g.status = 'MUTED' and g.muted_until <= $1::timestamptz then 'OPEN' else g.status end = $2)
     and ($3::error_source is null or g.source = $3)
     and ($4::text is null or g.title ilike $4 or g.culprit ilike $4)
     and ($5::text is null or exists (select from error_counts c where c.group_id = g.id and c.release = $5))
     and ($6::text is null or exists (select from error_counts c where c.group_id = g.id and c.environment = $6))
     and ($7::uuid is null or g.assigned_to_user_id = $7)
     and (not $8::boolean or g.assigned_to_user_id is null)
     and ($9::timestamptz is null or (g.last_seen_at, g.id) < ($9::timestamptz, $10::uuid))
   order by g.last_seen_at desc, g.id desc limit $11`,
)

export interface GroupFilter {
  status?: ErrorStatus
  source?: ErrorSource
  query?: string
  release?: string
  environment?: string
  assigned_to_user_id?: string
  is_unassigned: boolean
  cursor?: string
  limit?: number
}

/** Returns the groups that match, the one that occurred last first. */
export async function listGroups(db: Db, filter: GroupFilter, now: Date) {
  const { limit = 20 } = filter
  const after = decodeCursor(filter.cursor, ['instant', 'uuid'])
  const query = filter.query?.trim()
  const rows = await queryPrepared(db, listed, [
    now.toISOString(),
    filter.status ?? null,
    filter.source ?? null,
    query ? containing(query) : null,
    filter.release ?? null,
    filter.environment ?? null,
    filter.assigned_to_user_id ?? null,
    filter.is_unassigned,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return pageOf(rows, limit, (row) => [row.last_seen_at, row.id])
}

type Share = ErrorGroupDetail['releases'][number]

const share = (column: string) => `(select coalesce(jsonb_agg(s order by s.count desc, s.value), '[]') from (
    select ${column} as value, count(*)::int as count from error_events e where e.group_id = g.id and ${column} <> ''
    group by 1 order by 2 desc, 1 limit 10) s)`

const one = statement(
  'get_error_group',
  {
    ...groupShape,
    days: json<ErrorGroupDetail['days']>(),
    releases: json<Share[]>(),
    browsers: json<Share[]>(),
    pages: json<Share[]>(),
    activity: json<ErrorGroupDetail['activity']>(),
  },
  `select ${groupColumns},
     (select jsonb_agg(jsonb_build_object('on', d.day::date, 'count',
         coalesce((select sum(c.event_count) from error_counts c where c.group_id = g.id and c.day = d.day::date), 0)) order by d.day)
       from generate_series(($1::timestamptz at time zone 'UTC')::date - 13, ($1::timestamptz at time zone 'UTC')::date, '1 day') d (day)) as days,
     ${share('e.release')} as releases, ${share('e.browser')} as browsers, ${share('e.page')} as pages,
     (select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc, a.id desc), '[]') from (
       select t.id, t.at, t.kind, (select ${nameOf('u')} from users u where u.id = t.by_user_id) as by_name,
         (select ${nameOf('u')} from users u where u.id = t.assignee_user_id) as assignee_name, t.until, t.release
       from error_activities t where t.group_id = g.id order by t.at desc, t.id desc limit 50) a) as activity
   from error_groups g where g.id = $2`,
)

/** Returns a group with its latest events, figures, and activity, or undefined. */
export async function findGroup(db: Db, group_id: string, now: Date): Promise<ErrorGroupDetail | undefined> {
  const [row] = await queryPrepared(db, one, [now.toISOString(), group_id])
  if (!row) return undefined
  const utc = (instant: string) => new Date(instant).toISOString()
  return {
    ...row,
    activity: row.activity.map((each) => ({
      ...each,
      at: utc(each.at),
      until: each.until === null ? null : utc(each.until),
    })),
    latest_events: await listLatest(db, group_id, 10),
  }
}
