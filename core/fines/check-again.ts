const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Returns when it is checked again whether a right to park existed: soon after the fine, and rarely later. Null after the
 * last day of appeals. Changes that can give a right have it checked at once.
 */
export function nextCheckAt(now: Date, of: { created_at: string; appeal_until: string }): string | null {
  if (now.getTime() >= Date.parse(of.appeal_until)) return null
  const age = now.getTime() - Date.parse(of.created_at)
  const wait = age < hour ? 5 * minute : age < day ? hour : day
  return new Date(now.getTime() + wait).toISOString()
}
