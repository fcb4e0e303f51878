import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

const DAY = 1440
/** The most ratings of a lot. */
const MOST = 14

const texts: Record<1 | 2 | 3 | 4 | 5, readonly (string | null)[]> = {
  5: [
    'In and out in two minutes. The spot was exactly where the pass said.',
    'Easy to find, well lit, and cheaper than the garage next door.',
    'Third time here. Never a problem.',
    null,
    'Gate opened from my phone on the first try.',
    'Close to the theater, and the price was the price.',
    null,
  ],
  4: [
    'Good location. The ramp is a bit tight for a larger SUV.',
    'Clean and safe. I’d like better signs to the elevator.',
    null,
    'Worked well. The entrance is easy to miss if you come from the north.',
  ],
  3: ['Fine for the price, but the stalls are narrow.', 'Took a while to find the right level.', null],
  2: ['Someone was in my spot. Staff moved me quickly, but I was late.', 'The elevator was out of order.'],
  1: ['The gate didn’t open for ten minutes, and nobody answered.'],
}

const replies: Record<1 | 2 | 3 | 4 | 5, string> = {
  1: 'We’re sorry. The gate’s radio had failed, and it was replaced the same day. Please contact us for a refund.',
  2: 'Thank you for telling us. We spoke with the driver and fixed the elevator.',
  3: 'Thanks. We’re adding signs on every level this month.',
  4: 'Thanks! A new sign is on its way.',
  5: 'Thank you, see you soon!',
}

const weights = { '5': 56, '4': 27, '3': 10, '2': 5, '1': 2 } as const

/** What drivers said after they parked, with some replies of the lots. */
export function ratingRows(
  random: Random,
  reservations: readonly DemoReservation[],
  admins: ReadonlyMap<string, Person>,
  now: number,
): Insertable<DB['ratings']>[] {
  const counts = new Map<string, number>()
  return reservations.flatMap((reservation) => {
    const { lot, fate, ends, id, person } = reservation
    const lot_id = lot.row.id
    const count = counts.get(lot_id) ?? 0
    if (statusOf[fate] !== 'ACTIVE' || ends === null || ends > now - DAY || count >= MOST) return []
    if (!random.perMille(60)) return []
    counts.set(lot_id, count + 1)
    const stars = Number(random.weighed(weights)) as keyof typeof texts
    const created = Math.min(now - 30, ends + random.int(20, 20 * 60))
    const replied = Math.min(now - 5, created + random.int(60, 2 * DAY))
    const hasReply = stars < 4 ? random.perMille(800) : random.perMille(150)
    return [
      {
        id: random.id(),
        lot_id,
        reservation_id: id,
        user_id: person.id,
        stars,
        text: random.pick(texts[stars]),
        created_at: momentOf(created),
        reply: hasReply ? replies[stars] : null,
        replied_at: hasReply ? momentOf(replied) : null,
        replied_by_user_id: hasReply ? (admins.get(lot_id)?.id ?? null) : null,
      },
    ]
  })
}
