/** Why the map of a vendor is not shown: it refuses the key, its quota is used up, or it does not answer. */
export const mapFailures = ['KEY', 'QUOTA', 'DOWN'] as const
export type MapFailure = (typeof mapFailures)[number]

/** Returns what a status of the vendor means; null if the map can still be drawn. */
export function mapFailureOf(status: number): MapFailure | null {
  if (status === 401 || status === 403) return 'KEY'
  return status === 402 || status === 429 ? 'QUOTA' : null
}
