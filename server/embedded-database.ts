import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@openspot/api/log.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { closeQuietly } from '@openspot/db/close-quietly.ts'
import { type Cluster, startCluster } from '@openspot/db/embedded/cluster.ts'
import pg from 'pg'

/** Held (shared) by every process of ours that uses an embedded PostgreSQL, so that nobody stops it under another. */
const inUseLock = 7001
/** Held by the one server of a data folder. It goes with the process, however that ends. */
const serverLock = 7002

/** The running cluster, and the connection whose locks say that we use it. */
interface Held {
  cluster: Cluster
  keeper: pg.Client
}

/** Another process serves the data folder: nothing that trying again would change. */
class TakenError extends PlainError {}

export interface Embedded {
  cluster: Cluster
  close(): Promise<void>
}

type Wanted = Pick<Settings, 'data_folder' | 'port'>

/** Starts or joins the PostgreSQL of a folder for a command. */
export const joinEmbedded = async (folder: string, settings: Wanted): Promise<Embedded> => {
  // A statement of the command that is under way fails; there is nothing else to do about a lost connection.
  const held = await hold(folder, settings, { isServer: false, onLost: () => {} })
  return { cluster: held.cluster, close: () => leave(held) }
}

/**
 * Starts or joins the PostgreSQL of a folder for the server, and keeps it running: if it ends or restarts itself, it is
 * started again at the same address and the lock of the server is taken again. `onTaken` is called if another process has
 * taken that meanwhile, or the address.
 */
export async function serveEmbedded(
  folder: string,
  settings: Wanted,
  log: Log,
  onTaken: (error: PlainError) => void,
): Promise<Embedded> {
  const lost = new WeakSet<pg.Client>()
  let isClosing = false
  let reviving: Promise<void> = Promise.resolve()
  let held: Held | null = await take()
  const { cluster } = held

  async function take(port?: number): Promise<Held> {
    const made = await hold(folder, settings, { isServer: true, port, onLost })
    if (lost.has(made.keeper)) throw new Error('The connection was lost immediately.')
    return made
  }

  function onLost(keeper: pg.Client, error: Error): void {
    lost.add(keeper)
    if (isClosing || keeper !== held?.keeper) return
    held = null
    log.error({ event: 'database_lost', connection: 'embedded', err: error }, 'embedded database lost')
    reviving = revive()
  }

  async function revive(): Promise<void> {
    const since = performance.now()
    for (let attempt = 1; !isClosing; attempt++) {
      try {
        held = await take(cluster.port)
        const after_ms = Math.round(performance.now() - since)
        log.warn(
          { event: 'database_back', connection: 'embedded', attempt, after_ms },
          'embedded database back',
        )
        return
      } catch (error) {
        if (error instanceof TakenError) return onTaken(error)
        log.error(
          { event: 'database_lost', connection: 'embedded', attempt, err: error },
          'it does not start',
        )
        await pause(Math.min(5_000, 100 * 2 ** Math.min(attempt, 10)))
      }
    }
  }

  return {
    cluster,
    async close() {
      isClosing = true
      await reviving
      if (held) await leave(held)
    },
  }
}

interface Holding {
  isServer: boolean
  /** Where it must listen; anywhere if there is none. */
  port?: number | undefined
  /** Called at each sign that the connection is gone, also before it is handed over. */
  onLost: (keeper: pg.Client, error: Error) => void
}

async function hold(folder: string, settings: Wanted, { isServer, port, onLost }: Holding): Promise<Held> {
  for (let attempt = 0; ; attempt++) {
    const cluster = await startCluster(folder, [], port)
    if (port !== undefined && cluster.port !== port) {
      throw new TakenError(
        `PostgreSQL in ${folder} was started by another process on another port. Start Openspot again.`,
      )
    }
    const keeper = new pg.Client({
      connectionString: cluster.appUrl('postgres'),
      application_name: isServer ? serverName(settings) : 'openspot command',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    keeper.on('error', (error) => onLost(keeper, error))
    keeper.on('end', () => onLost(keeper, new Error('The server ended the connection.')))
    try {
      await keeper.connect()
      await keeper.query('select pg_advisory_lock_shared($1)', [inUseLock])
      if (isServer) await becomeServer(keeper, settings)
      return { cluster, keeper }
    } catch (error) {
      void closeQuietly(keeper)
      if (error instanceof TakenError) throw error
      // Another process may have just finished with it and be stopping it: then it is started again.
      if (attempt === 5)
        throw new PlainError(
          `PostgreSQL in ${folder} stops repeatedly; see ${path.join(folder, 'postgres.log')}.`,
        )
      await pause(200)
    }
  }
}

const serverName = ({ port }: Wanted) => `openspot server: process ${process.pid}, port ${port}`

async function becomeServer(keeper: pg.Client, settings: Wanted): Promise<void> {
  const { rows } = await keeper.query<{ mine: boolean; who: string | null }>(
    `select pg_try_advisory_lock($1) as mine,
       (select min(application_name) from pg_stat_activity where application_name like 'openspot server%' and pid <> pg_backend_pid()) as who`,
    [serverLock],
  )
  if (rows[0]?.mine) return
  const who = rows[0]?.who?.replace('openspot server: ', '') ?? 'another process'
  // The connection that we lost may be there for a moment yet, on the server's side.
  if (rows[0]?.who === serverName(settings)) throw new Error('Our lost connection still holds the lock.')
  throw new TakenError(
    `Openspot already runs on the data folder ${path.resolve(settings.data_folder)} (${who}).`,
  )
}

async function leave({ keeper, cluster }: Held): Promise<void> {
  try {
    await keeper.query('select pg_advisory_unlock_all()')
    const { rows } = await keeper.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      inUseLock,
    ])
    if (rows[0]?.last) await cluster.stop()
  } catch {
    // It has already ended.
  } finally {
    await closeQuietly(keeper)
  }
}
