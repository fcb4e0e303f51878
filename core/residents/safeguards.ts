/** An import that would end more residents than both of these waits for an admin. */
const MAX_REMOVED_PEOPLE = 5
const MAX_REMOVED_PERCENT = 20
/** A resident whom a system no longer lists counts as gone after this number of complete pulls in a row. */
const PULLS_UNTIL_GONE = 2

export type RunRefusal = 'EMPTY_PULL' | 'TOO_MANY_REMOVALS'

/** Returns why a run must not be applied without confirmation, or null. `ends` is the number of residents that it would end. */
export function refusesRun(of: {
  active_residents: number
  ends: number
  rows: number
  /** Whether the pull contains everybody, rather than only changes or only some pages. */
  is_complete: boolean
}): RunRefusal | null {
  if (of.is_complete && of.rows === 0 && of.active_residents > 0) return 'EMPTY_PULL'
  const is_many = of.ends > MAX_REMOVED_PEOPLE && of.ends * 100 > of.active_residents * MAX_REMOVED_PERCENT
  return is_many ? 'TOO_MANY_REMOVALS' : null
}

/**
 * Decides about a resident of whom a pull has no row. `missed_pulls` counts the complete pulls in a row without one, this
 * one included.
 */
export function missingResident(of: {
  missed_pulls: number
  access_until: string | null
  today: string
  is_complete: boolean
}): 'KEEP' | 'REVIEW' | 'END' {
  if (!of.is_complete || of.missed_pulls < PULLS_UNTIL_GONE) return 'KEEP'
  return of.access_until !== null && of.access_until < of.today ? 'END' : 'REVIEW'
}
