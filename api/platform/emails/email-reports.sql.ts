import type { EmailReport } from '@openspot/contract/platform/email-reports.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'

const insertReportStatement = statement(
  'insert_report',
  { subject: 'text' },
  `insert into email_reports as r (id, email_id, lot_id, to_address, subject, note, created_at)
      select $1, e.id, e.lot_id, e.to_address, e.subject, $2, $3
      from emails e where e.id = $4
    on conflict (email_id) do update set note = coalesce(excluded.note, r.note)
    returning subject`,
)

/** Saves one report per email with its newest note. Returns the email's subject, or null if the email was deleted. */
export async function insertReport(
  db: Db,
  report: { id: string; email_id: string; note: string | null },
  now: Date,
): Promise<string | null> {
  const rows = await queryPrepared(db, insertReportStatement, [
    report.id,
    report.note,
    now.toISOString(),
    report.email_id,
  ])
  return rows[0]?.subject ?? null
}

const reportsRows = statement(
  'list_reports',
  {
    id: 'uuid',
    to_address: 'text',
    subject: 'text',
    note: 'text?',
    created_at: 'timestamptz',
    lot: orNull(json<NonNullable<EmailReport['lot']>>('json')),
  },
  `select r.id, r.to_address, r.subject, r.note, r.created_at,
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as lot
    from email_reports r left join lots l on l.id = r.lot_id
    where $1 or (r.created_at, r.id) < ($2::timestamptz,
      $3::uuid)
    order by r.created_at desc, r.id desc limit $4`,
)

/** Returns the newest reports first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listReports(
  db: Db,
  after: (string | number)[] | null,
  limit: number,
): Promise<EmailReport[]> {
  return queryPrepared(db, reportsRows, [
    after === null,
    after === null ? null : String(after[0]),
    after === null ? null : String(after[1]),
    limit + 1,
  ])
}

const countLastDayStatement = statement(
  'count_last_day',
  { sent: 'integer', suppressed: 'integer' },
  `select (count(*) filter (where state <> 'SUPPRESSED'))::int as sent,
      (count(*) filter (where state = 'SUPPRESSED'))::int as suppressed
    from emails where created_at > $1`,
)

/** Counts the emails of the last 24 hours that were sent and that were suppressed. */
export async function countLastDay(db: Db, now: Date): Promise<{ sent: number; suppressed: number }> {
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const rows = await queryPrepared(db, countLastDayStatement, [since])
  return rows[0] ?? { sent: 0, suppressed: 0 }
}
