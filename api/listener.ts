import { setTimeout as pause } from 'node:timers/promises'
import { closeQuietly } from '@openspot/db/close-quietly.ts'
import pg from 'pg'
import { listenTo, ping } from './listener.sql.ts'
import type { Log } from './log.ts'

/** A connection that listens to one channel and reconnects whenever it is lost. */
export interface Listener {
  /** Runs statements on the connection, one call after the other. Throws while there is none. */
  use(work: (client: pg.Client) => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface Wanted {
  url: string
  name: string
  channel: string
  log: Log
  onNotice: (payload: string) => void
  /** Called when a lost connection is back. Notifications in between are lost. */
  onBack: () => void
}

const longestPause = 1_000
const silentMilliseconds = 5_000

/** Throws if the first connection fails; later ones are retried until they succeed. */
export async function openListener({ url, name, channel, log, onNotice, onBack }: Wanted): Promise<Listener> {
  const dead = new WeakSet<pg.Client>()
  let isClosed = false
  let client: pg.Client | null = await connect()
  /** Ends when the connection is free. The driver no longer queues statements by itself: one is sent after the other has its answer. */
  let free: Promise<unknown> = Promise.resolve()
  // The heartbeat detects a server that vanished without closing the connection.
  const heartbeat = setInterval(() => void checkAlive(), silentMilliseconds)
  heartbeat.unref()

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      query_timeout: silentMilliseconds,
      keepAlive: true,
    })
    made.on('notification', ({ payload }) => onNotice(payload ?? ''))
    // Keep the listener for the client's whole life: the driver emits 'error' twice, and one without a listener ends
    // the process.
    made.on('error', (error) => lose(made, error))
    made.on('end', () => lose(made, new Error('The server ended the connection.')))
    try {
      await made.connect()
      await listenTo(made, channel)
      if (dead.has(made)) throw new Error('The connection was lost immediately.')
      return made
    } catch (error) {
      dead.add(made)
      void closeQuietly(made)
      throw error
    }
  }

  function lose(which: pg.Client, error: Error): void {
    dead.add(which)
    if (isClosed || which !== client) return
    client = null
    log.error({ event: 'database_lost', connection: name, err: error }, 'database connection lost')
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    const since = performance.now()
    for (let attempt = 1; !isClosed; attempt++) {
      try {
        const made = await connect()
        if (isClosed) return await made.end()
        client = made
        free = Promise.resolve()
        const after_ms = Math.round(performance.now() - since)
        log.warn({ event: 'database_back', connection: name, attempt, after_ms }, 'database connection back')
        return onBack()
      } catch (error) {
        if (attempt % 30 === 0)
          log.error(
            { event: 'database_lost', connection: name, attempt, err: error },
            'no database connection',
          )
        await pause(Math.min(longestPause, 50 * 2 ** Math.min(attempt, 10)))
      }
    }
  }

  /** Runs statements on a connection after all that were begun before. Throws if it is lost by then. */
  function inTurn(of: pg.Client, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const done = free.then(() => {
      if (of !== client) throw new Error('The database connection was lost.')
      return work(of)
    })
    free = done.catch(() => {
      // The caller that began it gets the error.
    })
    return done
  }

  async function checkAlive(): Promise<void> {
    const asked = client
    if (!asked) return
    const silence = new AbortController()
    try {
      // A server that vanished answers neither this nor what was sent before it.
      await Promise.race([
        inTurn(asked, ping),
        pause(silentMilliseconds, undefined, { ref: false, signal: silence.signal }).then(() => {
          throw new Error(`The server has not answered for ${silentMilliseconds} ms.`)
        }),
      ])
    } catch (error) {
      lose(asked, error as Error)
      void closeQuietly(asked)
    } finally {
      silence.abort()
    }
  }

  return {
    async use(work) {
      if (!client) throw new Error('The database connection is down.')
      await inTurn(client, work)
    },
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      await closeQuietly(client ?? undefined)
    },
  }
}
