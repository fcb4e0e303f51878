/**
 * Lets everyone who asks for the same thing at about the same time share one reading of it.
 *
 * Whoever asks while a reading runs waits for the next one, which begins when this one has ended: an answer is never
 * older than its question, so nobody misses a change of their own. However many ask, at most one reading of a thing runs
 * and one waits. `key` must name everything that the answer depends on; what differs by role is left out afterwards.
 * A reading that fails fails for all who share it.
 */
export function sharedReads() {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<unknown>>()

  function start<T>(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read()
    running.set(key, reading)
    const end = () => {
      if (running.get(key) === reading) running.delete(key)
    }
    void reading.then(end, end)
    return reading
  }

  return function share<T>(key: string, read: () => Promise<T>): Promise<T> {
    // What waits has not begun. One key is one kind of reading.
    const next = waiting.get(key)
    if (next) return next as Promise<T>
    const before = running.get(key)
    if (!before) return start(key, read)
    const begin = () => {
      waiting.delete(key)
      return start(key, read)
    }
    const after = before.then(begin, begin)
    waiting.set(key, after)
    return after
  }
}
