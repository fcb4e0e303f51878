import { createHash } from 'node:crypto'
import type { EventNameOf } from '@openspot/core/analytics/events.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import { type DemoReservation, statusOf } from './reservation.ts'

const MINUTES_KEPT = 89 * 1440

/**
 * What was counted before the reservations of the last weeks: each driver searched, looked, and got a price, as did others who
 * booked nothing. Some visitors allowed to be recognized, and come back.
 */
export function analyticsRows(
  random: Random,
  reservations: readonly DemoReservation[],
  now: number,
): Insertable<DB['analytics_events']>[] {
  const rows: Insertable<DB['analytics_events']>[] = []
  const visit = (lot: TownLot, at: number, stages: EventNameOf<'page' | 'call'>[], lead_hours: number) => {
    const is_recognized = random.perMille(180)
    // A recognized visitor is one of few, so that they come back.
    const visitor = nameOf(is_recognized ? `known ${random.int(1, 160)}` : `visit ${random.id()}`)
    stages.forEach((event, index) => {
      rows.push({
        id: random.id(),
        at: momentOf(at, index * 9),
        event,
        lot_id: event === 'search' ? null : lot.row.id,
        visitor,
        is_recognized,
        properties: propertiesOf(random, event, lead_hours),
      })
    })
  }
  /** One visit a day of each driver, however many reservations they make. */
  const visited = new Set<string>()
  for (const { lot, fate, made, starts, person } of reservations) {
    if (made >= now - 10 || made < now - MINUTES_KEPT || statusOf[fate] === 'PENDING') continue
    const day = `${person.id} ${lot.row.id} ${Math.floor(made / 1440)}`
    if (visited.has(day)) continue
    visited.add(day)
    const lead_hours = Math.min(2000, Math.max(0, Math.floor((starts - made) / 60)))
    visit(lot, made - 6, ['search', 'lot_view', 'checkout_view', 'quote'], lead_hours)
    if (random.perMille(300))
      visit(lot, made - 3, ['search', 'lot_view', 'checkout_view', 'quote'], lead_hours)
    if (random.perMille(900)) visit(lot, made - 2, ['search', 'lot_view'], random.int(0, 72))
    if (random.perMille(800)) visit(lot, made - 8, ['search'], random.int(0, 72))
  }
  return rows
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

function propertiesOf(random: Random, event: string, lead_hours: number): Record<string, number | boolean> {
  if (event === 'search')
    return {
      result_count: random.int(1, 9),
      by_map: random.perMille(250),
      lead_hours,
      is_monthly: random.perMille(60),
    }
  if (event === 'lot_view') return { has_price: random.perMille(930), lead_hours }
  if (event === 'checkout_view') return { is_signed_in: random.perMille(700), by_spot: random.perMille(400) }
  return {}
}
