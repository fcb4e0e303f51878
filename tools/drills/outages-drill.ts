import type { Recovery } from './connections.ts'
import { frozenDatabase, fullDisk } from './database-outages.ts'
import { type Drill, laterThan, tableOf } from './drill.ts'
import { deadMailServer, revokedKey } from './vendor-outages.ts'

const allowedMilliseconds = 5_000

/** The effects of an outage, and how long the product took to recover. */
export interface OutageResult {
  recovery: Recovery
  /** Figures for the record. */
  seen: Record<string, number | string>
  problems: string[]
}

const outages: (() => Promise<OutageResult>)[] = [fullDisk, frozenDatabase, revokedKey, deadMailServer]

/** One outage of each kind that lasts, while drivers book: a full disk, a frozen database, a revoked key, no mail server. */
export const outagesDrill: Drill = async (write) => {
  const results: OutageResult[] = []
  for (const outage of outages) {
    const result = await outage()
    results.push(result)
    write({ ...result.recovery, ...result.seen })
  }
  const found = results.map(({ recovery }) => recovery)
  return {
    table: tableOf(found),
    problems: [...results.flatMap(({ problems }) => problems), ...laterThan(allowedMilliseconds, found)],
  }
}
