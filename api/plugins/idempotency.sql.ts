import { queryPrepared } from '@openspot/db/database.ts'
import { type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const storedShape = {
  is_new: 'boolean',
  /** Null if another request inserted the key while this statement ran, because its snapshot does not show the row. */
  same_request: 'boolean?',
  status: 'integer?',
  body: 'text?',
} as const

/** The stored part of the request with a key. */
export type Stored = RowOf<typeof storedShape>
export type StoredAnswer = Omit<Stored, 'is_new'>

const begin = statement(
  'begin_idempotent',
  storedShape,
  `with begun as (
     insert into idempotency_keys as k (caller, key, request_hash, started_at) values ($1, $2, $3, $4)
     on conflict (caller, key) do update set started_at = excluded.started_at
       where k.status is null and k.started_at < $5 and k.request_hash = excluded.request_hash
     returning true)
   select exists (select from begun) as is_new, k.request_hash = $3 as same_request, k.status, k.body
   from (select 1) one left join idempotency_keys k on k.caller = $1 and k.key = $2`,
)
const finish = statement(
  'finish_idempotent',
  {},
  'update idempotency_keys set status = $3, body = $4, finished_at = $5 where caller = $1 and key = $2',
)

/** A key that a request asks for. */
export interface KeyClaim {
  caller: string
  key: string
  request_hash: Buffer
  abandoned_before: string
}

/**
 * Reserves a key of a caller, or takes over an unfinished one of the same request that began before `abandoned_before`.
 * Returns whether it did, and what is stored otherwise.
 */
export async function beginKey(pool: pg.Pool, of: KeyClaim, now: Date): Promise<Stored> {
  const values = [of.caller, of.key, of.request_hash, now.toISOString(), of.abandoned_before]
  const [row] = await queryPrepared(pool, begin, values)
  return row ?? { is_new: false, same_request: true, status: null, body: null }
}

/** Saves the response to the request with a key. */
export async function finishKey(
  pool: pg.Pool,
  caller: string,
  key: string,
  response: { status: number; body: unknown },
  now: Date,
): Promise<void> {
  await queryPrepared(pool, finish, [caller, key, response.status, response.body, now.toISOString()])
}

export async function deleteUnfinishedKey(pool: pg.Pool, caller: string | null, key: string): Promise<void> {
  await pool.query('delete from idempotency_keys where caller = $1 and key = $2 and status is null', [
    caller,
    key,
  ])
}
