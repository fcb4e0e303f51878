import pg from 'pg'

export interface PoolOptions {
  url: string
  size: number
  /** `application_name`, by which operators and drills identify connections. */
  name: string
  /** Server settings for its sessions, as `-c name=value`. */
  options?: string
  /** Called for each lost connection. The pool replaces it; a running statement fails on its own. */
  onLost?: (error: Error) => void
}

/** Connecting, or waiting for a connection of the pool, fails after this time. */
export const connectMilliseconds = 5_000
/** Longer than the server's own statement limit of 10 s: it is for a server that does not answer at all. */
const queryMilliseconds = 12_000

/** Opens a connection pool whose lost connections cannot end the process and whose waits are all limited. */
export function openPool({ url, size, name, options, onLost = () => {} }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: queryMilliseconds,
    keepAlive: true,
    ...(options === undefined ? {} : { options }),
  })
  // The driver emits 'error' on the pool for idle connections and on the client for those in use. Without a listener on
  // both, either would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    client.on('error', onLost)
    dropAfterTimeout(client)
  })
  pool.on('release', (_error, client) => slow.delete(client))
  return pool
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
 * After a timeout the driver still waits for the old statement's result, so the connection could return to the pool
 * unusable. Ending it makes the pool replace it.
 */
function dropAfterTimeout(client: pg.PoolClient & { end?: () => Promise<void> }): void {
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
          if (error instanceof Error && error.message === 'Query read timeout') void client.end?.()
        })
      }
      return answer
    },
  })
}
