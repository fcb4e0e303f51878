import type { DB } from '@openspot/db/types.ts'
import { residentsLot, staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'

/**
 * The groups of the garage and of the residents' lot, and which members are in them. Sets the group of the memberships
 * in place.
 */
export function groupRows(
  random: Random,
  lots: readonly TownLot[],
  memberships: readonly Insertable<DB['memberships']>[],
  rule_sets: readonly Insertable<DB['rule_sets']>[],
  created_at: string,
): Insertable<DB['groups']>[] {
  const groups: Insertable<DB['groups']>[] = []
  const idOf = (name: string) => lots.find(({ plan }) => plan.name === name)?.row.id
  const add = (lot_name: string, more: { name: string; unit?: string; rules?: string }): string => {
    const lot_id = idOf(lot_name) ?? ''
    const id = random.id()
    const rules = rule_sets.find((set) => set.lot_id === lot_id && set.name === more.rules)
    groups.push({
      id,
      lot_id,
      name: more.name,
      unit: more.unit ?? null,
      rule_set_id: rules?.id ?? null,
      created_at,
    })
    return id
  }
  const membersOf = (name: string) =>
    memberships.filter((one) => one.lot_id === idOf(name) && one.role === 'MEMBER' && one.status === 'ACTIVE')

  const tenants = add(staffedLot, { name: 'Monthly tenants', rules: 'Residents' })
  add(staffedLot, { name: 'Night shift' })
  for (const member of membersOf(staffedLot)) member.group_id = tenants
  // Two people share a unit, as in most buildings.
  const people = membersOf(residentsLot)
  for (let at = 0; at + 1 < Math.min(people.length, 12); at += 2) {
    const unit = String(301 + at / 2)
    const group_id = add(residentsLot, { name: `Unit ${unit}`, unit })
    for (const member of people.slice(at, at + 2)) member.group_id = group_id
  }
  return groups
}
