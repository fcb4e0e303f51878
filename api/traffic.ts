import type pg from 'pg'
import type { Ports } from './ports.ts'
import { findLatestKey } from './traffic.sql.ts'

/** How long after the last booking was noticed drivers count as booking, in milliseconds. */
const busyMs = 5_000
/**
 * How much longer than it worked a pause is. Bookings take about twice as long while an import works, so a thirteenth of the time
 * keeps them within 10% (`npm run bench -- --residents N`).
 */
const pausePerWork = 12
const longestPauseMs = 5_000

/**
 * Knows whether people book, in whatever process: each booking reserves its key in the database in its own transaction
 * (docs/decisions/0069-imports-beside-bookings.md). One for each process, so that all its work knows what any of it noticed.
 */
export class Traffic {
  private readonly pool: pg.Pool
  private readonly ports: Pick<Ports, 'now'>
  private latest_key: string | null = null
  private changed_at = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, ports: Pick<Ports, 'now'>) {
    this.pool = pool
    this.ports = ports
  }

  /** Reads one entry of an index. Times of keys are compared with each other only, because clocks of machines differ. */
  async isBusy(): Promise<boolean> {
    const latest_key = await findLatestKey(this.pool)
    const now = this.ports.now().getTime()
    if (latest_key !== this.latest_key) this.changed_at = now
    this.latest_key = latest_key
    return now - this.changed_at < busyMs
  }
}

/**
 * Work that takes minutes and shares processors and the database with bookings. While people book, it takes a thirteenth of the time;
 * otherwise it does not pause.
 */
export class Pace {
  private readonly ports: Pick<Ports, 'now' | 'pause'>
  private readonly traffic: Traffic
  private resumed_at: number

  constructor({ ports, traffic }: { ports: Pick<Ports, 'now' | 'pause'>; traffic: Traffic }) {
    this.ports = ports
    this.traffic = traffic
    this.resumed_at = ports.now().getTime()
  }

  /** Call it between two pieces of work, outside of any transaction. */
  async giveWay(): Promise<void> {
    const worked = this.ports.now().getTime() - this.resumed_at
    if (await this.traffic.isBusy()) await this.ports.pause(Math.min(worked * pausePerWork, longestPauseMs))
    this.resumed_at = this.ports.now().getTime()
  }
}
