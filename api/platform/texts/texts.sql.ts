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

/** In one order, so that two transactions never wait for each other. */
const lock = statement(
  'lock_text_numbers',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('text ' || p.phone, 7007))::text as locked
   from (select distinct phone from unnest($1::text[]) g (phone) order by phone) p`,
)

const standing = statement(
  'list_text_standings',
  {
    phone: 'text!',
    is_stopped: 'boolean',
    day: 'integer',
    kind_day: 'integer',
    kind_hour: 'integer',
    lot_day: 'integer?',
  },
  `select p.phone, exists (select from text_stops s where s.phone = p.phone) as is_stopped, sent.*,
     (select count(*)::int from texts x where x.lot_id = l.id and x.kind = 'invite' and x.created_at > $4::timestamptz
       and x.state <> 'DROPPED') as lot_day
   from unnest($1::text[]) p (phone)
     cross join lateral (select count(*)::int as day, (count(*) filter (where kind = $2))::int as kind_day,
       (count(*) filter (where kind = $2 and created_at > $3::timestamptz))::int as kind_hour
     from texts where to_phone = p.phone and created_at > $4::timestamptz and state <> 'DROPPED') sent
     left join lots l on l.id = $5 and l.trust_level = 'NEW'`,
)

type Drop = 'STOPPED' | 'LIMIT'

/**
 * Returns for each number why a text must not be sent now; a number without an entry may receive one. Locks the numbers until the
 * transaction ends, except for notices, whose limit is only a bound on a mistake: two at once must both be sent.
 */
async function findTextDrops(
  tx: Tx,
  { phones, kind, lot_id }: { phones: readonly string[]; kind: TextKind; lot_id: string | null },
  now: Date,
): Promise<Map<string, Drop>> {
  // In a statement of its own, because the counts must include what the others wrote while this one waited.
  if (kind !== 'notice') await queryPrepared(tx, lock, [phones])
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const given = [phones, kind, ago(3_600_000), ago(86_400_000), lot_id]
  const found = new Map((await queryPrepared(tx, standing, given)).map((one) => [one.phone, one]))
  const drops = new Map<string, Drop>()
  let sent = 0
  for (const phone of phones) {
    const one = found.get(phone)
    const isOver =
      one === undefined ||
      one.day >= ALL_TEXTS_PER_DAY ||
      (kind !== 'notice' && (one.kind_hour >= TEXTS_PER_HOUR || one.kind_day >= TEXTS_PER_DAY)) ||
      (kind === 'invite' && one.lot_day !== null && one.lot_day + sent >= NEW_LOT_PER_DAY)
    if (one?.is_stopped) drops.set(phone, 'STOPPED')
    else if (isOver) drops.set(phone, 'LIMIT')
    else sent += 1
  }
  return drops
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
  const { to_phone, kind, lot_id } = of
  const drops = is_stale ? null : await findTextDrops(tx, { phones: [to_phone], kind, lot_id }, now)
  const dropped_because = drops === null ? ('QUIET_HOURS' as const) : (drops.get(to_phone) ?? null)
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
    await sql`select add_job('deliver_text', json_build_object('text_id', ${id}::uuid), max_attempts => 3)`.execute(
      tx,
    )
  return 'queued'
}

/** As `writeText`, for a code of six digits, which leaves at once and is useless after its end. */
export const writeCode = (
  tx: Tx,
  of: { phone: string; body: string; user_id: string | null; ends_at: Date },
  now: Date,
): ReturnType<typeof writeText> =>
  writeText(
    tx,
    {
      to_phone: of.phone,
      body: of.body,
      kind: 'code',
      user_id: of.user_id,
      lot_id: null,
      notification_id: null,
      due_at: now,
      expires_at: of.ends_at,
      link_expires_at: of.ends_at,
    },
    now,
  )

/**
 * As `writeText`, for invites of one lot to different numbers, in a few statements for all of them, and without queueing jobs. Returns the
 * ids of those that will be sent.
 */
export async function writeInviteTexts(
  tx: Tx,
  lot_id: string,
  texts: readonly { to_phone: string; body: string; expires_at: string }[],
  now: Date,
): Promise<string[]> {
  if (texts.length === 0) return []
  const phones = texts.map(({ to_phone }) => to_phone)
  const drops = await findTextDrops(tx, { phones, kind: 'invite', lot_id }, now)
  const at = now.toISOString()
  const written = await tx
    .insertInto('texts')
    .values(
      texts.map((text) => {
        const dropped_because = drops.get(text.to_phone) ?? null
        const ending = dropped_because === null ? {} : { state: 'DROPPED' as const, dropped_because }
        const { expires_at } = text
        return {
          ...text,
          lot_id,
          kind: 'invite',
          created_at: at,
          due_at: at,
          link_expires_at: expires_at,
          ...ending,
        }
      }),
    )
    .returning(['id', 'state'])
    .execute()
  return written.flatMap(({ id, state }) => (state === 'WAITING' ? id : []))
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
  body: sql<string>`regexp_replace(regexp_replace(body, '(https?://[^[:space:]/]+/(?:invite/|guest#token=))[^[:space:]]+', '\\1…', 'g'), '\\m[0-9]{6}\\M', '…', 'g')`,
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
