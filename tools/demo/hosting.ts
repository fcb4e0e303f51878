import type { DB } from '@openspot/db/types.ts'
import { residentsLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import { type People, personCalled } from './people.ts'
import type { Random } from './random.ts'
import type { DemoReservation } from './reservation.ts'
import type { Times } from './span.ts'

const week = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const
/** Minutes after the first message; who writes; what. */
const conversation = [
  [0, 'DRIVER', 'Hi Walter, is there room for a roof box? The car is 6 ft 4 in with it.'],
  [14, 'HOST', 'Yes, the ceiling is 6 ft 10 in all the way. Keep left of the pillar.'],
  [17, 'DRIVER', 'Great, thank you. I will be there at noon.'],
] as const

/** How the demo host shares their spot: every weekday during the day, and who wrote to them about it. */
export function hostingRows(
  random: Random,
  lots: readonly TownLot[],
  people: People,
  reservations: readonly DemoReservation[],
  times: Times,
) {
  const host = personCalled(people, 'host')
  const lot = lots.find(({ plan }) => plan.name === residentsLot)
  const spot = lot?.spots.find(({ assigned_user_id }) => assigned_user_id === host.id)
  const availability: Insertable<DB['availability']>[] = []
  const reservation_messages: Insertable<DB['reservation_messages']>[] = []
  if (!lot || !spot) return { availability, reservation_messages }
  availability.push({
    id: random.id(),
    lot_id: lot.row.id,
    spot_id: spot.id,
    kind: 'OPEN',
    starts_at: momentOf(times.at(-60, 8 * 60)),
    ends_at: momentOf(times.at(-60, 19 * 60)),
    repeat_frequency: 'WEEKLY',
    weekdays: [...week],
    created_by_user_id: host.id,
    created_at: momentOf(times.at(-61, 700)),
  })
  const current = reservations.find(
    (one) => one.spot.id === spot.id && one.starts <= times.now && (one.ends ?? times.now) > times.now,
  )
  if (!current) return { availability, reservation_messages }
  const first = Math.max(current.made + 5, current.starts - 90)
  for (const [minutes, by, text] of conversation) {
    const [user_id, to_user_id] =
      by === 'DRIVER' ? [current.person.id, host.id] : [host.id, current.person.id]
    reservation_messages.push({
      id: random.id(),
      lot_id: lot.row.id,
      reservation_id: current.id,
      user_id,
      to_user_id,
      text,
      created_at: momentOf(first + minutes),
    })
  }
  return { availability, reservation_messages }
}
