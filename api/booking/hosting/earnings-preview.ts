import type { EarningsPreview, getEarningsPreviewRoute } from '@openspot/contract/booking/hosting.ts'
import { hostShareOf } from '@openspot/core/money/host-share.ts'
import { shareOf } from '@openspot/core/money/money.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import type { RouteInput } from '../../route-input.ts'
import { readRange } from '../availability/moments.rules.ts'
import { priceTerms } from '../pricing/offer.ts'
import { getTerms, listSpotTerms, type SpotTerms } from '../pricing/terms.sql.ts'
import { bookedShareOf } from './hosting.rules.ts'
import { getBookedTime, getHostShare } from './hosting.sql.ts'

const maxDays = 92

/** Returns what a host earns from a time if it is booked, and how much of it spots of the same type were booked lately. */
export async function previewEarnings(
  app: Pick<FastifyInstance, 'db' | 'pool' | 'ports'>,
  lot_id: string,
  { params, query }: RouteInput<typeof getEarningsPreviewRoute>,
): Promise<EarningsPreview> {
  const now = app.ports.now()
  const range = readRange(query, maxDays)
  const times = { starts_at: isoOf(range.from), ends_at: isoOf(range.to) }
  const [found] = await listSpotTerms(app.pool, lot_id, [params.spot_id])
  if (!found) return refuse('not_found')
  const spot = query.hour_cents === undefined ? found : pricedAt(found, times, query.hour_cents)
  const terms = await getTerms(app.pool, { lot_id, user_id: null, ...times, now })
  const quoted = quote({ ...priceTerms(terms, spot, times), ...times })
  const { platform_share_bps } = terms.lot
  const shares = { platform_share_bps, host_share_bps: await getHostShare(app.db, lot_id) }
  const full_cents = quoted.ok ? hostShareOf(withoutFee(quoted), shares) : null
  const booked_bps = bookedShareOf(await getBookedTime(app.pool, { lot_id, type: found.type, now }))
  return {
    full_cents,
    booked_bps,
    likely_cents:
      full_cents === null || booked_bps === null ? null : shareOf(full_cents, booked_bps, 'floor'),
  }
}

/** The spot with the host's own price for a time. */
const pricedAt = (
  spot: SpotTerms,
  times: { starts_at: string; ends_at: string },
  hour_cents: number,
): SpotTerms => ({
  ...spot,
  host_rates: [
    {
      id: spot.id,
      ...times,
      repeat_frequency: 'NEVER',
      weekdays: [],
      until_on: null,
      rates: { half_hour_cents: null, hour_cents, day_cents: null, month_cents: null },
    },
  ],
})

const withoutFee = ({ total_cents, lines }: Extract<ReturnType<typeof quote>, { ok: true }>): number =>
  lines.reduce((left, line) => (line.kind === 'SERVICE_FEE' ? left - line.amount_cents : left), total_cents)
