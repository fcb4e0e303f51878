import type { EmailReport } from '@openspot/contract/platform/email-reports.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Saves one report per email with its newest note. Returns the email's subject, or null if the email was deleted. */
export async function insertReport(
  db: Db,
  report: { id: string; email_id: string; note: string | null },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ subject: string }>`
    insert into email_reports as r (id, email_id, lot_id, to_address, subject, note, created_at)
      select ${report.id}, e.id, e.lot_id, e.to_address, e.subject, ${report.note}, ${now.toISOString()}
      from emails e where e.id = ${report.email_id}
    on conflict (email_id) do update set note = coalesce(excluded.note, r.note)
    returning subject`.execute(db)
  return rows[0]?.subject ?? null
}

/** Returns the newest reports first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listReports(
  db: Db,
  after: (string | number)[] | null,
  limit: number,
): Promise<EmailReport[]> {
  const { rows } = await sql<EmailReport>`
    select r.id, r.to_address, r.subject, r.note, r.created_at,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as lot
    from email_reports r left join lots l on l.id = r.lot_id
    where ${after === null} or (r.created_at, r.id) < (${after === null ? null : String(after[0])}::timestamptz,
      ${after === null ? null : String(after[1])}::uuid)
    order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Counts the emails of the last 24 hours that were sent and that were suppressed. */
export async function countLastDay(db: Db, now: Date): Promise<{ sent: number; suppressed: number }> {
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const { rows } = await sql<{ sent: number; suppressed: number }>`
    select (count(*) filter (where state <> 'SUPPRESSED'))::int as sent,
      (count(*) filter (where state = 'SUPPRESSED'))::int as suppressed
    from emails where created_at > ${since}`.execute(db)
  return rows[0] ?? { sent: 0, suppressed: 0 }
}
