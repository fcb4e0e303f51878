import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { nameConstraint } from './constraint-names.ts'

export interface PoolOptions {
  url: string
  size: number
  /** `application_name`, by which operators and drills identify connections. */
  name: string
  /** Server settings for its sessions, as `-c name=value`. */
  options?: string
  /** How long connecting, or waiting for a connection of the pool, may take; `connectMilliseconds` by default. */
  wait_ms?: number
  /** Called for each lost connection. The pool replaces it; a running statement fails on its own. */
  onLost?: (error: Error) => void
}

/** Connecting, or waiting for a connection of the pool, fails after this time. */
export const connectMilliseconds = 5_000
/** Longer than the server's own statement limit of 10 s: it is for a server that does not answer at all. */
const queryMilliseconds = 12_000

/** Opens a connection pool whose lost connections cannot end the process and whose waits are all limited. */
export function openPool({
  url,
  size,
  name,
  options,
  wait_ms = connectMilliseconds,
  onLost = () => {},
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    connectionTimeoutMillis: wait_ms,
    query_timeout: queryMilliseconds,
    keepAlive: true,
    ...(options === undefined ? {} : { options }),
  })
  // The driver emits 'error' on the pool for idle connections and on the client for those in use. Without a listener on
  // both, either would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    client.on('error', onLost)
    nameConstraints(client)
    dropUnfit(client)
  })
  pool.on('release', (_error, client) => slow.delete(client))
  return pool
}

/** Before anyone sees an error, because callers tell refusals apart by the name of the constraint. */
function nameConstraints(client: pg.PoolClient & { connection?: EventEmitter }): void {
  client.connection?.prependListener('errorMessage', (error: unknown) => {
    if (error instanceof pg.DatabaseError) nameConstraint(error)
  })
}

const slow = new WeakMap<object, number>()

/**
 * Allows the statements of a checked-out connection to exceed the pool's limit until it is released: for transactions
 * that raise `statement_timeout`.
 */
export function allowSlowStatements(client: pg.ClientBase, milliseconds: number): void {
  slow.set(client, milliseconds)
}

/**
 * Ends a connection that would stay in the pool without being of use, so that the pool replaces it. After a timeout, the driver still waits
 * for the result of the old statement. A server that has become a standby refuses every write, and may keep its connections open.
 */
function dropUnfit(client: pg.PoolClient & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client)
  const limited = (statement: unknown) => {
    const query_timeout = slow.get(client)
    if (query_timeout === undefined) return statement
    return typeof statement === 'string'
      ? { text: statement, query_timeout }
      : Object.assign({}, statement, { query_timeout })
  }
  Object.assign(client, {
    query: (statement: unknown, ...rest: unknown[]) => {
      const answer: unknown = query(...([limited(statement), ...rest] as [never]))
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (isUnfitAfter(error)) void client.end?.()
        })
      }
      return answer
    },
  })
}

const isUnfitAfter = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || (error instanceof pg.DatabaseError && error.code === '25006'))
