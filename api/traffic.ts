import type { Ports } from './ports.ts'

/** How long after a change drivers count as busy, in milliseconds. */
const busyMs = 1_000
/**
 * How much longer than it worked a pause is. Bookings take about twice as long while an import works, so a thirteenth of the time
 * keeps them within 10% (`npm run bench -- --residents N`).
 */
const pausePerWork = 12
const longestPauseMs = 5_000

/** Knows whether people make changes, such as bookings: in this process by its requests, in others by what they announce. */
export class Traffic {
  private changed_at = Number.NEGATIVE_INFINITY

  note(now: Date): void {
    this.changed_at = now.getTime()
  }

  isBusy(now: Date): boolean {
    return now.getTime() - this.changed_at < busyMs
  }
}

/**
 * Work that takes minutes and shares a process with bookings. While people make changes, it takes a thirteenth of the time;
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
    const now = this.ports.now()
    if (this.traffic.isBusy(now)) {
      const worked = now.getTime() - this.resumed_at
      await this.ports.pause(Math.min(worked * pausePerWork, longestPauseMs))
    }
    this.resumed_at = this.ports.now().getTime()
  }
}
