import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  milliseconds: number
  /** The limit of what the thread itself makes; what it is given doesn't count. */
  memory_mb: number
}

/**
 * Reads a file in a thread of its own, because a large one takes seconds, in which bookings would wait. The thread is started with `workerData`
 * and posts what it read as its only message. Returns null if it needs more than `limits`. An error of the thread is thrown.
 */
export async function readInThread<Read>(
  thread: URL,
  workerData: unknown,
  { milliseconds, memory_mb }: ThreadLimits,
): Promise<Read | null> {
  const worker = new Worker(thread, { workerData, resourceLimits: { maxOldGenerationSizeMb: memory_mb } })
  try {
    const [read] = (await once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) })) as [Read]
    return read
  } catch (error) {
    if (isBeyondLimits(error)) return null
    throw error
  } finally {
    await worker.terminate()
  }
}

function isBeyondLimits(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
