/**
 * Resolves to the value of `work`, or to `late` after the timeout. The work continues, because a statement can't be
 * recalled.
 */
export async function within<T>(milliseconds: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<T>((done) => {
    timer = setTimeout(() => done(late), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls `ask` at most every `milliseconds` and never concurrently; callers in between share one answer. Failures are
 * not cached.
 */
export function atMostEvery<T>(
  milliseconds: number,
  now: () => Date,
  ask: () => Promise<T>,
): () => Promise<T> {
  let requested_at = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  let isPending = false
  return () => {
    const age = Math.abs(now().getTime() - requested_at)
    if (answer && (isPending || age < milliseconds)) return answer
    requested_at = now().getTime()
    isPending = true
    const asking = ask()
    answer = asking
    asking.then(
      () => {
        isPending = false
      },
      () => {
        isPending = false
        answer = null
      },
    )
    return asking
  }
}
