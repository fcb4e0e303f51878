import type { LotRole, MembershipSource, MembershipStatus } from '@openspot/core/enums.ts'
import type { TestApi } from '../api.ts'
import { aPerson, type Person } from './people.ts'

export interface Placed extends Person {
  membership_id: string
}

/** Creates a person with a membership in a lot, in any status. */
export async function aPlaced(
  api: TestApi,
  lot_id: string,
  more: {
    role?: LotRole
    status?: MembershipStatus
    source?: MembershipSource
    requested_at?: string
    first_name?: string
  } = {},
): Promise<Placed> {
  const { first_name, ...membership } = more
  const person = await aPerson(api, first_name === undefined ? {} : { first_name })
  const { id } = await api.deps.database.db
    .insertInto('memberships')
    .values({ lot_id, user_id: person.user_id, status: 'ACTIVE', ...membership })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, membership_id: id }
}

/** The audit entries of a lot, oldest first. */
export const auditOf = (api: TestApi, lot_id: string) =>
  api.deps.database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_user_id', 'details'])
    .where('lot_id', '=', lot_id)
    .orderBy('id')
    .execute()

/** Returns the kinds of a person's notifications, oldest first. */
export async function toldTo(api: TestApi, { user_id }: Person): Promise<string[]> {
  const rows = await api.deps.database.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Inserts a vehicle with the given plate. */
export async function aCar(api: TestApi, { user_id }: Person, plate: string): Promise<string> {
  const { id } = await api.deps.database.db
    .insertInto('cars')
    .values({
      user_id,
      plate,
      plate_normalized: plate.replaceAll(/[^A-Z0-9]/g, ''),
      created_at: api.ports.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a reservation that is in progress now. */
export async function aReservation(
  api: TestApi,
  of: { lot_id: string; spot_id: string; user_id: string; car_id?: string; hours?: number },
): Promise<string> {
  const now = api.ports.now()
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const { hours = 4, ...row } = of
  const { id } = await api.deps.database.db
    .insertInto('reservations')
    .values({
      ...row,
      status: 'ACTIVE',
      starts_at: at(-1),
      ends_at: at(hours),
      currency: 'USD',
      total_cents: 0,
      terms_version: 1,
      cancel_until_at: at(-1),
      created_at: now.toISOString(),
      created_by_user_id: of.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
