import {
  ALL_TEXTS_PER_DAY,
  DELIVERY_CLAIM_MINUTES,
  TEXTS_PER_DAY,
  TEXTS_PER_HOUR,
} from '@openspot/core/notifications/limits.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { NEW_LOT_PER_DAY } from '../emails/limits.sql.ts'

/** `notice`: what a person turned on. `code`: they asked for it themselves. `invite`: someone else caused it. */
export type TextKind = 'notice' | 'code' | 'invite'

interface NewText {
  to_phone: string
  body: string
  kind: TextKind
  user_id: string | null
  lot_id: string | null
  notification_id: string | null
  due_at: Date
  expires_at: Date
  /** Set if the text is stale when quiet hours end. */
  is_stale?: boolean
  /** When the link or code in it ends. It is removed from the stored text then. */
  link_expires_at?: Date
}

const standing = statement(
  'find_text_standing',
  {
    is_locked: 'boolean',
    is_stopped: 'boolean',
    day: 'integer',
    kind_day: 'integer',
    kind_hour: 'integer',
    lot_day: 'integer?',
  },
  `select pg_try_advisory_xact_lock(hashtextextended('text ' || $1, 7007)) as is_locked,
     exists (select from text_stops where phone = $1) as is_stopped, sent.*,
     (select count(*)::int from texts x where x.lot_id = l.id and x.kind = 'invite' and x.created_at > $4::timestamptz
       and x.state <> 'DROPPED') as lot_day
   from (select count(*)::int as day, (count(*) filter (where kind = $2))::int as kind_day,
       (count(*) filter (where kind = $2 and created_at > $3::timestamptz))::int as kind_hour
     from texts where to_phone = $1 and created_at > $4::timestamptz and state <> 'DROPPED') sent
     left join lots l on l.id = $5 and l.trust_level = 'NEW'`,
)

/** Returns why a text must not be sent now, or null. Locks the number until the transaction ends. */
async function findTextDrop(tx: Tx, text: NewText, now: Date): Promise<'STOPPED' | 'LIMIT' | null> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const given = [text.to_phone, text.kind, ago(3_600_000), ago(86_400_000), text.lot_id]
  const [found] = await queryPrepared(tx, standing, given)
  if (found?.is_stopped) return 'STOPPED'
  if (!found?.is_locked || found.day >= ALL_TEXTS_PER_DAY) return 'LIMIT'
  if (text.kind === 'notice') return null
  if (found.kind_hour >= TEXTS_PER_HOUR || found.kind_day >= TEXTS_PER_DAY) return 'LIMIT'
  return text.kind === 'invite' && (found.lot_day ?? 0) >= NEW_LOT_PER_DAY ? 'LIMIT' : null
}

/**
 * Puts a text into the outbox in the caller's transaction; a job sends it after the commit. One that must not be sent is
 * saved as DROPPED.
 */
