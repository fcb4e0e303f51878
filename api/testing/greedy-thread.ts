import { parentPort, workerData } from 'node:worker_threads'

/** A thread that answers, fails, never ends, or takes all memory. */
const kept: unknown[] = []
if (workerData === 'fails') throw new Error('broken')
while (workerData === 'endless' || workerData === 'hungry') {
  if (workerData === 'hungry') kept.push(Array.from({ length: 1_000_000 }, (_, at) => at + 0.5))
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage(workerData)
