import type { ErrorMonitoring } from '@openspot/contract/platform/error-monitoring.ts'
import type { RelayFailure } from '@openspot/core/error-monitoring/enums.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import { listDrops } from './drops.sql.ts'
import { nameOf } from './groups.sql.ts'

const overview = statement(
  'get_error_overview',
  {
    statuses: json<ErrorMonitoring['statuses']>(),
    replay_count: 'integer',
    releases: 'text[]',
    environments: 'text[]',
    assignees: json<ErrorMonitoring['assignees']>(),
    received: json<ErrorMonitoring['received']>(),
  },
  `select (select jsonb_build_object('OPEN', count(*) filter (where g.status = 'OPEN' or g.status = 'MUTED' and g.muted_until <= $1),
       'RESOLVED', count(*) filter (where g.status = 'RESOLVED'),
       'MUTED', count(*) filter (where g.status = 'MUTED' and coalesce(g.muted_until > $1, true))) from error_groups g) as statuses,
     (select count(*)::int from replays) as replay_count,
     array(select r.release from error_releases r order by r.last_seen_at desc, r.release limit 50) as releases,
     array(select g.environment from error_groups g union select r.environment from replays r order by 1 limit 50) as environments,
     (select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'name', ${nameOf('u')}) order by ${nameOf('u')}, u.id), '[]')
       from users u where 'OPENSPOT_ADMIN' = any (u.roles) and u.account_status = 'ACTIVE') as assignees,
     (select jsonb_build_object('events', coalesce(sum(i.events), 0), 'segments', coalesce(sum(i.segments), 0))
       from error_intake i where i.day > ($1::timestamptz at time zone 'UTC')::date - 30) as received`,
)

const forwarding = statement(
  'get_error_forwarding',
  {
    sent_at: 'timestamptz?',
    sent_count: 'bigint',
    lost_count: 'bigint',
    failing_since: 'timestamptz?',
    failure: orNull(text<RelayFailure>()),
  },
  `select f.sent_at, coalesce(f.sent_count, 0) as sent_count, coalesce(f.lost_count, 0) as lost_count, f.failing_since, f.failure
   from (select true as is_only) one left join error_forwarding f using (is_only)`,
)

/** Returns the counts, the choices of filters, and the state of the vendor at `host`. */
export async function getOverview(db: Db, host: string | null, now: Date): Promise<ErrorMonitoring> {
  const [row] = await queryPrepared(db, overview, [now.toISOString()])
  const [state] = await queryPrepared(db, forwarding, [])
  if (!row || !state) throw new Error('There is no overview.')
  const drops = await listDrops(db, now)
  return { is_forwarded: host !== null, ...row, drops, forwarding: host === null ? null : { host, ...state } }
}
