import type { Recovery } from './connections.ts'

/** What the caller of the command chose; null where each drill has its own default. */
export interface DrillOptions {
  /** How often each fault is caused. */
  times: number | null
  /** How many database servers the cluster of the failover drill has. */
  servers: number | null
  /** The folder of the Debian system with the programs of that cluster. */
  debian: string | null
}

/** Breaks something many times. `write` is called with the figures of each fault. */
export type Drill = (write: (figures: object) => void, options: DrillOptions) => Promise<DrillResult>

export interface DrillResult {
  table: object[]
  /** Promises that were broken; empty if every promise was kept. */
  problems: string[]
}

/** The slowest and the median recovery from each kind of fault, in milliseconds. */
export function tableOf(found: Recovery[]): object[] {
  return [...new Set(found.map(({ fault }) => fault))].map((fault) => {
    const rows = found.filter((one) => one.fault === fault)
    const slowest = (key: 'booking_ms' | 'job_ms' | 'event_ms') => Math.max(...rows.map((one) => one[key]))
    const sorted = rows.map(({ booking_ms }) => booking_ms).toSorted((a, b) => a - b)
    return {
      fault,
      times: rows.length,
      booking_p50_ms: sorted[Math.floor(rows.length / 2)],
      booking_max_ms: slowest('booking_ms'),
      job_max_ms: slowest('job_ms'),
      event_max_ms: slowest('event_ms'),
    }
  })
}

/** Recoveries that took longer than `milliseconds`, in words. */
export const laterThan = (milliseconds: number, found: Recovery[]): string[] =>
  found
    .filter((one) => Math.max(one.booking_ms, one.job_ms, one.event_ms) > milliseconds)
    .map((one) => `later than ${milliseconds} ms: ${JSON.stringify(one)}`)
