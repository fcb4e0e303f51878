import type { Database } from '@openspot/db/database.ts'
import { notifyChanges } from './changes.sql.ts'
import { openListener } from './listener.ts'
import type { Log } from './log.ts'

const channel = 'lot_changed'

/** Notifies everyone who watches a lot or a person of changes there. */
export interface ChangeBus {
  /** Must be called after the commit. A notification lost with the process does no harm, because watchers also poll. */
  announce(id: string): void
  /** Calls back at each change of the lot or person. Returns a function that stops it. */
  watch(id: string, onChange: () => void): () => void
  close(): Promise<void>
}

/** Changes of one lot within this time are announced once. */
const togetherMilliseconds = 100
const againMilliseconds = 500

/**
 * Opens a bus over LISTEN and NOTIFY that reaches every process. NOTIFY is sent separately after the change, because
 * within a transaction it serializes all commits of the database. What could not be sent while the connection was lost
 * is sent once it is back; then all watchers here are called, because notifications of others may have been missed.
 */
export async function openChangeBus(database: Pick<Database, 'direct_url'>, log: Log): Promise<ChangeBus> {
  const watchers = new Map<string, Set<() => void>>()
  const unsent = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  const listener = await openListener({
    url: database.direct_url,
    name: 'openspot changes',
    channel,
    log,
    onNotice: (id) => {
      for (const look of watchers.get(id) ?? []) look()
    },
    onBack: () => {
      for (const lot of watchers.values()) for (const look of lot) look()
    },
  })

  function sendIn(milliseconds: number): void {
    if (isClosed || timer !== null) return
    timer = setTimeout(() => void send(), milliseconds)
    timer.unref()
  }

  async function send(): Promise<void> {
    const ids = [...unsent]
    unsent.clear()
    timer = null
    try {
      await listener.use((client) => notifyChanges(client, channel, ids))
    } catch (error) {
      for (const id of ids) unsent.add(id)
      log.debug({ err: error, unsent: unsent.size }, 'changes are waiting to be announced')
      sendIn(againMilliseconds)
    }
  }

  return {
    announce(id) {
      unsent.add(id)
      sendIn(togetherMilliseconds)
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
      if (timer !== null) clearTimeout(timer)
      await listener.close()
    },
  }
}
