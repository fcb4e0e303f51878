import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BacktestReport } from '@openspot/contract/booking/rule-sets.ts'
import {
  type Backtest,
  type BacktestDifference,
  type BacktestTerms,
  runBacktest,
} from '@openspot/core/backtest/run-backtest.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { NthSpotPeriod, QuoteResult } from '@openspot/core/quote/types.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { getLot, type LotRow } from '../../lots/lots/lots.sql.ts'
import { priceKey } from '../allocation/spot-allocation.ts'
import { plainTerms, priceTerms } from '../pricing/offer.ts'
import type { SpotTerms } from '../pricing/terms.sql.ts'
import { type PastBooking, readPast, sinceOf } from './backtest.rules.ts'
import {
  listPastReservations,
  listPastSpotTerms,
  listPublishedPrices,
  listRulesInForce,
} from './backtest.sql.ts'
import { changesPrices, type ProposalInput, readProposal, type Side } from './proposal.ts'

const defaultDays = 90
const MAX_DIFFERENCES = 500
/** The number of bookings priced before yielding to other requests. */
const pricedAtOnce = 100

/** Returns what other rules or prices would have done to the real bookings of the last days. Writes nothing. */
export async function backtestChange(
  app: FastifyInstance,
  t: Translate,
  lot_id: string,
  input: ProposalInput,
): Promise<BacktestReport> {
  const days = input.days ?? defaultDays
  const { lot, bookings, result } = await replayPast(app, lot_id, days, async (today) => ({
    today,
    proposed: await readProposal(app, today, input),
    hasOtherPrices: changesPrices(input),
  }))
  const { differences, ...counts } = result
  const of = new Map(bookings.map((booking) => [booking.reservation_id, booking]))
  return {
    ...counts,
    days,
    currency: lot.currency,
    differences: differences
      .slice(-MAX_DIFFERENCES)
      .toReversed()
      .flatMap((difference) => {
        const booking = of.get(difference.reservation_id)
        if (!booking) return []
        const { driver, starts_at, ends_at } = booking
        const { reason: _reason, currency: _currency, ...facts } = difference
        return [{ ...facts, message: messageOf(t, difference, lot.currency), driver, starts_at, ends_at }]
      }),
  }
}

/** The two sides to compare, made from today's terms. */
interface Sides {
  today: Side
  proposed: Side
  /** Whether prices differ, not only rules. */
  hasOtherPrices: boolean
}

/** Replays the real bookings of the last days under two sides. Writes nothing. */
export async function replayPast(
  app: Pick<FastifyInstance, 'db' | 'pool' | 'ports'>,
  lot_id: string,
  days: number,
  sidesOf: (today: Side) => Promise<Sides>,
): Promise<{ lot: LotRow; bookings: PastBooking[]; result: Backtest }> {
  const now = app.ports.now()
  const since = sinceOf(now, days)
  const [lot, inForce, reservations, spots] = await Promise.all([
    getLot(app.db, lot_id),
    listRulesInForce(app.pool, lot_id),
    listPastReservations(app.pool, lot_id, since, now),
    listPastSpotTerms(app.pool, lot_id),
  ])
  const versions = new Map(inForce.map(({ id, version }) => [id, version]))
  const default_id = inForce.find(({ is_default }) => is_default)?.id ?? null
  const { bookings, others } = readPast(reservations, {
    lot,
    since,
    spots: new Map(spots.map((spot) => [spot.id, spot])),
    ruleSetOf: ({ group_rule_set_id }) => {
      const id = group_rule_set_id ?? default_id
      return id === null ? null : `${id} ${versions.get(id)}`
    },
  })
  const first = bookings.reduce(
    (least, { starts_at }) => (starts_at < least ? starts_at : least),
    now.toISOString(),
  )
  const { today, proposed, hasOtherPrices } = await sidesOf({
    rules: new Map(inForce.map(({ id, rules }) => [id, rules])),
    default_id,
    lot,
    zone_rates: new Map(),
    calendar_prices: await listPublishedPrices(app.pool, lot_id, first),
  })
  const priceToday = priceMemo(today)
  const termsToday = termsOf(today, priceToday)
  const termsProposed = termsOf(proposed, hasOtherPrices ? priceMemo(proposed) : priceToday)
  await priceAll(bookings, [termsToday, termsProposed])
  const result = runBacktest({
    lot: { zone: lot.time_zone, long_term_days: lot.long_term_days },
    bookings,
    held_before: others,
    today: termsToday,
    proposed: termsProposed,
  })
  return { lot, bookings, result }
}

