import type { Output } from '@openspot/contract/call.ts'
import type { Alert, getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { listAttention } from './attention.sql.ts'

type Overview = Output<typeof getPlatformOverviewRoute>

const latestAlerts = statement(
  'list_latest_alerts',
  {
    id: 'uuid',
    event: text<Alert['event']>(),
    summary: 'text',
    created_at: 'timestamptz',
    email_sent_at: 'timestamptz?',
    webhook_sent_at: 'timestamptz?',
    resolved_at: 'timestamptz?',
  },
  `select id, event, summary, created_at, email_sent_at, webhook_sent_at, resolved_at
    from alerts order by created_at desc, id desc limit 20`,
)

const lastEmails = statement(
  'count_last_emails',
  { sent: 'integer', waiting: 'integer', expired: 'integer' },
  `select (count(*) filter (where state = 'SENT'))::int as sent,
      (count(*) filter (where state in ('WAITING', 'FAILED')))::int as waiting,
      (count(*) filter (where state = 'EXPIRED'))::int as expired
    from emails where created_at > $1`,
)

const jobCounts = statement(
  'count_jobs',
  { failed: 'integer', given_up: 'integer', waiting: 'integer' },
  `select (count(*) filter (where state = 'FAILED'))::int as failed,
      (count(*) filter (where state = 'GIVEN_UP'))::int as given_up,
      (select count(*)::int from jobs_of_queue() where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting
    from failed_jobs()`,
)

/** Returns what needs a platform admin, the counts of jobs and of the last 24 hours' emails, and the latest alerts. */
export async function readOverview(
  db: Db,
  { alerts: channels }: Pick<Settings, 'alerts'>,
  now: Date,
): Promise<Omit<Overview, 'search_index'>> {
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const jobs = await queryPrepared(db, jobCounts, [])
  const emails = await queryPrepared(db, lastEmails, [since])
  const alerts = await queryPrepared(db, latestAlerts, [])
  const attention = await listAttention(db, now)
  return {
    attention,
    jobs: jobs[0] ?? { failed: 0, given_up: 0, waiting: 0 },
    emails_last_day: emails[0] ?? { sent: 0, waiting: 0, expired: 0 },
    alerts,
    alert_channels: { email: channels.email !== null, webhook: channels.webhook !== null },
  }
}
