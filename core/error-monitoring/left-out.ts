/** What is thrown or fails without being an error of ours. */

const PATTERNS = /^NEXT_(?:REDIRECT|NOT_FOUND|HTTP_ERROR_FALLBACK)\b/
const NETWORK = /^(?:Failed to fetch|Load failed|NetworkError when attempting|network error|fetch failed)\b/i

/** Whether the page framework threw it to leave the page: a redirect, or a page that does not exist. */
export function isFrameworkSignal(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  const digest = 'digest' in thrown ? thrown.digest : undefined
  const message = 'message' in thrown ? thrown.message : undefined
  return [digest, message].some((word) => typeof word === 'string' && PATTERNS.test(word))
}

/** Whether a browser had no connection, or a page was left before the answer came. */
export const isConnectionFailure = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || NETWORK.test(thrown.message) || isConnectionFailure(thrown.cause))

/** Pages that are left out of traces: the one for addresses that do not exist. */
export const isLeftOutOfTraces = (name: string): boolean =>
  /(?:^|\s)\/(?:404|_not-found)(?:\/page)?$/.test(name)
