import { randomInt } from 'node:crypto'
import { isFull } from '@openspot/db/testing/depth.ts'
import type { BrowserContext } from 'playwright-core'

declare global {
  /** How far the clock of this process is moved, in milliseconds. Undefined until it is. */
  var movedClockMs: number | undefined
}

/** A Tuesday in the morning in Chicago: no half hour, day, or month ends while the tests run. */
const DAILY = Date.parse('2026-03-03T16:07:00Z')
const SPAN_MINUTES = 2 * 365 * 24 * 60

/**
 * Any minute of two years that are over, which can be chosen again with what a run has printed. The queue asks the database for the time: a
 * job of a later minute would wait until that minute has really come.
 */
function anyMoment(): number {
  const seed = Number(process.env['OPENSPOT_TEST_MOMENT'] ?? randomInt(SPAN_MINUTES))
  const moment = Date.parse('2024-01-01T00:00:00Z') + seed * 60_000
  console.log(`These tests begin at ${new Date(moment).toISOString()} (OPENSPOT_TEST_MOMENT=${seed}).`)
  return moment
}

/** Makes `Date` tell a time that is moved by milliseconds, in this process or in a page. It is sent to pages, so it uses nothing from here. */
function moveClock(by_ms: number): void {
  const Real = Date
  globalThis.Date = new Proxy(Real, {
    get: (target, name) => (name === 'now' ? () => Real.now() + by_ms : Reflect.get(target, name)),
    construct: (target, given: unknown[], made) =>
      Reflect.construct(target, given.length === 0 ? [Real.now() + by_ms] : given, made),
    apply: () => String(new Real(Real.now() + by_ms)),
  })
}

/**
 * Moves the clock of this process, with the product in it: each day to the same moment, and in a full run to any. Timers go on as usual,
 * and so does the clock of the database, which the product doesn't ask for the time.
 */
export function driveClock(): void {
  if (globalThis.movedClockMs !== undefined) return
  const by_ms = (isFull ? anyMoment() : DAILY) - Date.now()
  globalThis.movedClockMs = by_ms
  moveClock(by_ms)
}

/** Moves the clock of the pages of a context as that of this process. */
export async function drivePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(moveClock, globalThis.movedClockMs ?? 0)
}
