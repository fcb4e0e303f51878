import type { Member } from '@openspot/contract/people/memberships.ts'
import { type LotRole, lotRoles } from '@openspot/core/enums.ts'
import { reachOf } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { countryOf } from '@openspot/messages/locales.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { ConsoleLot } from './console-lot.ts'

/** Returns the display name of a member: the name, or whatever else is known. */
export const memberName = (
  t: Translate,
  { name, email, phone }: Pick<Member, 'name' | 'email' | 'phone'>,
): string => name ?? email ?? (phone ? formatPhone(phone, countryOf(localeOf(t))) : t('people.noName'))

/** Returns the roles that the reader may assign in a lot. */
export function rolesToGive(lot: ConsoleLot): LotRole[] {
  const role = lot.role === 'MEMBER' || lot.role === 'PATROLLER' ? null : lot.role
  const reach = reachOf({ role, is_platform_admin: lot.role === null, lot_has_owner: true })
  return lotRoles.filter((each) => roleRank(each) <= reach)
}
