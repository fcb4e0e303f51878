import type { Member } from '@openspot/contract/people/memberships.ts'
import { type LotRole, lotRoles } from '@openspot/core/enums.ts'
import { reachOf } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { words } from '@/words/index.ts'

/** Returns the display name of a member: the name, or whatever else is known. */
export const nameOf = ({ name, email, phone }: Pick<Member, 'name' | 'email' | 'phone'>): string =>
  name ?? email ?? phone ?? words.members.noName

export const memberPath = (lot_id: string, user_id: string) => `/lots/${lot_id}/members/${user_id}`

/** Returns the roles that the reader may assign in a lot. */
export function rolesToGive(lot: ConsoleLot): LotRole[] {
  const role = lot.role === 'MEMBER' || lot.role === 'PATROLLER' ? null : lot.role
  const reach = reachOf({ role, is_platform_admin: lot.role === null, lot_has_owner: true })
  return lotRoles.filter((each) => roleRank(each) <= reach)
}

/** Returns the status of a membership as text; what needs an answer comes first. */
export function standingText({ status, waits_for, asked_at }: Member): string {
  const say = words.members
  if (status === undefined) return ''
  if (status === 'PENDING') return waits_for ? say.waits[waits_for] : say.statuses.PENDING
  return asked_at ? `${say.statuses[status]}, ${say.askedAgain}` : say.statuses[status]
}

const tones = { ACTIVE: 'done', PENDING: 'ahead', REJECTED: 'bad', REMOVED: 'bad', DELETED: 'ahead' } as const

export const standingTone = ({ status, waits_for }: Member) =>
  waits_for === 'STAFF' ? 'now' : tones[status ?? 'ACTIVE']
