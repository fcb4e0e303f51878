import type { DB, LotRole, MembershipStatus } from '@openspot/db/types.ts'
import { residentsLot, staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import { type People, type Person, personCalled } from './people.ts'
import type { Random } from './random.ts'

export interface Belonging {
  memberships: Insertable<DB['memberships']>[]
  /** The admin of each lot by lot ID. */
  admins: Map<string, Person>
}

/** The lot where the demo admin and patroller also work. */
const secondLot = 'LaSalle Corner Lot'

/** Adds people to lots and assigns spots to some of them. */
export function makeMemberships(
  random: Random,
  lots: readonly TownLot[],
  people: People,
  joined_at: string,
): Belonging {
  const rows: Insertable<DB['memberships']>[] = []
  const admins = new Map<string, Person>()
  const join = (lot: TownLot, person: Person, role: LotRole, status: MembershipStatus = 'ACTIVE') => {
    rows.push({
      id: random.id(),
      lot_id: lot.row.id,
      user_id: person.id,
      role,
      status,
      group_id: null,
      created_at: joined_at,
      changed_at: joined_at,
    })
  }

  const called = (key: string) => personCalled(people, key)
  const operators = [...new Set(lots.map(({ plan }) => plan.operator))]
  const [deputy, ...owners] = people.staff
  for (const lot of lots) {
    const { operator, name } = lot.plan
    const first = lots.find(({ plan }) => plan.name === staffedLot)
    const isOurs = operator === first?.plan.operator
    const owner = isOurs ? called('owner') : owners[operators.indexOf(operator)]
    if (owner) join(lot, owner, 'SUPER_ADMIN')
    const isStaffed = name === staffedLot || name === secondLot
    const admin = isStaffed ? called('admin') : deputy
    if (admin) {
      join(lot, admin, 'ADMIN')
      admins.set(lot.row.id, admin)
    }
    const patroller = isStaffed ? called('patroller') : people.staff.at(-1)
    if (patroller) join(lot, patroller, 'PATROLLER')
    if (name === residentsLot) joinResidents(lot, people, join)
    if (name === staffedLot) joinTenants(lot, people, join)
  }
  return { memberships: rows, admins }
}

type Join = (lot: TownLot, person: Person, role: LotRole, status?: MembershipStatus) => void

/** The residential building: everyone has a spot, some are pending or have left, and some members have no spot. */
function joinResidents(lot: TownLot, people: People, join: Join): void {
  const assignees = [personCalled(people, 'host'), personCalled(people, 'member'), ...people.residents]
  for (const [at, person] of assignees.entries()) {
    join(lot, person, 'MEMBER')
    const spot = lot.spots[at]
    if (spot) spot.assigned_user_id = person.id
  }
  for (const person of people.drivers.slice(8, 13)) join(lot, person, 'MEMBER')
  const others: MembershipStatus[] = ['PENDING', 'REJECTED', 'REMOVED', 'DELETED']
  for (const [at, status] of others.entries()) {
    const person = people.drivers[at]
    if (person) join(lot, person, 'MEMBER', status)
  }
}

/** Regulars of the garage, some with an assigned spot. */
function joinTenants(lot: TownLot, people: People, join: Join): void {
  for (const [at, person] of people.drivers.slice(4, 8).entries()) {
    join(lot, person, 'MEMBER')
    const spot = lot.spots.at(-8 + at)
    if (spot) spot.assigned_user_id = person.id
  }
  join(lot, personCalled(people, 'member'), 'MEMBER')
  join(lot, people.banned, 'MEMBER', 'REMOVED')
}
