import { DELIVERY_CLAIM_MINUTES } from '@openspot/core/notifications/limits.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'

interface NewPush {
  user_id: string
  device_id: string
  /** Null for a test. */
  notification_id: string | null
  due_at: Date
  expires_at: Date
  /** Set if the message is stale when quiet hours end. */
  is_stale: boolean
}

/** Writes pushes in the caller's transaction. A job sends each after the commit, unless it is due later or stale. Returns their IDs. */
export async function insertPushes(tx: Tx, pushes: readonly NewPush[], now: Date): Promise<string[]> {
  if (pushes.length === 0) return []
  const written = await tx
    .insertInto('push_messages')
    .values(
      pushes.map(({ is_stale, due_at, expires_at, ...of }) => ({
        ...of,
        created_at: now.toISOString(),
        due_at: due_at.toISOString(),
        expires_at: expires_at.toISOString(),
        state: is_stale ? ('DROPPED' as const) : ('WAITING' as const),
        dropped_because: is_stale ? ('QUIET_HOURS' as const) : null,
      })),
    )
    .returning(['id', 'state', 'due_at'])
    .execute()
  const due = written.filter(({ state, due_at }) => state === 'WAITING' && new Date(due_at) <= now)
  await queuePushes(
    tx,
    due.map(({ id }) => id),
  )
  return written.map(({ id }) => id)
}

async function queuePushes(db: Db, push_ids: readonly string[]): Promise<void> {
  if (push_ids.length === 0) return
  await sql`select add_job('deliver_push', json_build_object('push_id', push_id), max_attempts => 3)
    from unnest(${push_ids}::uuid[]) push_id`.execute(db)
}

const claim = statement(
  'claim_push',
  {
    id: 'uuid',
    user_id: 'uuid',
    attempts: 'integer',
    expires_at: 'timestamptz',
    device_id: 'uuid?',
    device_kind: 'push_devices.kind?',
    push_token: 'text?',
    device_public_key: 'text?',
    auth_secret: 'text?',
    is_signed_in: 'boolean',
    notification_id: 'uuid?',
    kind: 'text?',
    title: 'text?',
    text: 'text?',
    path: 'text?',
    is_read: 'boolean',
    chosen: 'boolean?',
    language: 'text',
  },
  `with claimed as (
     update push_messages set claimed_until = $2::timestamptz + $3 * interval '1 minute', attempts = attempts + 1
     where id = $1 and state = 'WAITING' and due_at <= $2::timestamptz and (claimed_until is null or claimed_until <= $2::timestamptz)
     returning id, user_id, attempts, expires_at, device_id, notification_id)
   select m.id, m.user_id, m.attempts, m.expires_at, d.id as device_id, d.kind as device_kind, d.push_token, d.device_public_key, d.auth_secret,
     coalesce(s.revoked_at is null and s.expires_at > $2::timestamptz, false) as is_signed_in,
     n.id as notification_id, n.kind, n.params ->> 'title' as title, n.params ->> 'text' as text, n.path,
     coalesce(n.read_at is not null, false) as is_read, p.is_on as chosen, u.language
   from claimed m join users u on u.id = m.user_id
     left join push_devices d on d.id = m.device_id and d.user_id = m.user_id
     left join sessions s on s.id = d.session_id and s.user_id = d.user_id
     left join notifications n on n.id = m.notification_id
     left join notice_preferences p on p.user_id = m.user_id and p.kind = n.kind and p.channel = 'PUSH'`,
)

/** Takes a push that is due for one attempt. Undefined if it is done, not due, or being sent by another job. */
export async function claimPush(pool: pg.Pool, push_id: string, now: Date) {
  const rows = await query(pool, claim, [push_id, now.toISOString(), DELIVERY_CLAIM_MINUTES])
  return rows[0]
}
export type ClaimedPush = NonNullable<Awaited<ReturnType<typeof claimPush>>>

type Ending =
  | { state: 'SENT' }
  | { state: 'FAILED' | 'EXPIRED'; error: string | null }
  | {
      state: 'DROPPED'
      dropped_because: 'READ' | 'DEVICE_GONE' | 'SIGNED_OUT' | 'TURNED_OFF' | 'NO_PROVIDER'
    }

/** Saves how a push ended. */
export async function endPush(db: Db, push_id: string, ending: Ending, now: Date): Promise<void> {
  const sent = ending.state === 'SENT' ? { sent_at: now.toISOString(), error: null } : {}
  await db
    .updateTable('push_messages')
    .set({ ...ending, ...sent, claimed_until: null })
    .where('id', '=', push_id)
    .where('state', '=', 'WAITING')
    .execute()
}

/** Saves why a push could not be sent, and when it is tried again. */
export async function postponePush(db: Db, push_id: string, error: string, due_at: Date): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ error, due_at: due_at.toISOString(), claimed_until: null })
    .where('id', '=', push_id)
    .where('state', '=', 'WAITING')
    .execute()
}

const queueDue = statement(
  'queue_due_messages',
  { queued: 'integer' },
  `with due as (
     (select 'deliver_push' as task, 'push_id' as name, id, due_at from push_messages
       where state = 'WAITING' and due_at <= $1::timestamptz and (claimed_until is null or claimed_until <= $1::timestamptz) order by due_at limit 200)
     union all
     (select 'deliver_text', 'text_id', id, due_at from texts
       where state = 'WAITING' and due_at <= $1::timestamptz and (claimed_until is null or claimed_until <= $1::timestamptz) order by due_at limit 200)),
   added as (select add_job(task, json_build_object(name, id), job_key => name || ' ' || id, max_attempts => 3) from due)
   select count(*)::int as queued from added`,
)

/** Queues a job for each push and text whose time has come. A message that has a job already gets no second one. */
export async function queueDueMessages(pool: pg.Pool, now: Date): Promise<number> {
  const rows = await queryPrepared(pool, queueDue, [now.toISOString()])
  return rows[0]?.queued ?? 0
}

/** Returns what became of a person's push. */
export function findPush(db: Db, user_id: string, push_id: string) {
  return db
    .selectFrom('push_messages')
    .select(['state', 'dropped_because'])
    .where('id', '=', push_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}
