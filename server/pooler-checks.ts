import { PlainError } from '@openspot/core/plain-error.ts'
import { examinePooling } from '@openspot/db/pooler.ts'
import { limitRole } from '@openspot/db/session-limits.ts'
import pg from 'pg'

interface Addresses {
  url: string
  /** Null if the operator gave none. */
  direct_url: string | null
  migrate_url: string | null
}

/**
 * Checks the addresses of a database for poolers between us and the server.
 * @throws PlainError that names the setting: a pooler hands the sessions of the server around, but notifications, locks of workers and
 * migrations, and settings of a session need one that stays theirs
 */
export async function refuseUnfitPooler({ url, direct_url, migrate_url }: Addresses): Promise<void> {
  const pooling = await examinePooling(url)
  if (pooling.is_pooled && direct_url === null) {
    throw new PlainError(
      'DATABASE_URL leads to a connection pooler. Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself, with the same role and database.',
    )
  }
  if (!pooling.keeps_statements) {
    throw new PlainError(
      'The connection pooler of DATABASE_URL does not keep prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements above 0, such as 200.',
    )
  }
  for (const [name, direct] of [
    ['DATABASE_DIRECT_URL', direct_url],
    ['DATABASE_MIGRATE_URL', migrate_url],
  ] as const) {
    if (direct === null || direct === url) continue
    if ((await examinePooling(direct)).is_shared) {
      throw new PlainError(
        `${name} leads to a connection pooler that changes sessions between transactions. Set it to the address of the PostgreSQL server itself.`,
      )
    }
  }
  if (direct_url !== null && direct_url !== url) await refuseOther(url, direct_url)
}

/** Lets the role of the product bring the limits of its sessions, because poolers refuse those that a connection asks for. */
export const giveLimits = (direct_url: string): Promise<void> => withClient(direct_url, limitRole)

async function refuseOther(url: string, direct_url: string): Promise<void> {
  const [pooled, direct] = [await withClient(url, identityOf), await withClient(direct_url, identityOf)]
  if (pooled === direct) return
  throw new PlainError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or roles. Set both to the same ones.',
  )
}

async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat_ws(' ', (select system_identifier from pg_control_system()),
       (select oid from pg_database where datname = current_database()), current_user) as identity`,
  )
  return rows[0]?.identity ?? ''
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  // A lost connection fails the statement that needs it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
