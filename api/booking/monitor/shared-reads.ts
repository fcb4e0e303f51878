interface Reading {
  number: number
  answer: Promise<unknown>
  isRunning: boolean
}

/** How long a result is kept for callers who arrived before the read began but were authorized later. */
const keptMs = 5_000

export interface SharedReads {
  /** A counter of started reads, to be taken when a request arrives. */
  moment(): number
  /** Returns the result of a read of `key` that began after `requested_at`, starting one if necessary. */
  share<T>(key: string, requested_at: number, read: () => Promise<T>): Promise<T>
}

/**
 * Lets callers who ask for the same data at about the same time share one read. A result is never older than its
 * request, so nobody misses their own change. For any number of callers, at most one read per key runs and one waits
 * for it. `key` must name everything that the result depends on; remove what differs by role afterwards. A failed read
 * fails for everyone who waits for it and is not kept.
 */
export function sharedReads(): SharedReads {
  const latest = new Map<string, Reading>()
  const waiting = new Map<string, Promise<unknown>>()
  let begun = 0

  function start<T>(key: string, read: () => Promise<T>): Promise<T> {
    begun += 1
    const answer = read()
    const reading: Reading = { number: begun, answer, isRunning: true }
    latest.set(key, reading)
    const drop = () => {
      if (latest.get(key) === reading) latest.delete(key)
    }
    const end = () => {
      reading.isRunning = false
      setTimeout(drop, keptMs).unref()
    }
    void answer.then(end, drop)
    return answer
  }

  return {
    moment: () => begun,
    share<T>(key: string, requested_at: number, read: () => Promise<T>): Promise<T> {
      // Each key always has the same result type.
      const last = latest.get(key)
      if (last && last.number > requested_at) return last.answer as Promise<T>
      const next = waiting.get(key)
      if (next) return next as Promise<T>
      if (!last?.isRunning) return start(key, read)
      const begin = () => {
        waiting.delete(key)
        return start(key, read)
      }
      const after = last.answer.then(begin, begin)
      waiting.set(key, after)
      return after
    },
  }
}
