import type { Output } from '@openspot/contract/call.ts'
import type { Alert, getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

type Overview = Output<typeof getPlatformOverviewRoute>

/** Returns the counts of jobs and of the last 24 hours' emails, and the latest alerts. */
export async function readOverview(
  db: Db,
  { alerts: channels }: Pick<Settings, 'alerts'>,
  now: Date,
): Promise<Overview> {
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const jobs = await sql<Overview['jobs']>`
    select (count(*) filter (where state = 'FAILED'))::int as failed,
      (count(*) filter (where state = 'GIVEN_UP'))::int as given_up,
      (select count(*)::int from graphile_worker.jobs where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting
    from failed_jobs()`.execute(db)
  const emails = await sql<Overview['emails_last_day']>`
    select (count(*) filter (where state = 'SENT'))::int as sent,
      (count(*) filter (where state in ('WAITING', 'FAILED')))::int as waiting,
      (count(*) filter (where state = 'EXPIRED'))::int as expired
    from emails where created_at > ${since}`.execute(db)
  const alerts = await sql<Alert>`
    select id, event, summary, created_at, email_sent_at, webhook_sent_at, resolved_at
    from alerts order by created_at desc, id desc limit 20`.execute(db)
  return {
    jobs: jobs.rows[0] ?? { failed: 0, given_up: 0, waiting: 0 },
    emails_last_day: emails.rows[0] ?? { sent: 0, waiting: 0, expired: 0 },
    alerts: alerts.rows,
    alert_channels: { email: channels.email !== null, webhook: channels.webhook !== null },
  }
}
