import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@openspot/db/database.ts'
import pg from 'pg'

const channel = 'lot_changed'

/** Tells everyone who watches a lot, or a person, that something has changed there. */
export interface ChangeBus {
  /** Called after the change is committed. Loses nothing that matters if the process dies: watchers also ask by time. */
  announce(id: string): void
  /** Calls back at each change of the lot or person; the answer ends it. */
  watch(id: string, onChange: () => void): () => void
  close(): Promise<void>
}

/**
 * A bus over LISTEN and NOTIFY, so that it reaches every process.
 *
 * NOTIFY is sent on its own, after the change: inside a transaction it makes all commits of the database wait for
 * each other. Changes of one lot within a tenth of a second are told once.
 */
export async function openChangeBus(database: Database): Promise<ChangeBus> {
  const watchers = new Map<string, Set<() => void>>()
  const waiting = new Set<string>()
  let isClosed = false
  // One after another: a connection does one thing at a time.
  let telling: Promise<unknown> = Promise.resolve()
  let client = await listen()

  async function listen(): Promise<pg.Client> {
    const connection = new pg.Client({ connectionString: database.url, application_name: 'openspot changes' })
    connection.on('notification', ({ payload }) => {
      for (const tell of watchers.get(payload ?? '') ?? []) tell()
    })
    connection.once('error', () => void relisten())
    await connection.connect()
    await connection.query(`listen ${channel}`)
    return connection
  }

  async function relisten(): Promise<void> {
    while (!isClosed) {
      try {
        client = await listen()
        // Whatever was told in between is unknown: let everyone look again.
        for (const lot of watchers.values()) for (const tell of lot) tell()
        return
      } catch {
        await pause(500)
      }
    }
  }

  const tell = async (lot_id: string) => {
    if (!isClosed) await client.query('select pg_notify($1, $2)', [channel, lot_id])
  }

  return {
    announce(lot_id) {
      if (waiting.has(lot_id) || isClosed) return
      waiting.add(lot_id)
      setTimeout(() => {
        waiting.delete(lot_id)
        telling = telling.then(() => tell(lot_id)).catch(() => {})
      }, 100).unref()
    },
    watch(lot_id, onChange) {
      const lot = watchers.get(lot_id) ?? new Set()
      watchers.set(lot_id, lot.add(onChange))
      return () => {
        lot.delete(onChange)
        if (lot.size === 0) watchers.delete(lot_id)
      }
    },
    async close() {
      isClosed = true
      client.removeAllListeners('error')
      client.on('error', () => {})
      await client.end().catch(() => {})
    },
  }
}
