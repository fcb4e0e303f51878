import path from 'node:path'
import type { Log } from '@openspot/api/log.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { closeQuietly } from '@openspot/db/close-quietly.ts'
import pg from 'pg'
import { openDataFolder } from './data-folder.ts'
import { joinEmbedded, serveEmbedded } from './embedded-database.ts'
import { giveLimits, refuseUnfitPooler } from './pooler-checks.ts'

const databaseName = 'openspot'

/** The URLs of one database; equal if the operator gave only one. `direct_url` and `owner_url` have no pooler between. */
export interface DatabaseAddress {
  /** As the role that the product runs as. */
  url: string
  /** The same for what needs a session of its own; `url` if absent. */
  direct_url?: string
  /** As the role that owns the tables and migrates. */
  owner_url: string
}

/** Returns the role to grant the product's privileges to; null if it is the owner itself. */
export const appRoleOf = ({ url, direct_url = url, owner_url }: DatabaseAddress): string | null =>
  direct_url === owner_url ? null : decodeURIComponent(new URL(url).username)

export interface OpenDatabase extends DatabaseAddress {
  close(): Promise<void>
}

/** The dependencies for supervising the embedded PostgreSQL of a data folder; only the server needs them. */
export interface Serving {
  log: Log
  /** Called when another process has taken over the data folder, so there is nothing left to serve. */
  onTaken: (error: PlainError) => void
}

/**
 * Opens the database of the settings: a server by URL, or the embedded one in the data folder, which is started if
 * necessary and stopped at the end if nobody else uses it. With `server`, this process becomes the only server of the
 * data folder and restarts the embedded PostgreSQL whenever it ends.
 */
export async function openDatabase(settings: Settings, server: Serving | null): Promise<OpenDatabase> {
  if (settings.database_url !== null)
    return { ...(await reachServer(settings.database_url, settings)), close: async () => {} }
  const folder = path.join(openDataFolder(settings.data_folder), 'postgres')
  const embedded = server
    ? await serveEmbedded(folder, settings, server.log, server.onTaken)
    : await joinEmbedded(folder, settings)
  await makeDatabase(embedded.cluster.url('postgres'))
  const url = embedded.cluster.localUrl(databaseName)
  return {
    url,
    direct_url: url,
    owner_url: embedded.cluster.url(databaseName),
    close: () => embedded.close(),
  }
}

async function reachServer(url: string, settings: Settings): Promise<DatabaseAddress> {
  const { database_migrate_url, database_direct_url: direct_url } = settings
  const owner_url = database_migrate_url ?? direct_url ?? url
  if (database_migrate_url !== null)
    await refuseUnreachable(database_migrate_url, 'DATABASE_MIGRATE_URL', null)
  if (direct_url !== null && direct_url !== url) {
    await refuseUnreachable(direct_url, 'DATABASE_DIRECT_URL', settings)
    // Before the pooler opens sessions, which keep the limits that they began with.
    await giveLimits(direct_url)
  }
  await refuseUnreachable(url, 'DATABASE_URL', settings)
  await refuseUnfitPooler({ url, direct_url, migrate_url: database_migrate_url })
  return { url, direct_url: direct_url ?? url, owner_url }
}

async function makeDatabase(owner_url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount) return
    await owner.query(`create database ${databaseName}`).catch((error: pg.DatabaseError) => {
      // 42P04, or 23505 if another process is creating it concurrently.
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  } finally {
    await owner.end()
  }
}

/**
 * Checks that the server answers and, outside `local`, that the product does not run as a superuser.
 * @throws PlainError otherwise
 */
async function refuseUnreachable(
  url: string,
  name: string,
  running: Pick<Settings, 'environment'> | null,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    if (running === null || running.environment === 'local') return
    const { rows } = await client.query<{ is_superuser: boolean }>(
      'select rolsuper or rolbypassrls as is_superuser from pg_roles where rolname = current_user',
    )
    if (rows[0]?.is_superuser) {
      throw new PlainError(
        `${name} connects as a superuser, which could read every file on the server. Create a role without privileges for ${name}, and set DATABASE_MIGRATE_URL to the owner of the tables.`,
      )
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(
      `The PostgreSQL server of ${name} cannot be used: ${(error as Error).message || 'it is not responding'}.`,
    )
  } finally {
    await closeQuietly(client)
  }
}
