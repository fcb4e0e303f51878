/** An answer other than success, or none. */
export interface BadAnswer {
  /** When the call was sent, on the clock of `performance.now`. */
  began: number
  /** 0 if the connection broke. */
  status: number
  /** The code in its body; empty if the body is not ours. */
  code: string
  /** Whether it says when to try again. */
  has_retry_after: boolean
}

/** What calls were answered, by a `fetch` that takes notes. */
export interface Answers {
  fetch: typeof fetch
  bad: BadAnswer[]
  /** When each call was sent and how long it took to be answered, in milliseconds. */
  took: { began: number; ms: number }[]
}

export function watchAnswers(): Answers {
  const bad: BadAnswer[] = []
  const took: Answers['took'] = []
  return {
    bad,
    took,
    async fetch(...call) {
      const began = performance.now()
      try {
        const answer = await fetch(...call)
        if (!answer.ok)
          bad.push({
            began,
            status: answer.status,
            code: await codeOf(answer.clone()),
            has_retry_after: answer.headers.has('retry-after'),
          })
        return answer
      } catch (error) {
        bad.push({ began, status: 0, code: '', has_retry_after: false })
        throw error
      } finally {
        took.push({ began, ms: performance.now() - began })
      }
    },
  }
}

async function codeOf(answer: Response): Promise<string> {
  try {
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
  } catch {
    // The body is not ours: a proxy's error page, or empty.
    return ''
  }
}

/** What callers got from a moment on: each kind of answer with its number, and the slowest of all in milliseconds. */
export function answersSince(
  { bad, took }: Answers,
  from: number,
): { answers: Record<string, number>; slowest_ms: number } {
  const answers: Record<string, number> = {}
  for (const { began, status, code, has_retry_after } of bad) {
    if (began < from || status === 429) continue
    const kind = status === 0 ? 'no answer' : `${status} ${code}${has_retry_after ? ', retry-after' : ''}`
    answers[kind] = (answers[kind] ?? 0) + 1
  }
  const slowest = took.reduce((most, { began, ms }) => (began < from ? most : Math.max(most, ms)), 0)
  return { answers, slowest_ms: Math.round(slowest) }
}

/** Answers with which a caller is left alone: no answer, an error without a code of ours, or a 503 that does not say when to try again. */
export const badAnswersSince = ({ bad }: Answers, from: number): string[] => [
  ...new Set(
    bad
      .filter(({ began, status }) => began >= from && (status === 0 || status >= 500))
      .filter(({ status, code, has_retry_after }) => status !== 503 || code === '' || !has_retry_after)
      .map(({ status, code }) => `a caller got ${status === 0 ? 'no answer' : `${status} ${code}`}`),
  ),
]
