import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

/** Problems that drivers of the garage reported: one that is open, one that staff resolved, and one that they dismissed. */
export function problemRows(
  random: Random,
  reservations: readonly DemoReservation[],
  admins: ReadonlyMap<string, Person>,
  now: number,
): Insertable<DB['problems']>[] {
  const inGarage = reservations.filter(
    ({ lot, fate }) => lot.row.name === 'Wells Street Garage' && statusOf[fate] === 'ACTIVE',
  )
  const over = inGarage.filter(({ starts, ends }) => ends !== null && ends < now && ends - starts > 60)
  const running = inGarage.find(({ starts, ends }) => starts < now - 5 && ends !== null && ends > now + 60)
  const [blocked, dark] = over.slice(-2)
  const report = (of: DemoReservation, at: number) => ({
    id: random.id(),
    lot_id: of.lot.row.id,
    user_id: of.person.id,
    reservation_id: of.id,
    spot_id: of.spot.id,
    other_region: '',
    created_at: momentOf(at),
    changed_at: momentOf(at),
  })
  const settled = (of: DemoReservation, at: number, answer: string) => ({
    answer,
    resolved_at: momentOf(at),
    resolved_by_user_id: admins.get(of.lot.row.id)?.id ?? null,
  })
  return [
    ...(blocked
      ? [
          {
            ...report(blocked, blocked.starts + 20),
            kind: 'ISSUE_WITH_VEHICLE' as const,
            text: 'A van blocks half of the lane next to the ramp.',
            other_plate: 'DK2049',
            other_region: 'IL',
            status: 'RESOLVED' as const,
            resolution: 'SETTLED' as const,
            ...settled(blocked, blocked.starts + 55, 'We called the driver, and the van is gone. Thank you!'),
          },
        ]
      : []),
    ...(dark
      ? [
          {
            ...report(dark, dark.starts + 40),
            kind: 'OTHER' as const,
            text: 'The light above my spot flickers.',
            status: 'DISMISSED' as const,
            ...settled(
              dark,
              dark.starts + 58,
              'The light was replaced last week. Tell us if it happens again.',
            ),
          },
        ]
      : []),
    ...(running
      ? [
          {
            ...report(running, Math.min(now - 2, running.starts + 3)),
            kind: 'SPOT_TAKEN' as const,
            status: 'OPEN' as const,
            text: 'There is a blue hatchback on my spot.',
            other_plate: 'BX7310',
            other_region: 'IL',
          },
        ]
      : []),
  ]
}
