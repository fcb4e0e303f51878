import type { Settings } from '@openspot/core/settings.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { priceTerms } from '../pricing/offer.ts'
import { feeOf } from '../reservations/book.ts'
import { countsReservations } from '../reservations/checkout.ts'
import { holdWithMoves } from '../reservations/hold-with-moves.sql.ts'
import { findOffers } from './entry-offers.ts'
import { listWaiting, type NewEntry, queueOfferNotice, recordOffer } from './waitlist.sql.ts'

/**
 * Offers free spots to the waitlist, the longest waiting first, and returns the number of offers. An offer is a hold,
 * so nobody else can take the spot. When it expires, the next person gets an offer.
 */
export async function offerSpots(
  deps: PaymentDeps & { settings: Settings },
  lot_id: string,
): Promise<number> {
  let offers = 0
  const waiting = await listWaiting(deps.pool, lot_id, deps.ports.now())
  if (waiting.length === 0) return 0
  const failed = await eachByItself(
    { log: deps.log, task: 'offer_spot' },
    waiting,
    ({ id }) => id,
    async (entry) => {
      const reservation_id = await offer(deps, entry)
      if (reservation_id === null) return
      offers++
      // Notify in a separate job: if it failed here, the offer would exist but never be announced.
      await queueOfferNotice(deps.pool, reservation_id)
    },
  )
  if (offers > 0) deps.changes.announce(lot_id)
  refuseFailed(failed, 'offer_spots')
  return offers
}

async function offer(deps: PaymentDeps, entry: NewEntry): Promise<string | null> {
  const now = deps.ports.now()
  const { terms, times, offers, moves } = await findOffers(deps, entry, now)
  for (const { spot, price } of offers) {
    if (!price) return null
    const reservation_id = deps.ports.id()
    const held = await holdWithMoves(
      deps.pool,
      deps.ports.now(),
      {
        reservation_id,
        invoice_id: deps.ports.id(),
        payment_id: null,
        user_id: entry.user_id,
        idempotency_key: null,
        lot_id: entry.lot_id,
        spot_id: spot.id,
        car_id: entry.car_id,
        status: 'CHECKOUT',
        hold_expires_at: new Date(now.getTime() + terms.lot.offer_minutes * 60_000).toISOString(),
        ...times,
        terms_version: terms.lot.terms_version,
        is_flexible: true,
        rule_set_id: terms.rule_set?.id ?? null,
        rule_set_version: terms.rule_set?.version ?? null,
        limit_scope: countsReservations(terms) ? terms.limit_scope : null,
        limit_scope_version: countsReservations(terms) ? terms.limit_scope_version : null,
        price_terms: priceTerms(terms, spot, times),
        payment_method_id: null,
        session_id: null,
        total_cents: price.total_cents,
        service_fee_cents: feeOf(price.lines),
        lines: price.lines,
        // Its driver is asked when they accept the offer. A free spot would be theirs without that, and a lot that refuses the vehicle
        // would hold the spot in vain. Their entry says so (entry-offers.ts).
        asks_about_vehicle: price.total_cents === 0,
      },
      moves,
      (client) => recordOffer(client, entry.id, reservation_id, now),
    )
    if (held.outcome === 'held') return reservation_id
  }
  return null
}
