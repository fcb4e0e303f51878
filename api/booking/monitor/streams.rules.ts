import { refuse } from '../../errors.ts'

/**
 * Counts the open streams of each session. `take` throws 429 `too_many_streams` beyond `max`; otherwise it returns a
 * function that releases the slot.
 */
export function streamLimit(max: number): { take(session_id: string): () => void } {
  const open = new Map<string, number>()
  return {
    take(session_id) {
      const count = open.get(session_id) ?? 0
      if (count >= max) refuse('too_many_streams')
      open.set(session_id, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (open.get(session_id) ?? 1) - 1
        if (left === 0) open.delete(session_id)
        else open.set(session_id, left)
      }
    },
  }
}
