import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** A service that runs until it is stopped or fails. */
export interface Running {
  /** Settles when the service ends for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const longestPause = 1_000
/** After losing its database the service can take long to stop, so the process does not wait longer than this. */
const stopMilliseconds = 6_000

/**
 * Starts a service and restarts it whenever it ends unexpectedly, for example when its database is lost. Throws if the
 * first start fails. Returns a function that stops it permanently.
 */
export async function keepRunning(
  log: Log,
  name: string,
  start: () => Promise<Running>,
): Promise<() => Promise<void>> {
  let isStopping = false
  let current: Running | null = await start()
  const loop = watch()

  async function watch(): Promise<void> {
    for (let failures = 0; !isStopping; ) {
      try {
        current ??= await start()
        if (failures > 0)
          log.warn({ event: 'worker_back', name, attempt: failures }, `${name} is running again`)
        failures = 0
        await current.ended
        if (!isStopping) log.error({ event: 'worker_ended', name }, `${name} ended unexpectedly`)
      } catch (error) {
        // Log the first failure, then about twice a minute.
        if (failures % 30 === 0)
          log.error({ event: 'worker_ended', name, err: error }, `${name} is not running`)
      }
      if (isStopping) return
      // Its remaining work may end later; nothing waits for it.
      current?.stop().catch((error: unknown) => log.error({ err: error }, `${name} did not stop cleanly`))
      current = null
      failures++
      await pause(Math.min(longestPause, 100 * 2 ** Math.min(failures, 10)))
    }
  }

  return async () => {
    isStopping = true
    const stopped = (async () => {
      await current?.stop()
      await loop
    })()
    await Promise.race([stopped, pause(stopMilliseconds, undefined, { ref: false })])
  }
}
