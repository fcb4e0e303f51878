import type { GuidanceChange, GuidanceSettings } from '@openspot/contract/booking/price-guidance.ts'
import type { GuidanceState } from '@openspot/core/price-guidance/enums.ts'
import { MIN_BOOKINGS, usualBounds } from '@openspot/core/price-guidance/limits.ts'
import { adviseHour, type HourAdvice, hourKey } from '@openspot/core/price-guidance/suggest.ts'
import { guidedHours } from '@openspot/core/price-guidance/weekly-prices.ts'
import type { FastifyInstance } from 'fastify'
import { getLot, type LotRow } from '../../lots/lots/lots.sql.ts'
import { sumDays, sumUnassignedHours } from '../lot-figures/lot-figures.sql.ts'
import { listAllPrices, type PriceRow } from '../prices/prices.sql.ts'
import { guidanceDays, hoursFrom } from './hours.rules.ts'
import {
  countUnassignedSpots,
  findGuidance,
  type GuidanceChangeRow,
  type GuidanceRow,
  listGuidanceChanges,
} from './price-guidance.sql.ts'

/** What guidance says about a lot, and what it was based on. */
export interface LotAdvice {
  lot: LotRow
  state: GuidanceState
  from_on: string
  until_on: string
  spots: number
  bookings: number
  settings: GuidanceSettings
  hours: HourAdvice[]
  /** What guidance adds now. */
  guided: Map<string, number>
  guidance_prices: PriceRow[]
  last_change: GuidanceChange | null
}

type Deps = Pick<FastifyInstance, 'db' | 'pool' | 'ports'>

/** Returns the suggestions for a lot. Reads only; the same demand gives the same suggestions. */
export async function adviseLot({ db, pool, ports }: Deps, lot_id: string): Promise<LotAdvice> {
  const now = ports.now()
  const lot = await getLot(db, lot_id)
  const { since, ...days } = guidanceDays(lot.time_zone, now)
  const of = { lot_id, time_zone: lot.time_zone, ...days }
  const [row, prices, changes, spots, taken, sums] = await Promise.all([
    findGuidance(db, lot_id),
    listAllPrices(db, lot_id),
    listGuidanceChanges(db, lot_id, since),
    countUnassignedSpots(db, lot_id),
    sumUnassignedHours(pool, of),
    sumDays(pool, of),
  ])
  const guidance_prices = prices.filter(({ is_guidance }) => is_guidance)
  const guided = guidedHours(lot.time_zone, guidance_prices)
  const bookings = sums.reduce((sum, { stays }) => sum + stays, 0)
  const state = stateOf(lot, spots, bookings)
  const settings = settingsOf(row)
  const week = hoursFrom({
    zone: lot.time_zone,
    opening_hours: lot.opening_hours,
    prices,
    guided,
    changes,
    // Without enough reservations, no hour is judged.
    taken: state === 'READY' ? taken : [],
    spots,
    now,
  })
  const hours = week.map((hour) => adviseHour(hour, lot.hour_cents || 1, settings))
  const last_change = changes[0] ? toChange(changes[0], guided) : null
  return { lot, state, ...days, spots, bookings, settings, hours, guided, guidance_prices, last_change }
}

function stateOf({ hour_cents }: LotRow, spots: number, bookings: number): GuidanceState {
  if (hour_cents === null || hour_cents === 0) return 'NO_HOUR_PRICE'
  if (spots === 0) return 'NO_SPOTS'
  return bookings < MIN_BOOKINGS ? 'TOO_LITTLE_DATA' : 'READY'
}

/** Returns the settings of a lot, or those that the form starts with. */
export function settingsOf(row: GuidanceRow | undefined): GuidanceSettings {
  if (!row) return { ...usualBounds, is_saved: false, next_apply_at: null, version: 0 }
  const { lowest_bps, highest_bps, step_bps, next_apply_at, version } = row
  return { lowest_bps, highest_bps, step_bps, is_saved: true, next_apply_at, version }
}

/** Returns a change as it is shown. `guided` is what guidance adds now. */
export function toChange(row: GuidanceChangeRow, guided: ReadonlyMap<string, number>): GuidanceChange {
  const { id, applied_at, is_scheduled, undone_at, hours } = row
  return {
    id,
    applied_at,
    is_scheduled,
    raised: hours.filter(({ before_bps, after_bps }) => after_bps > before_bps).length,
    lowered: hours.filter(({ before_bps, after_bps }) => after_bps < before_bps).length,
    undone_at,
    can_undo: undone_at === null && isAsLeft(row, guided),
  }
}

/** Whether the hours of a change still have the prices that it gave them. */
export const isAsLeft = ({ hours }: GuidanceChangeRow, guided: ReadonlyMap<string, number>): boolean =>
  hours.every((hour) => (guided.get(hourKey(hour)) ?? 0) === hour.after_bps)
