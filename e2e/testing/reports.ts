import {
  type Envelope,
  parseEnvelope,
  readRecording,
} from '@openspot/api/platform/error-monitoring/envelope.ts'
import type { Page } from 'playwright-core'

type Json = Record<string, unknown>

/** What the pages of a tab have sent to the tunnel, read as it was sent. */
export interface Sent {
  /** The JSON of all items of a type. */
  items(type: string): Json[]
  /** The events of all recordings. */
  recorded(): Promise<Json[]>
  /** Everything as text, with recordings decompressed. */
  text(): Promise<string>
}

/** Listens to what the pages of a tab report. */
export function listenToReports(page: Page): Sent {
  const envelopes: Envelope[] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()
    if (new URL(request.url()).pathname === '/m' && body) envelopes.push(parseEnvelope(body))
  })
  const all = () => envelopes.flatMap(({ items }) => items)
  const recorded = async () => {
    const recordings = all().filter(({ header }) => header.type === 'replay_recording')
    const read = await Promise.all(recordings.map(({ payload }) => readRecording(payload)))
    return read.flatMap(({ events }) => events as Json[])
  }
  return {
    items: (type) =>
      all().flatMap(({ header, payload }) =>
        header.type === type ? [JSON.parse(payload.toString('utf8')) as Json] : [],
      ),
    recorded,
    async text() {
      const plain = all().filter(({ header }) => header.type !== 'replay_recording')
      return JSON.stringify([await recorded(), ...plain.map(({ payload }) => payload.toString('utf8'))])
    },
  }
}

const chances = { session: [0.05, 0.1], buffer: [0.1, 1], traced: [0, 0.05] } as const

/**
 * Makes certain what pages decide at random: that a visit is recorded in full, that its last minute is kept for an error, or that it is
 * recorded and traced.
 */
export async function choose(page: Page, kind: keyof typeof chances): Promise<void> {
  await page.addInitScript(([from, to]) => {
    const real = Math.random
    Math.random = () => from + real() * (to - from)
  }, chances[kind])
}

/** Lets a test move the clock of pages while timers go on. Returns what moves it by milliseconds. */
export async function withMovableClock(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  await page.addInitScript(() => {
    const Real = Date
    let ahead = 0
    globalThis.Date = class extends Real {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Real.now() + ahead)
        else super(...(given as [number]))
      }
      static override now = () => Real.now() + ahead
    } as DateConstructor
    Object.assign(globalThis, {
      moveClock: (by: number) => {
        ahead += by
      },
    })
  })
  return (by) =>
    page.evaluate((ms) => (globalThis as unknown as { moveClock: (by: number) => void }).moveClock(ms), by)
}

/** Does something, with which the SDK is loaded, and waits until it records. */
export async function untilRecording(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => sessionStorage.getItem('sentryReplaySession') !== null, null, {})
}
