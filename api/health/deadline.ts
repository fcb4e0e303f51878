/** The value of `work`, or `late` if it takes longer. The work itself goes on: nobody can call a statement back. */
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
 * Asks at most every `milliseconds`, and never while an answer is still awaited: whoever asks meanwhile waits for the
 * same one. Failures are not kept.
 */
export function atMostEvery<T>(
  milliseconds: number,
  now: () => Date,
  ask: () => Promise<T>,
): () => Promise<T> {
  let asked_at = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  let isPending = false
  return () => {
    const age = Math.abs(now().getTime() - asked_at)
    if (answer && (isPending || age < milliseconds)) return answer
    asked_at = now().getTime()
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
