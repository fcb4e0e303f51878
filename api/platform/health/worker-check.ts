import { performance } from 'node:perf_hooks'
import type { Runner } from 'graphile-worker'
import type { Verdict } from './health.ts'

/** An idle worker polls for jobs every two seconds (`pollInterval`). */
const SILENT_MS = 30_000

/** Returns the check of this process's worker: it is running jobs, or has polled for some recently. */
export function workerCheck({ events, promise }: Pick<Runner, 'events' | 'promise'>): () => Verdict {
  let looked_at = performance.now()
  let in_hand = 0
  let hasEnded = false
  const look = () => {
    looked_at = performance.now()
  }
  events.on('worker:getJob:empty', look)
  events.on('job:start', () => {
    in_hand++
    look()
  })
  events.on('job:complete', () => {
    in_hand--
    look()
  })
  const end = () => {
    hasEnded = true
  }
  promise.then(end, end)
  return () => {
    if (hasEnded) return 'has stopped'
    return in_hand > 0 || performance.now() - looked_at < SILENT_MS ? 'ok' : 'is not responding'
  }
}
