import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { type Cluster, startCluster } from '@openspot/db/embedded/cluster.ts'
import pg from 'pg'
import { openDataFolder } from './data-folder.ts'

/** Held (shared) by every process of ours that uses an embedded PostgreSQL, so that nobody stops it under another. */
const inUseLock = 7001
/** Held by the one server of a data folder. It goes with the process, however that ends. */
const serverLock = 7002
const databaseName = 'openspot'

/** The addresses of one database. They are the same where the operator gave only one. */
export interface DatabaseAddress {
  /** As the role that the product runs as. */
  url: string
  /** As the role that owns the tables and migrates. */
  owner_url: string
}

/** The role to grant the product's rights to; null where it is the owner itself. */
export const appRoleOf = ({ url, owner_url }: DatabaseAddress): string | null =>
  url === owner_url ? null : decodeURIComponent(new URL(url).username)

export interface OpenDatabase extends DatabaseAddress {
  close(): Promise<void>
}

/**
 * Opens the database that the settings name: a server by its address, or the embedded one in the data folder, which
 * is started if it does not run, and stopped at the end if nobody else uses it.
 *
 * `onLost` is called if the embedded one goes away while it is open.
 */
export async function openDatabase(
  settings: Settings,
  as: 'server' | 'command',
  onLost: () => void = () => {},
): Promise<OpenDatabase> {
  if (settings.database_url !== null) {
    const { database_url: url, database_migrate_url: owner_url } = settings
    if (owner_url !== null) await refuseUnreachable(owner_url, 'DATABASE_MIGRATE_URL', null)
    await refuseUnreachable(url, 'DATABASE_URL', settings)
    return { url, owner_url: owner_url ?? url, close: async () => {} }
  }
  const folder = path.join(openDataFolder(settings.data_folder), 'postgres')
  for (let attempt = 0; ; attempt++) {
    const cluster = await startCluster(folder)
    const keeper = new pg.Client({
      connectionString: cluster.appUrl('postgres'),
      application_name:
        as === 'server'
          ? `openspot server: process ${process.pid}, port ${settings.port}`
          : 'openspot command',
    })
    // It may be going down at this moment because somebody else has just finished with it: then it is started anew.
    const isOpen = await keeper
      .connect()
      .then(() => keeper.query('select pg_advisory_lock_shared($1)', [inUseLock]))
      .then(
        () => true,
        () => false,
      )
    if (!isOpen) {
      if (attempt === 5)
        throw new PlainError(
          `PostgreSQL in ${folder} does not stay up; see ${path.join(folder, 'postgres.log')}.`,
        )
      await pause(200)
      continue
    }
    if (as === 'server') await becomeServer(keeper, settings)
    await makeDatabase(cluster.url('postgres'))
    let isClosing = false
    keeper.on('error', () => isClosing || onLost())
    keeper.on('end', () => isClosing || onLost())
    return {
      url: cluster.appUrl(databaseName),
      owner_url: cluster.url(databaseName),
      close: () => {
        isClosing = true
        return leave(keeper, cluster)
      },
    }
  }
}

async function becomeServer(keeper: pg.Client, settings: Settings): Promise<void> {
  const { rows } = await keeper.query<{ mine: boolean; who: string | null }>(
    `select pg_try_advisory_lock($1) as mine,
       (select min(application_name) from pg_stat_activity where application_name like 'openspot server%' and pid <> pg_backend_pid()) as who`,
    [serverLock],
  )
  if (rows[0]?.mine) return
  await keeper.end()
  const who = rows[0]?.who?.replace('openspot server: ', '') ?? 'another process'
  throw new PlainError(
    `Openspot already runs on the data folder ${path.resolve(settings.data_folder)} (${who}).`,
  )
}

async function makeDatabase(owner_url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount) return
    await owner.query(`create database ${databaseName}`).catch((error: pg.DatabaseError) => {
      // 42P04, or 23505 if another process makes it in this moment.
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  } finally {
    await owner.end()
  }
}

async function leave(keeper: pg.Client, cluster: Cluster): Promise<void> {
  try {
    await keeper.query('select pg_advisory_unlock_all()')
    const { rows } = await keeper.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      inUseLock,
    ])
    if (rows[0]?.last) await cluster.stop()
  } catch {
    // It has gone already.
  } finally {
    keeper.on('error', () => {})
    await keeper.end().catch(() => {})
  }
}

/** Throws PlainError if the server does not answer or, outside `local`, if the product would run as a superuser. */
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
        `${name} connects as a superuser, so that one mistake of ours could read every file of the server. Create a role without rights of its own for ${name}, and give the owner of the tables as DATABASE_MIGRATE_URL.`,
      )
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(
      `The PostgreSQL server of ${name} cannot be used: ${(error as Error).message || 'it does not answer'}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
