import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { labelOf } from './prepared.ts'

export interface Statement {
  /** The label of a prepared statement; null for others. */
  name: string | null
  text: string
}

/** Called when each statement starts; the returned function is called at its end, with the error if there was one. */
export type StatementWatcher = (statement: Statement) => (error: unknown) => void

type Callback = (error: Error | undefined, ...rest: unknown[]) => void
type Query = (...args: unknown[]) => unknown

/** Reports every statement of the pool to `watcher`, however it is run. */
export function watchStatements(pool: pg.Pool, watcher: StatementWatcher): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) => watched(query, args, watcher)) as typeof client.query
  })
  // A caller waiting for a connection is called back by whoever returns one, so the async context of the waiting caller
  // is bound here.
  const connect = pool.connect.bind(pool) as Query
  pool.connect = ((callback?: Callback) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect
}

function watched(query: Query, args: unknown[], watcher: StatementWatcher): unknown {
  const statement = statementOf(args[0])
  if (statement === null) return query(...args)
  const end = watcher(statement)
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const told: Callback = (error, ...rest) => {
      end(error)
      ;(callback as Callback)(error, ...rest)
    }
    return query(...args.slice(0, -1), told)
  }
  const result = query(...args) as Promise<unknown>
  result.then(
    () => end(undefined),
    (error: unknown) => end(error),
  )
  return result
}

/** Null for a cursor or stream, which runs for as long as it is read. */
function statementOf(first: unknown): Statement | null {
  if (typeof first === 'string') return { name: null, text: first }
  if (typeof first !== 'object' || first === null || 'submit' in first) return null
  const { name, text } = first as { name?: string; text?: string }
  return { name: name === undefined ? null : labelOf(name), text: text ?? '' }
}

/** Returns a statement's text on one line without values: values are parameters, and the few literals become `?`. */
export const shapeOf = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
