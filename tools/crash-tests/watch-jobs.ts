import { setTimeout as pause } from 'node:timers/promises'
import { closeQuietly } from '@openspot/db/close-quietly.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import pg from 'pg'

/** Reads twice a second how long jobs have been with one worker. `stop` answers the longest time, in milliseconds. */
export function watchJobs(owner_url: string): { stop(): Promise<number> } {
  let longest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      longest = Math.max(longest, await longestHeld(owner_url))
      await pause(500)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return longest
    },
  }
}

async function longestHeld(owner_url: string): Promise<number> {
  const client = new pg.Client({ connectionString: owner_url, application_name: 'openspot drill' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ held_ms: number | null }>(
      `select extract(epoch from max(now() - locked_at))::float8 * 1000 as held_ms
       from graphile_worker._private_jobs where locked_at is not null`,
    )
    return rows[0]?.held_ms ?? 0
  } catch (error) {
    // The database has just been killed; the time of a job goes on, so the next look finds it.
    if (!isLostConnection(error)) throw error
    return 0
  } finally {
    await closeQuietly(client)
  }
}
