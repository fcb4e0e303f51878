import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** Something that runs until it is stopped or fails. */
export interface Running {
  /** Settles when it ends, however that comes about. */
  ended: Promise<void>
  stop(): Promise<void>
}

const longestPause = 1_000
/** What it was doing when its database went can take long to give up; the process does not wait for it. */
const stopMilliseconds = 6_000

/**
 * Starts something and starts it again whenever it ends by itself, as it does when its database is lost. Throws if the
 * first start fails; answers how to stop it for good.
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
        if (failures > 0) log.warn({ event: 'worker_back', name, attempt: failures }, `${name} runs again`)
        failures = 0
        await current.ended
        if (!isStopping) log.error({ event: 'worker_ended', name }, `${name} ended by itself`)
      } catch (error) {
        // Once when it begins, then about twice a minute.
        if (failures % 30 === 0)
          log.error({ event: 'worker_ended', name, err: error }, `${name} does not run`)
      }
      if (isStopping) return
      // What it still has in hand may end by itself; nothing waits for it.
      current
        ?.stop()
        .catch((error: unknown) => log.error({ err: error }, `${name} did not stop in good order`))
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
