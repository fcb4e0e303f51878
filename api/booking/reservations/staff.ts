import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findSeats } from '../allocation/spot-allocation.ts'
import { checkStaffReservation, type ReservationTime, snapTimes } from '../occupancy/times.rules.ts'
import { findRefusal, pricedOffer, pricedUntil, priceTerms, type Refusal } from '../pricing/offer.ts'
import { getTerms, listSpotTerms, type SpotTerms, type Terms } from '../pricing/terms.sql.ts'
import { feeOf, refuseHold } from './book.ts'
import { checkEnded } from './cancel.ts'
import { countsReservations } from './checkout.ts'
import { endReservation, holdSpot } from './hold.sql.ts'
import { lockAwaiting } from './send-again.sql.ts'
import {
  allowsStaffReservations,
  type BookedPerson,
  findOrMakePerson,
  keepTypedContact,
} from './staff.sql.ts'

type Price = { lines: PriceLine[]; total_cents: number }

export interface StaffOrder extends ReservationTime {
  spot_id?: string | undefined
  type?: SpotTerms['type'] | undefined
  user_id?: string | undefined
  person?: BookedPerson | undefined
  car_id?: string | undefined
  payment_kind: 'STRIPE' | 'NONE'
  price_cents?: number | undefined
  override_reason?: string | undefined
  replaces_reservation_id?: string | undefined
}

/**
 * Reserves for another person and returns the reservation id. Rules and availability can be overridden with a reason,
 * which is saved; another reservation never. The reservation is PENDING until the person accepts it, also if it is
 * free. The only exception is a free one for an active member who allowed this lot's staff to reserve for them. The
 * database enforces both (OS022), and that an untrusted lot reserves only for its active members (OS023).
 */
export async function createForSomebody(
  app: FastifyInstance,
  request: FastifyRequest,
  given: StaffOrder,
): Promise<string> {
  const now = app.ports.now()
  const lot_id = lotOf(request)
  const order = { ...given, person: await withPhone(app, lot_id, given.person) }
  checkStaffReservation(order, now)
  const user_id = await findOrMakePerson(app.pool, app.ports, lot_id, order)
  const terms = await getTerms(app.pool, {
    lot_id,
    user_id,
    starts_at: order.starts_at,
    ends_at: order.ends_at,
    now,
  })
  const times = snapTimes(order, terms.lot)
  const spot = await spotFor(app, terms, times, order, now)
  const refusal = findRefusal(terms, spot, times, now)
  if (refusal && order.override_reason === undefined) requireReason(refusal)
  const price_terms = priceTerms(terms, spot, times)
  const price = staffPrice(pricedOffer(quote({ ...price_terms, ...times }), terms), order)
  const waits = order.payment_kind === 'STRIPE' || !(await allowsStaffReservations(app.pool, lot_id, user_id))
  const reservation_id = app.ports.id()
  await app.db.transaction().execute(async (tx) => {
    const replaced =
      order.replaces_reservation_id === undefined
        ? undefined
        : await withdraw(tx, request, { lot_id, reservation_id: order.replaces_reservation_id, now })
    // Another address may be another person, who does not get the vehicle of the first one.
    const kept_car_id = replaced?.user_id === user_id ? replaced.car_id : null
    const held = await holdSpot(tx, now, {
      reservation_id,
      invoice_id: app.ports.id(),
      payment_id: null,
      user_id,
      created_by_user_id: callerOf(request).user_id,
      idempotency_key: null,
      lot_id,
      spot_id: spot.id,
      car_id: order.car_id ?? kept_car_id,
      status: waits ? 'PENDING' : 'ACTIVE',
      ...(waits ? { hold_expires_at: acceptUntil(terms, times, now) } : {}),
      ...times,
      is_flexible: order.spot_id === undefined,
      rule_set_id: terms.rule_set?.id ?? null,
      rule_set_version: terms.rule_set?.version ?? null,
      limit_scope: countsReservations(terms) ? terms.limit_scope : null,
      limit_scope_version: countsReservations(terms) ? terms.limit_scope_version : null,
      ...(order.override_reason === undefined ? {} : { override_reason: order.override_reason }),
      price_terms,
      payment_method_id: null,
      session_id: null,
      total_cents: price.total_cents,
      service_fee_cents: Math.min(price.total_cents, feeOf(price.lines)),
      lines: price.lines,
      ...(times.ends_at === null
        ? { period_starts_at: times.starts_at, period_ends_at: pricedUntil(terms.lot, times) }
        : {}),
    })
    if (held.outcome !== 'held') refuseHold(held.outcome)
    if (order.person) {
      const phone = order.person.phone ?? replaced?.typed_phone ?? undefined
      await keepTypedContact(tx, lot_id, reservation_id, { ...order.person, phone })
    }
    await writeAudit(tx, request, {
      action: 'reservation.create',
      subject_kind: 'reservation',
      subject_id: reservation_id,
      details: {
        user_id,
        spot_id: spot.id,
        ...times,
        payment_kind: order.payment_kind,
        total_cents: price.total_cents,
        override_reason: order.override_reason ?? null,
      },
    })
  })
  app.changes.announce(lot_id)
  return reservation_id
}

