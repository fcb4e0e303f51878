import { createHash } from 'node:crypto'
import { ApiError } from '../protocol/errors.ts'
import type { FormFields } from '../protocol/form.ts'
import type { Work } from './work.ts'

/** A stored response: https://docs.stripe.com/api/idempotent_requests */

export interface Reply {
  status: number
  body: string
}

/** Stripe keeps keys for at least 24 hours. */
const kept_seconds = 86_400

interface Row {
  endpoint: string
  params_hash: string
  status: number
  body: string
  request_id: string
}

/**
 * Looks the key up and reserves it for this transaction. A transaction-level advisory lock separates concurrent
 * requests with one key, so a request that dies leaves neither its key nor its work behind.
 */
export async function replay(
  work: Work,
  key: string,
  endpoint: string,
  fields: FormFields,
): Promise<(Reply & { original_request: string }) | undefined> {
  const locked = await work.client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [`idempotency:${work.account}:${key}`],
  )
  if (!locked.rows[0]?.locked)
    throw refusal(
      409,
      `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      'idempotency_key_in_use',
    )
  const found = await work.client.query<Row>(
    'select endpoint, params_hash, status, body, request_id from idempotency where account = $1 and key = $2 and created > $3',
    [work.account, key, work.now - kept_seconds],
  )
  const row = found.rows[0]
  if (!row) return undefined
  if (row.endpoint !== endpoint)
    throw refusal(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint.split(' ')[1] ?? ''}' vs '${row.endpoint.split(' ')[1] ?? ''}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  if (row.params_hash !== hashOf(fields))
    throw refusal(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  return { status: row.status, body: row.body, original_request: row.request_id }
}

/** Stores the response in the same transaction as the work, so either both exist or neither. */
export async function remember(
  work: Work,
  key: string,
  endpoint: string,
  fields: FormFields,
  reply: Reply,
): Promise<void> {
  await work.client.query(
    `insert into idempotency (account, key, request_id, endpoint, params_hash, status, body, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (account, key) do update set request_id = excluded.request_id, endpoint = excluded.endpoint,
       params_hash = excluded.params_hash, status = excluded.status, body = excluded.body, created = excluded.created`,
    [work.account, key, work.request.id ?? '', endpoint, hashOf(fields), reply.status, reply.body, work.now],
  )
}

export async function forgetOld(work: Work): Promise<void> {
  await work.client.query('delete from idempotency where created <= $1', [work.now - kept_seconds])
}

function hashOf(fields: FormFields): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex')
}

function sorted(fields: FormFields): [string, unknown][] {
  return Object.entries(fields)
    .map(([key, value]): [string, unknown] => [key, typeof value === 'string' ? value : sorted(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function refusal(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, { type: 'idempotency_error', message, ...(code ? { code } : {}) })
}