export async function writeText(
  tx: Tx,
  text: NewText,
  now: Date,
): Promise<'queued' | 'QUIET_HOURS' | 'STOPPED' | 'LIMIT'> {
  const { is_stale = false, link_expires_at, due_at, expires_at, ...of } = text
  const dropped_because = is_stale ? ('QUIET_HOURS' as const) : await findTextDrop(tx, text, now)
  const { id } = await tx
    .insertInto('texts')
    .values({
      ...of,
      created_at: now.toISOString(),
      due_at: due_at.toISOString(),
      expires_at: expires_at.toISOString(),
      link_expires_at: link_expires_at?.toISOString() ?? null,
      ...(dropped_because === null ? {} : { state: 'DROPPED' as const, dropped_because }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (dropped_because !== null) return dropped_because
  if (due_at <= now)
    await sql`select graphile_worker.add_job('deliver_text', json_build_object('text_id', ${id}::uuid), max_attempts => 3)`.execute(
      tx,
    )
  return 'queued'
}

const claim = statement(
  'claim_text',
  {
    id: 'uuid',
    to_phone: 'text',
    body: 'text',
    attempts: 'integer',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    is_stopped: 'boolean',
    is_read: 'boolean',
    notice_kind: 'text?',
    chosen: 'boolean?',
    is_own_number: 'boolean',
    user_id: 'uuid?',
  },
  `with claimed as (
     update texts set claimed_until = $2::timestamptz + $3 * interval '1 minute', attempts = attempts + 1
     where id = $1 and state = 'WAITING' and due_at <= $2::timestamptz and (claimed_until is null or claimed_until <= $2::timestamptz)
     returning id, to_phone, body, attempts, created_at, expires_at, user_id, notification_id)
   select x.id, x.to_phone, x.body, x.attempts, x.created_at, x.expires_at, x.user_id,
     exists (select from text_stops p where p.phone = x.to_phone) as is_stopped,
     coalesce(n.read_at is not null, false) as is_read, n.kind as notice_kind, p.is_on as chosen,
     exists (select from text_numbers o where o.user_id = x.user_id and o.phone = x.to_phone and o.confirmed_at is not null) as is_own_number
   from claimed x left join notifications n on n.id = x.notification_id
     left join notice_preferences p on p.user_id = x.user_id and p.kind = n.kind and p.channel = 'TEXT'`,
)

/** Takes a text that is due for one attempt. Undefined if it is done, not due, or being sent by another job. */
export async function claimText(pool: pg.Pool, text_id: string, now: Date) {
  const rows = await query(pool, claim, [text_id, now.toISOString(), DELIVERY_CLAIM_MINUTES])
  return rows[0]
}

type Ending =
  | { state: 'SENT'; provider_id: string | null; redacts: boolean }
  | { state: 'FAILED' | 'EXPIRED'; error: string | null }
  | {
      state: 'DROPPED'
      dropped_because: 'READ' | 'STOPPED' | 'TURNED_OFF' | 'NUMBER_GONE' | 'NO_PROVIDER'
      error?: string
    }

/** Saves how a text ended. With `redacts`, its stored text keeps no link or code. */
export async function endText(db: Db, text_id: string, ending: Ending, now: Date): Promise<void> {
  const { redacts, ...columns } = { redacts: false, ...ending }
  await db
    .updateTable('texts')
    .set({
      ...columns,
      claimed_until: null,
      ...(ending.state === 'SENT' ? { sent_at: now.toISOString(), error: null } : {}),
    })
    .where('id', '=', text_id)
    .where('state', '=', 'WAITING')
    .execute()
  if (!redacts) return
  await db
    .updateTable('texts')
    .set(redacted(now))
    .where('id', '=', text_id)
    .where('link_expires_at', 'is not', null)
    .execute()
}

/** Saves why a text could not be sent, and when it is tried again. */
export async function postponeText(db: Db, text_id: string, error: string, due_at: Date): Promise<void> {
  await db
    .updateTable('texts')
    .set({ error, due_at: due_at.toISOString(), claimed_until: null })
    .where('id', '=', text_id)
    .where('state', '=', 'WAITING')
    .execute()
}

/** Saves what the provider reports about a text that it accepted. Later reports than the last word change nothing. */
export async function setTextReport(
  db: Db,
  provider_id: string,
  report: { state: 'DELIVERED' } | { state: 'FAILED'; error: string },
  now: Date,
): Promise<{ user_id: string | null; to_phone: string } | undefined> {
  return db
    .updateTable('texts')
    .set({ ...report, ...(report.state === 'DELIVERED' ? { delivered_at: now.toISOString() } : {}) })
    .where('provider_id', '=', provider_id)
    .where('state', '=', 'SENT')
    .returning(['user_id', 'to_phone'])
    .executeTakeFirst()
}

/** Replaces links and codes of a text, which ends with them. */
const redacted = (now: Date) => ({
  body: sql<string>`regexp_replace(regexp_replace(body, '(https?://[^[:space:]/]+/invite/)[^[:space:]]+', '\\1…', 'g'), '\\m[0-9]{6}\\M', '…', 'g')`,
  redacted_at: now.toISOString(),
})

/** Removes links and codes that ended from stored texts. With `redacts_closed`, also those of texts that were sent. */
export async function redactTexts(db: Db, now: Date, redacts_closed: boolean): Promise<void> {
  await db
    .updateTable('texts')
    .set(redacted(now))
    .where('redacted_at', 'is', null)
    .where('link_expires_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('link_expires_at', '<=', now.toISOString()),
        ...(redacts_closed ? [eb('state', '<>', 'WAITING')] : []),
      ]),
    )
    .execute()
}
