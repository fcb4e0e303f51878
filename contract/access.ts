/**
 * Who may make a call. Each route lists its grants; no grant implies another, so every allowed kind of caller is named.
 * A word in brackets narrows the grant.
 *
 * - `anonymous`: nobody signed in. `user`: anyone signed in.
 * - `resource_owner`: the person the resource belongs to; a spot and its availability rules belong to its assignee. A
 * gate and a `visited_lot` belong to each person with a reservation there that is upcoming, current, or ended within the last day.
 * - `host`: the assignee of the reserved spot, if the reservation lasted into their time as assignee.
 * - `link_holder`: someone who opened the link in a guest's email or text, for the reservation that it leads to and for nothing else. They are
 * nobody: such a call has no caller. A call that doesn't name this grant refuses them like anyone who isn't signed in.
 * - `former_host`: someone else who earns from the reservation, because the spot was theirs when it was paid.
 * - `member`, `patroller`, `admin`, `super_admin`: an ACTIVE membership with that role in the lot of the resource,
 * which is read from the resource's own row.
 * - `platform_admin`: the scope OPENSPOT_ADMIN.
 * - `[public_lot]`: only if the lot is open to the public.
 * - `[both_lots]`: that role in the lot, and admin or super admin in the other lot that the call names.
 * - `[either_lot]`: that role in the lot or in the other one.
 * - `[own]`: only if the call names nobody else's resource: it concerns the caller's own.
 *
 * A resource that the caller may not see at all does not exist for any grant.
 */
export type Party =
  | 'anonymous'
  | 'user'
  | 'resource_owner'
  | 'link_holder'
  | 'host'
  | 'former_host'
  | 'member'
  | 'patroller'
  | 'admin'
  | 'super_admin'
  | 'platform_admin'
export type Grant =
  | Party
  | `${'anonymous' | 'user'}[public_lot]`
  | `${'admin' | 'super_admin'}[${'both_lots' | 'either_lot'}]`
  | 'user[own]'

/** What a call is about: the parameter that names it, so that the server can find the lot and the owner. */
export interface Subject {
  kind:
    | 'lot'
    | 'public_lot'
    | 'spot'
    | 'zone'
    | 'availability'
    | 'calendar_price'
    | 'rule_set'
    | 'file'
    | 'map'
    | 'sign'
    | 'gate'
    | 'visited_lot'
    | 'problem'
    | 'fine'
    | 'photo'
    | 'validation_partner'
    | 'validation_option'
    | 'data_source'
    | 'data_source_import'
    | 'reservation'
    | 'waitlist_entry'
    | 'invoice'
    | 'refund'
    | 'dispute'
    | 'payout'
    | 'subscription'
    | 'membership'
    | 'invite'
    | 'car'
    | 'car_note'
    | 'payment_method'
    | 'user'
    | 'session'
    | 'passkey'
    | 'push_device'
  in: 'params' | 'querystring' | 'body'
  name: string
  /** The parameter that names a person in a lot, for calls about a person; that person is the owner. */
  resource_owner_name?: string
}

/** The facts about the caller that access depends on. */
export interface CallerFacts {
  signed_in: boolean
  platform_admin: boolean
}

/** The resource as seen by this caller. */
export interface SubjectFacts {
  is_resource_owner: boolean
  /** Whether a link that leads to exactly this reservation was opened on the caller's device, and still works. */
  is_linked: boolean
  /** Whether the reservation is, or was at its end, on a spot assigned to the caller. */
  is_host: boolean
  /** Whether the caller is not its host and earns from it. */
  is_former_host: boolean
  /** Role of the caller's ACTIVE membership in the lot of the resource. */
  lot_role: 'MEMBER' | 'PATROLLER' | 'ADMIN' | 'SUPER_ADMIN' | null
  /** The same in the other lot, if a call names two. */
  other_lot_role: 'MEMBER' | 'PATROLLER' | 'ADMIN' | 'SUPER_ADMIN' | null
  /** Whether the resource belongs to a lot that is open to the public. */
  public_lot: boolean
  /** Whether the caller may see the resource at all. */
  is_visible: boolean
}

export type Decision =
  | { allowed: true; as: Grant }
  | { allowed: false; reason: 'sign_in_required' | 'not_found' | 'forbidden' }

const partyRole = {
  member: 'MEMBER',
  patroller: 'PATROLLER',
  admin: 'ADMIN',
  super_admin: 'SUPER_ADMIN',
} as const

/**
 * Decides whether a call is allowed. `subject` is null if the call is about no particular resource, and undefined if
 * the named resource does not exist, so that a stranger and a guesser get the same answer.
 */
export function decide(
  grants: readonly Grant[],
  caller: CallerFacts,
  subject: SubjectFacts | null | undefined,
): Decision {
  for (const grant of grants) if (holds(grant, caller, subject)) return { allowed: true, as: grant }
  if (!caller.signed_in) {
    // If the route serves anonymous callers, a resource they may not see is answered as not found.
    const servesStrangers = grants.some((grant) => grant.startsWith('anonymous'))
    return { allowed: false, reason: servesStrangers ? 'not_found' : 'sign_in_required' }
  }
  return { allowed: false, reason: subject === null || subject?.is_visible ? 'forbidden' : 'not_found' }
}

const isAdmin = (role: SubjectFacts['lot_role'] | undefined) => role === 'ADMIN' || role === 'SUPER_ADMIN'

function holds(grant: Grant, caller: CallerFacts, subject: SubjectFacts | null | undefined): boolean {
  if (subject === undefined) return false
  const [party, condition] = grant.split('[') as [Party, string | undefined]
  if (condition === 'public_lot]' && !subject?.public_lot) return false
  if (condition === 'own]' && subject !== null) return false
  switch (party) {
    case 'anonymous':
      return true
    case 'user':
      return caller.signed_in && (subject === null || subject.is_visible)
    case 'platform_admin':
      return caller.platform_admin
    case 'resource_owner':
      return caller.signed_in && (subject?.is_resource_owner ?? false)
    case 'link_holder':
      return subject?.is_linked ?? false
    case 'host':
      return caller.signed_in && (subject?.is_host ?? false)
    case 'former_host':
      return caller.signed_in && (subject?.is_former_host ?? false)
    case 'member':
    case 'patroller':
    case 'admin':
    case 'super_admin': {
      const isRole = subject?.lot_role === partyRole[party]
      if (condition === 'either_lot]') return isRole || subject?.other_lot_role === partyRole[party]
      return isRole && (condition !== 'both_lots]' || isAdmin(subject?.other_lot_role))
    }
  }
}
