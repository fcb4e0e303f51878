import type { Output } from '@openspot/contract/call.ts'
import type { listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

export interface AuditFilter {
  lot_id?: string
  action?: string
  actor_user_id?: string
  subject_id?: string
  from?: string
  to?: string
  cursor?: string
  limit?: number
}

const subjectId = sql`case when a.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.subject_id::uuid end`
/** What a subject is called now. A lot learns no names of users here, because what it may know of them is decided elsewhere (`visible_person`). */
const subjectName = (isPlatform: boolean) => sql<string | null>`case
    when a.subject_kind = 'lot' then (select s.name from lots s where s.id = ${subjectId})
    when a.subject_kind = 'user' and ${isPlatform}::boolean then
      (select coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.email) from users s where s.id = ${subjectId})
  end`

/** Changes without a lot, such as those of a host's payouts, have amounts too. */
const currencyOf = sql<string | null>`coalesce(l.currency, case a.subject_kind
    when 'payout_account' then (select s.currency from payout_accounts s where s.id = ${subjectId})
    when 'payout' then (select s.currency from payouts s where s.id = ${subjectId})
    when 'invoice' then (select s.currency from invoices s where s.id = ${subjectId})
    when 'reservation' then (select s.currency from reservations s where s.id = ${subjectId})
    when 'fine' then (select s.currency from fines s where s.id = ${subjectId})
    when 'reconciliation_difference' then (select s.currency from reconciliation_differences s where s.id = ${subjectId})
  end)`

/** Returns the audit entries that match, newest first. */
export async function listAudit(
  db: Db,
  preference: AuditFilter,
  isPlatform: boolean,
): Promise<Output<typeof listPlatformAuditRoute>> {
  const { lot_id, action, actor_user_id, subject_id, from, to, limit = 20 } = preference
  const after = decodeCursor(preference.cursor, ['instant', 'uuid'])
  const rows = await db
    .selectFrom('audit_log as a')
    .leftJoin('lots as l', 'l.id', 'a.lot_id')
    .leftJoin('users as u', 'u.id', 'a.actor_user_id')
    .select([
      'a.id',
      'a.at',
      'a.lot_id',
      'l.name as lot_name',
      'a.actor_user_id',
      'a.actor_role',
      'a.action',
      'a.subject_kind',
      'a.subject_id',
      'a.request_id',
    ])
    .select(sql<Record<string, unknown>>`a.details`.as('details'))
    .select(
      sql<string | null>`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)`.as(
        'actor_name',
      ),
    )
    .select(currencyOf.as('lot_currency'))
    .select(subjectName(isPlatform).as('subject_name'))
    .$if(lot_id !== undefined, (q) => q.where('a.lot_id', '=', lot_id ?? ''))
    .$if(action !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('a.action', '=', action ?? ''),
          // A prefix matches all actions on one kind of subject.
          eb(sql`split_part(a.action, '.', 1)`, '=', action ?? ''),
        ]),
      ),
    )
    .$if(actor_user_id !== undefined, (q) => q.where('a.actor_user_id', '=', actor_user_id ?? ''))
    .$if(subject_id !== undefined, (q) => q.where('a.subject_id', '=', subject_id ?? ''))
    .$if(from !== undefined, (q) => q.where('a.at', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('a.at', '<', to ?? ''))
    .$if(after !== null, (q) =>
      q.where(sql<boolean>`(a.at, a.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.at, row.id])
}
