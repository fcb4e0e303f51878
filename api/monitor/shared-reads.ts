interface Reading {
  number: number
  answer: Promise<unknown>
  isRunning: boolean
}

/** How long a reading is kept for those who asked before it began and are only now granted what they ask for. */
const keptMs = 5_000

export interface SharedReads {
  /** The present, counted in readings: to be taken when a request arrives. */
  moment(): number
  /** Answers with a reading of `key` that began after the moment `asked`: one that there is, or a new one. */
  share<T>(key: string, asked: number, read: () => Promise<T>): Promise<T>
}

/**
 * Lets everyone who asks for the same thing at about the same time share one reading of it. An answer is never older
 * than its question, so nobody misses a change of their own. However many ask, at most one reading of a thing runs and
 * one waits for it to end. `key` must name everything that the answer depends on; what differs by role is left out
 * afterwards. A reading that fails fails for all who wait for it, and is not kept.
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
    share<T>(key: string, asked: number, read: () => Promise<T>): Promise<T> {
      // One key is one kind of reading.
      const last = latest.get(key)
      if (last && last.number > asked) return last.answer as Promise<T>
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
