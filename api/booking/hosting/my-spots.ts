import type { Hosting, MySpot } from '@openspot/contract/booking/hosting.ts'
import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { getRatesAbove, listAvailabilityRules } from '../availability/availability.sql.ts'
import { calendarsOf } from '../availability/calendar.rules.ts'
import { minuteOf } from '../availability/moments.rules.ts'
import { calendarState } from '../monitor/board.rules.ts'
import { limitOf, toGuidance } from './hosting.rules.ts'
import { getHostShare, listMySpots, listSimilarPrices, type MySpotRow } from './hosting.sql.ts'

type App = Pick<FastifyInstance, 'db' | 'pool' | 'ports'>

/** Returns the spots of a person with their states now. */
export async function loadMySpots(app: App, user_id: string): Promise<MySpot[]> {
  const rows = await listMySpots(app.pool, user_id, app.ports.now())
  return Promise.all(rows.map((row) => toMySpot(app, row)))
}

async function toMySpot(app: App, row: MySpotRow): Promise<MySpot> {
  const { id, label, type, level, lot_id, lot_name, public_id, time_zone, current, next } = row
  const now = app.ports.now()
  const at = minuteOf(now)
  const lot = await getLot(app.db, lot_id)
  const rules = await listAvailabilityRules(app.db, lot_id, [id], isoOf(at))
  const calendar = calendarsOf(rules)(row)
  const free = calendarState(lot, { ...calendar, is_offered: true }, at, now)
  const until = free.until === null ? null : isoOf(free.until)
  const isPaused = rules.some((rule) => rule.is_pause)
  const state = { ASSIGNED: 'MINE', AVAILABLE: 'LISTED' } as const
  const known = free.state === 'ASSIGNED' || free.state === 'AVAILABLE' ? state[free.state] : 'CLOSED'
  return {
    id,
    label,
    type,
    level,
    lot: { id: lot_id, name: lot_name, public_id, time_zone },
    is_group: row.assigned_group_id !== null,
    state: current ? 'TAKEN' : known === 'CLOSED' && isPaused ? 'PAUSED' : known,
    until: current ? current.ends_at : until,
    current,
    next,
  }
}

/** Returns what a host needs to list a spot. */
export async function loadHosting(app: App, user_id: string, spot_id: string): Promise<Hosting> {
  const now = app.ports.now()
  const [row] = await listMySpots(app.pool, user_id, now, spot_id)
  if (!row) return refuse('not_found')
  const lot = await getLot(app.db, row.lot_id)
  const above = await getRatesAbove(app.db, lot.id, spot_id)
  const { rates } = resolveRates({ lot, ...above }, lot)
  const rules = await listAvailabilityRules(app.db, lot.id, [spot_id], now.toISOString())
  return {
    spot: await toMySpot(app, row),
    currency: lot.currency,
    usual_rates: rates,
    min_rates: limitOf(rates, lot.host_rate_min_bps, 'ceil'),
    max_rates: limitOf(rates, lot.host_rate_max_bps, 'floor'),
    platform_share_bps: lot.platform_share_bps,
    host_share_bps: await getHostShare(app.db, lot.id),
    notice_days: lot.host_notice_days,
    is_paused: rules.some((rule) => rule.is_pause),
    min_notice_minutes: row.min_notice_minutes,
    guidance: toGuidance(await listSimilarPrices(app.pool, lot.id, row.type, now)),
  }
}
