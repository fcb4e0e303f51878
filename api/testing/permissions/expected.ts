import type { Subject } from '@openspot/contract/access.ts'

export type LotKind = 'public' | 'private'
const roles = ['member', 'patroller', 'admin', 'super_admin'] as const
type Role = (typeof roles)[number]
export type Caller =
  | 'anonymous'
  | 'user'
  | 'platform_admin'
  | 'resource_owner'
  | 'host'
  | 'former_host'
  | Role
  | `other_${Role}`
  /** An admin of the lot and of the lot that receives its redirected visitors. */
  | 'admin_of_both'

type Kind = Subject['kind']

/**
 * Who may know that a subject exists; all others get a 404. `open` subjects are visible to everyone in a public lot.
 */
const seen: Record<Kind, { open: boolean; by: readonly Caller[] }> = {
  lot: { open: true, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  public_lot: { open: true, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  spot: { open: true, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  file: { open: true, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  map: { open: true, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  sign: { open: false, by: ['patroller', 'admin', 'super_admin', 'platform_admin'] },
  gate: {
    open: false,
    by: ['resource_owner', 'member', 'patroller', 'admin', 'super_admin', 'platform_admin'],
  },
  visited_lot: {
    open: false,
    by: ['resource_owner', 'member', 'patroller', 'admin', 'super_admin', 'platform_admin'],
  },
  problem: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  fine: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  photo: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  validation_partner: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  validation_option: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  data_source: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  data_source_import: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  membership: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  invite: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  session: { open: false, by: ['resource_owner'] },
  push_device: { open: false, by: ['resource_owner'] },
  passkey: { open: false, by: ['resource_owner'] },
  zone: { open: false, by: ['member', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  availability: {
    open: false,
    by: ['resource_owner', 'host', 'patroller', 'admin', 'super_admin', 'platform_admin'],
  },
  calendar_price: { open: false, by: ['patroller', 'admin', 'super_admin', 'platform_admin'] },
  rule_set: { open: false, by: ['patroller', 'admin', 'super_admin', 'platform_admin'] },
  reservation: {
    open: false,
    by: ['resource_owner', 'host', 'former_host', 'patroller', 'admin', 'super_admin', 'platform_admin'],
  },
  waitlist_entry: { open: false, by: ['resource_owner'] },
  invoice: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  refund: { open: false, by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'] },
  dispute: { open: false, by: ['admin', 'super_admin', 'platform_admin'] },
  payout: { open: false, by: ['resource_owner', 'super_admin', 'platform_admin'] },
  subscription: { open: false, by: ['resource_owner', 'admin', 'super_admin', 'platform_admin'] },
  car: { open: false, by: ['resource_owner'] },
  car_note: { open: false, by: ['resource_owner'] },
  payment_method: { open: false, by: ['resource_owner'] },
  user: { open: false, by: ['resource_owner', 'platform_admin'] },
}

/** A user in a lot is visible to themselves and to the lot's staff. */
const seenInLot: (typeof seen)[Kind] = {
  open: false,
  by: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'],
}

/** Returns the result that the table demands for one cell. */
export function expectedOf(
  grants: readonly string[],
  subject: Subject | null,
  as: Caller,
  lot: LotKind,
): 'allowed' | 'sign_in_required' | 'forbidden' | 'not_found' {
  const kind = subject?.kind ?? null
  const caller = as === 'admin_of_both' ? 'admin' : as
  const isSignedIn = caller !== 'anonymous'
  const ofKind = kind && (subject?.resource_owner_name === undefined ? seen[kind] : seenInLot)
  const isSeen = ofKind === null || ofKind.by.includes(caller) || (ofKind.open && lot === 'public')
  // A member of another lot has the same rights here as any signed-in user, and neither has a resource owner without a role.
  const asSomebody = isSignedIn && isSeen
  // The resource owner of a spot is its assignee, whichever of the two words the table uses.
  const isOwner =
    caller === 'resource_owner' || (caller === 'host' && (kind === 'spot' || kind === 'availability'))
  const allowed = grants.some((grant) => {
    if (grant === 'anonymous') return true
    if (grant === 'anonymous[public_lot]') return lot === 'public'
    if (grant === 'user') return asSomebody
    if (grant === 'user[public_lot]') return isSignedIn && lot === 'public'
    if (grant === 'user[own]') return isSignedIn && kind === null
    if (grant === 'resource_owner') return isOwner
    if (grant === 'host') return caller === 'host' && kind === 'reservation'
    if (grant === 'former_host') return caller === 'former_host' && kind === 'reservation'
    const [role, where] = grant.split('[')
    if (where === 'both_lots]') return as === 'admin_of_both' && role === 'admin'
    return role === caller
  })
  if (allowed) return 'allowed'
  if (!isSignedIn)
    return grants.some((grant) => grant.startsWith('anonymous')) ? 'not_found' : 'sign_in_required'
  return isSeen ? 'forbidden' : 'not_found'
}
