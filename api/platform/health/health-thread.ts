import { Worker } from 'node:worker_threads'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Health } from './health.ts'

/** The interval of heartbeats from the main event loop. The thread reports it dead after five seconds of silence. */
const BEAT_MS = 1000

/**
 * Serves `/api/health/live` and `/api/health/ready` on their own port from their own thread, so that an event loop that
 * is busy for a few seconds is not taken for a dead process. Throws PlainError if the port is in use.
 */
export async function startHealthThread(
  at: { port: number; host: string },
  health: Pick<Health, 'read'>,
): Promise<{ port: number; close: () => Promise<void> }> {
  const thread = new Worker(new URL('beat-server.mjs', import.meta.url), { workerData: at, execArgv: [] })
  const port = await new Promise<number>((done, fail) => {
    thread.once('message', (said: { port: number } | { error: string }) =>
      'port' in said
        ? done(said.port)
        : fail(new PlainError(`OPENSPOT_HEALTH_PORT=${at.port} cannot be opened: ${said.error}.`)),
    )
    thread.once('error', fail)
  })
  let isReading = false
  const beat = setInterval(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
    thread.postMessage({})
    if (isReading) return
    isReading = true
    void health.read().then((checks) => {
      isReading = false
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
      thread.postMessage({ checks })
    })
  }, BEAT_MS)
  return {
    port,
    async close() {
      clearInterval(beat)
      await thread.terminate()
    },
  }
}