/**
 * Cancels a reservation that awaits its driver, because it is made again for another address, and returns what the new one keeps. Its
 * driver never accepted it, so nothing was paid and nobody is notified. Throws `not_found` and `reservation_not_open`.
 */
async function withdraw(
  tx: Tx,
  request: FastifyRequest,
  { lot_id, reservation_id, now }: { lot_id: string; reservation_id: string; now: Date },
): Promise<{ user_id: string; car_id: string | null; typed_phone: string | null }> {
  const awaiting = await lockAwaiting(tx, reservation_id)
  if (awaiting?.lot_id !== lot_id) refuse('not_found')
  if (!awaiting.is_awaiting) refuse('reservation_not_open')
  const { user_id } = callerOf(request)
  const order = { reservation_id, to: 'CANCELED', reason: null, refund_cents: 0, user_id } as const
  checkEnded((await endReservation(tx, now, order)).outcome)
  await writeAudit(tx, request, {
    action: 'reservation.cancel',
    subject_kind: 'reservation',
    subject_id: reservation_id,
    details: { reason: null, refund_cents: 0, decided: 'made again for another address' },
  })
  return awaiting
}

/** Reads the person's phone number as it is written in the lot's country. */
async function withPhone(
  app: FastifyInstance,
  lot_id: string,
  person: BookedPerson | undefined,
): Promise<BookedPerson | undefined> {
  if (person?.phone === undefined) return person
  const { country } = await getLot(app.db, lot_id)
  return { ...person, phone: phoneOf(person.phone, country, 'person.phone') }
}

async function spotFor(
  app: FastifyInstance,
  terms: Terms,
  times: ReservationTime,
  order: StaffOrder,
  now: Date,
): Promise<SpotTerms> {
  if (order.spot_id !== undefined) {
    const [spot] = await listSpotTerms(app.pool, terms.lot.id, [order.spot_id])
    return spot ?? refuse('not_found')
  }
  const all = await listSpotTerms(app.pool, terms.lot.id, null)
  const preferences = { type: order.type ?? null, features: [] }
  // If rules and hours are overridden, they must not affect the choice of the spot either.
  const lot = { ...terms.lot, opening_hours: null }
  const seats = await findSeats(
    app,
    order.override_reason === undefined ? terms : { ...terms, lot, rule_set: null },
    all,
    times,
    preferences,
    now,
  )
  const [spot] = seats.spots
  if (spot && seats.moves.length === 0) return spot
  const { refusal } = seats
  if (refusal && ['lot_closed', 'rules_refuse'].includes(refusal.code) && order.override_reason === undefined)
    return requireReason(refusal)
  return refuse('lot_full', { field: 'lot_id', ...(refusal ? { message: refusal.message } : {}) })
}

/** Throws with the rule or hours that prevent the reservation and asks for a reason to override them. */
function requireReason({ code, message, rule, rule_set, details }: Refusal): never {
  return refuse(code === 'lot_closed' ? 'lot_closed' : 'rules_refuse', {
    field: 'override_reason',
    message: (t) => t('apiErrors.reservations.overrideReason', { reason: message(t) }),
    details: { rule, rule_set, ...details },
  })
}

/**
 * Returns until when the person may accept: for the lot's accept period, but not long after the reservation would have
 * begun.
 */
function acceptUntil({ lot }: Terms, times: ReservationTime, now: Date): string {
  const latest = Math.max(Date.parse(times.starts_at), now.getTime() + 3_600_000)
  return new Date(Math.min(now.getTime() + lot.accept_hours * 3_600_000, latest)).toISOString()
}

/** Returns the quote with a line for the difference to the price that staff set. */
function staffPrice(offer: ReturnType<typeof pricedOffer>, order: StaffOrder): Price {
  const target = order.payment_kind === 'NONE' ? 0 : order.price_cents
  if (!offer.price && target === undefined) {
    const { refusal } = offer
    refuse('request_invalid', {
      field: 'price_cents',
      message: (t) =>
        refusal
          ? t('apiErrors.reservations.enterPrice', { reason: refusal.message(t) })
          : t('apiErrors.reservations.noPrice'),
    })
  }
  const quoted = offer.price ?? { lines: [], total_cents: 0 }
  if (target === undefined || target === quoted.total_cents) return quoted
  // A free reservation has no service fee either.
  const lines = target === 0 ? quoted.lines.filter(({ kind }) => kind !== 'SERVICE_FEE') : quoted.lines
  const sum = lines.reduce((total, line) => total + line.amount_cents, 0)
  if (sum === target) return { lines, total_cents: target }
  const line: PriceLine = {
    kind: 'STAFF_PRICE',
    unit: null,
    quantity: 1,
    unit_cents: target - sum,
    amount_cents: target - sum,
    starts_at: order.starts_at,
    ends_at: order.ends_at,
    because: order.override_reason?.slice(0, 300) ?? null,
  }
  return { lines: [...lines, line], total_cents: target }
}