/** Writes how the result for a booking differs. */
function messageOf(
  t: Translate,
  { kind, reason, before_cents, after_cents, currency }: BacktestDifference,
  lot_currency: string,
): string {
  if (reason !== null) {
    const text = reasonText(t, reason)
    return kind === 'NEWLY_ALLOWED' ? t('backtest.allowed', { reason: text }) : text
  }
  const say = (cents: number) => formatMoney(cents, currency ?? lot_currency, localeOf(t))
  const [before, after] = [before_cents ?? 0, after_cents ?? 0]
  const amounts = { before: say(before), after: say(after), change: say(Math.abs(after - before)) }
  return after > before ? t('backtest.more', amounts) : t('backtest.less', amounts)
}

type Terms = BacktestTerms<PastBooking>
type PriceOf = (booking: PastBooking, nth_spot: readonly NthSpotPeriod[]) => QuoteResult

function termsOf({ rules, default_id }: Side, priceOf: PriceOf): Terms {
  return {
    rulesOf: ({ group_rule_set_id }) => rules.get(group_rule_set_id ?? default_id ?? '') ?? null,
    priceOf,
  }
}

/** Returns a memoized price function for one side. */
function priceMemo({ lot, calendar_prices, zone_rates }: Side): PriceOf {
  const terms = plainTerms(lot, calendar_prices)
  const kinds = new Map<SpotTerms, string>()
  const known = new Map<string, QuoteResult>()
  return (booking, nth_spot) => {
    if (booking.is_staff_price) return staffPrice(booking, lot.currency)
    const { spot_terms, starts_at, ends_at } = booking
    const kind = kinds.get(spot_terms) ?? priceKey(spot_terms)
    kinds.set(spot_terms, kind)
    const key = `${starts_at} ${ends_at} ${formatNth(nth_spot)} ${kind}`
    let price = known.get(key)
    if (!price) {
      const times = { starts_at, ends_at }
      const spot = { ...spot_terms, zone_rates: ratesOfZone(spot_terms, zone_rates) }
      price = quote({ ...priceTerms(terms, spot, times), ...times, nth_spot })
      known.set(key, price)
    }
    return price
  }
}

const formatNth = (nth_spot: readonly NthSpotPeriod[]) =>
  nth_spot.length === 0 ? '' : JSON.stringify(nth_spot)

function ratesOfZone(
  { zone_id, zone_rates }: SpotTerms,
  proposed: Side['zone_rates'],
): SpotTerms['zone_rates'] {
  const rates = zone_id === null ? undefined : proposed.get(zone_id)
  const none = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
  return rates ? { ...(zone_rates ?? none), ...rates } : zone_rates
}

/** A price set by staff never changes. */
function staffPrice({ charged_cents, starts_at, ends_at }: PastBooking, currency: string): QuoteResult {
  return {
    ok: true,
    currency,
    lines: [],
    subtotal_cents: charged_cents,
    fee_cents: 0,
    total_cents: charged_cents,
    starts_at,
    ends_at: ends_at ?? starts_at,
  }
}

/** Computes the prices in small batches, so that other requests are answered in between. */
async function priceAll(bookings: readonly PastBooking[], sides: readonly Terms[]): Promise<void> {
  for (const [at, booking] of bookings.entries()) {
    for (const side of sides) side.priceOf(booking, [])
    if (at % pricedAtOnce === 0) await nextTurn()
  }
}
