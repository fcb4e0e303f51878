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

export interface OpenDatabase {
  url: string
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
    await refuseUnreachable(settings.database_url)
    return { url: settings.database_url, close: async () => {} }
  }
  const folder = path.join(openDataFolder(settings.data_folder), 'postgres')
  for (let attempt = 0; ; attempt++) {
    const cluster = await startCluster(folder)
    const keeper = new pg.Client({
      connectionString: cluster.url('postgres'),
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
    await makeDatabase(keeper)
    let isClosing = false
    keeper.on('error', () => isClosing || onLost())
    keeper.on('end', () => isClosing || onLost())
    return {
      url: cluster.url(databaseName),
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

async function makeDatabase(keeper: pg.Client): Promise<void> {
  const { rowCount } = await keeper.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount) return
  await keeper.query(`create database ${databaseName}`).catch((error: pg.DatabaseError) => {
    if (error.code !== '42P04') throw error
  })
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

async function refuseUnreachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
  } catch (error) {
    throw new PlainError(
      `The PostgreSQL server of DATABASE_URL cannot be used: ${(error as Error).message || 'it does not answer'}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
