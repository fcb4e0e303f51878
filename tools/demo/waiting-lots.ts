import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { People } from './people.ts'
import type { Random } from './random.ts'

/** Lots that people opened in the last days, which wait for the platform's review: one is ready, one is just begun. */
const plans = [
  {
    name: 'Halsted Street Yard',
    street: '1020 S Halsted St',
    lat: 41.8693,
    lng: -87.6471,
    hour_cents: 600,
    hours_ago: 52,
  },
  {
    name: 'Archer Avenue Parking',
    street: '2134 S Archer Ave',
    lat: 41.8537,
    lng: -87.6329,
    hour_cents: null,
    hours_ago: 5,
  },
] as const

/** Returns their rows with the columns of `template`, which belong to two people with no other lot. */
export function waitingLotRows(
  random: Random,
  template: Insertable<DB['lots']> | undefined,
  people: People,
  now: number,
) {
  if (!template) throw new Error('The town has no lots.')
  const lots: Insertable<DB['lots']>[] = []
  const memberships: Insertable<DB['memberships']>[] = []
  for (const [index, { hours_ago, ...plan }] of plans.entries()) {
    const owner = people.drivers.at(-1 - index)
    if (!owner) throw new Error('The town has no drivers.')
    const created_at = new Date((now - hours_ago * 60) * 60_000).toISOString()
    const id = random.id()
    lots.push({
      ...template,
      ...plan,
      id,
      public_id: random.publicId(),
      description: null,
      managed_by: null,
      postal_code: '60608',
      boundary: null,
      opening_hours: null,
      clearance_mm: null,
      entry_methods: ['OPEN_ACCESS'],
      amenities: ['LIGHTED'],
      is_private: false,
      half_hour_cents: null,
      day_cents: null,
      month_cents: null,
      service_fee_cents: 0,
      trust_level: 'NEW',
      created_at,
    })
    memberships.push({
      id: random.id(),
      lot_id: id,
      user_id: owner.id,
      role: 'SUPER_ADMIN',
      status: 'ACTIVE',
      group_id: null,
      created_at,
      changed_at: created_at,
    })
  }
  return { lots, memberships }
}
