/** What a person is on this platform, as far as it decides where they land. */
export interface HomeFacts {
  is_platform_admin: boolean
  /** The lots of which the person is an owner or admin. */
  managed_lot_ids: readonly string[]
  patrolled_lot_ids: readonly string[]
  /** Whether a spot is assigned to the person. */
  has_spots: boolean
  /** Whether the person has a reservation that isn't over. */
  has_reservations: boolean
}

/** The page that redirects to where the person works. Every sign-in without another page opens it. */
export const HOME = '/home'

/** Returns the page on which a person lands after signing in. */
export function homePath(facts: HomeFacts): string {
  const { managed_lot_ids, patrolled_lot_ids } = facts
  if (facts.is_platform_admin) return '/platform'
  const [managed, ...more] = managed_lot_ids
  if (managed !== undefined)
    return more.length + patrolled_lot_ids.length === 0 ? `/lots/${managed}` : '/lots'
  const [patrolled, ...others] = patrolled_lot_ids
  if (patrolled !== undefined) return others.length === 0 ? `/patrol/${patrolled}` : '/patrol'
  return facts.has_spots && !facts.has_reservations ? '/me/spots' : '/me'
}
