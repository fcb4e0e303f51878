import type pg from 'pg'
import { DatabaseError } from 'pg'

/** The limits of a session, by their names in PostgreSQL. They increase, so that the narrowest one is reported. */
export const sessionLimits = {
  lock_timeout: '2s',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
} as const

type LimitName = keyof typeof sessionLimits
export type SessionLimits = Record<LimitName, string>

const names = Object.keys(sessionLimits) as LimitName[]

/** The limits as options of a connection, which most poolers refuse. */
export const limitOptions = names.map((name) => `-c ${name}=${sessionLimits[name]}`).join(' ')

/** Without limits, for sessions that migrate: the role may bring those of the product. */
export const withoutLimits = names.map((name) => `set ${name} = 0`).join('; ')

/** Whether a pooler refused the options of a connection. PostgreSQL itself knows all of ours. */
export const refusesOptions = (error: unknown): boolean =>
  error instanceof DatabaseError && /unsupported startup parameter/i.test(error.message)

/** Reads the limits of a session. */
export async function readLimits(on: pg.Pool | pg.ClientBase): Promise<SessionLimits> {
  const { rows } = await on.query<SessionLimits>(
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  )
  return rows[0] ?? { lock_timeout: '0', statement_timeout: '0', idle_in_transaction_session_timeout: '0' }
}

/** Lists the limits that a session does not have: in PostgreSQL, 0 means no limit. */
export const missingLimits = (limits: SessionLimits): LimitName[] =>
  names.filter((name) => limits[name] === '0')

const roleLock = 7019

/**
 * Gives the role of a session the limits that it lacks in this database. They apply to sessions that begin later. A role may
 * always set its own defaults, so this needs no further privilege.
 */
export async function limitRole(client: pg.Client): Promise<void> {
  const missing = missingLimits(await readLimits(client))
  if (missing.length === 0) return
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  await client.query('begin')
  // Two processes that start at once would otherwise fail at the same row of the catalog.
  await client.query('select pg_advisory_xact_lock($1)', [roleLock])
  for (const name of missing)
    await client.query(
      `alter role current_user in database ${database} set ${name} = '${sessionLimits[name]}'`,
    )
  await client.query('commit')
}
