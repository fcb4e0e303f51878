import { type ChangeBill, giveUp } from '@openspot/core/billing/change-bills.ts'
import type { StaffPrice } from '@openspot/core/billing/staff-price.ts'
import { type Discount, refundedByValidation } from '@openspot/core/validation/value.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'
import type { PriceTerms } from '../pricing/offer.ts'

const reservationStateShape = {
  id: 'uuid',
  lot_id: 'uuid',
  spot_id: 'uuid',
  user_id: 'uuid',
  car_id: 'uuid?',
  status: 'reservations.status',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  cancel_until_at: 'timestamptz',
  currency: 'text',
  total_cents: 'integer',
  version: 'integer',
  is_flexible: 'boolean',
  continues_id: 'uuid?',
  price_terms: orNull(json<PriceTerms>()),
  rule_set_id: 'uuid?',
  rule_set_version: 'integer?',
  time_zone: 'text',
  cancel_until_minutes_after_start: 'integer',
  paid_cents: 'integer',
  /** Without what a validation gave, which counts toward later refunds. */
  refunded_cents: 'integer',
  validation: orNull(json<Discount & { value_cents: number }>()),
  /** The unpaid bills for changes by the staff that it still has something of, newest first. */
  change_bills: json<ChangeBill[]>(),
  /** Null if it was booked at the lot's prices. */
  staff_price: orNull(json<StaffPrice>()),
  /** The newest billed month of a monthly reservation. */
  period_starts_at: 'timestamptz?',
  period_ends_at: 'timestamptz?',
  period_paid_cents: 'integer',
  period_refunded_cents: 'integer',
  has_pending_change: 'boolean',
  /** The rest of it continues on another spot. */
  is_continued: 'boolean',
} as const

/**
 * A reservation with what changes and cancellations are computed from, including the total paid for it in minor units.
 */
export type ReservationState = RowOf<typeof reservationStateShape>

/**
 * SQL for what has been paid or is arriving from a bank and can't be stopped, and for the part of it that is refunded
 * other than by a validation, or disputed.
 */
const arriving = `case when i.status = 'PROCESSING' then i.total_cents else i.paid_cents end`
const gone = `i.refunded_cents + i.refund_pending_cents + i.disputed_cents + coalesce(case when i.status = 'PROCESSING' then i.refund_when_paid_cents end, 0)
  - (select coalesce(sum(f.validated_cents), 0) from refunds f where f.invoice_id = i.id and f.lot_id = i.lot_id)`

const stayState = statement(
  'get_stay_state',
  reservationStateShape,
  `select r.id, r.lot_id, r.spot_id, r.user_id, r.car_id, r.status, r.starts_at, r.ends_at, r.cancel_until_at, r.currency,
       r.total_cents, r.version, r.is_flexible, r.continues_id, r.price_terms, r.rule_set_id, r.rule_set_version, l.time_zone,
       l.cancel_until_minutes_after_start, paid.*, coalesce(p.arriving_cents, 0) as period_paid_cents,
       (select jsonb_build_object('discount', v.discount, 'amount_cents', v.amount_cents, 'percent', v.percent, 'minutes', v.minutes,
           'max_cents', v.max_cents, 'value_cents', v.value_cents)
         from validations v where v.reservation_id = r.id and v.lot_id = r.lot_id and v.value_cents > 0) as validation,
       (select coalesce(jsonb_agg(jsonb_build_object('change_cents', b.change_cents, 'total_cents', b.total_cents,
           'is_open', b.status <> 'CANCELED') order by b.created_at desc, b.number desc), '[]')
         from invoices b where b.reservation_id = r.id and b.lot_id = r.lot_id and b.change_cents > 0
           and b.status in ('PENDING', 'FAILED', 'CANCELED')) as change_bills,
       (select jsonb_build_object('price_cents', sum(n.amount_cents), 'quoted_cents', sum(n.amount_cents) filter (where n.kind <> 'STAFF_PRICE'))
         from invoices i join invoice_lines n on n.invoice_id = i.id and n.lot_id = i.lot_id
         where i.reservation_id = r.id and i.lot_id = r.lot_id and i.kind = 'BOOKING' and i.status <> 'CANCELED'
         having bool_or(n.kind = 'STAFF_PRICE')) as staff_price,
       coalesce(p.gone_cents, 0)::int as period_refunded_cents, p.period_starts_at, p.period_ends_at,
       exists (select from reservations c where c.changes_id = r.id and c.status = 'CHECKOUT') as has_pending_change,
       exists (select from reservations c where c.continues_id = r.id and c.lot_id = r.lot_id
         and c.status in ${holding}) as is_continued
     from reservations r join lots l on l.id = r.lot_id
       cross join lateral (
         select coalesce(sum(${arriving}), 0)::int as paid_cents, coalesce(sum(${gone}), 0)::int as refunded_cents
         from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id) paid
       left join lateral (
         select i.period_starts_at, i.period_ends_at, ${arriving} as arriving_cents, ${gone} as gone_cents
         from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.period_ends_at is not null
         order by i.period_ends_at desc limit 1) p on true
     where r.id = $1`,
)

/** Returns the current state of a reservation. Throws if there is none. */
export async function getReservationState(pool: pg.Pool, reservation_id: string): Promise<ReservationState> {
  const [row] = await queryPrepared(pool, stayState, [reservation_id])
  if (!row) throw new Error(`There is no reservation ${reservation_id}.`)
  return row
}

/**
 * Returns how much of a refund by the policy the driver already has from a validation. `ends_at` is that of the
 * reservation after the change.
 */
export function alreadyRefunded(
  state: ReservationState,
  refund_cents: number,
  ends_at: string | null,
): number {
  if (state.validation === null || ends_at === null || refund_cents <= 0) return 0
  const minutes = Math.floor((Date.parse(ends_at) - Date.parse(state.starts_at)) / 60_000)
  return refundedByValidation(
    state.validation,
    refund_cents,
    state.paid_cents - state.refunded_cents,
    minutes,
  )
}

/** Returns what giving up a part of this price does: to the unpaid bills for changes first, and the rest is refunded. */
export const givenUp = ({ change_bills }: ReservationState, cents: number) => giveUp(change_bills, cents)

/** Returns the part of the price that the driver has not paid, because staff added it: billed, or never billed. */
export const unpaidChanges = ({ change_bills }: ReservationState): number =>
  change_bills.reduce((sum, { change_cents }) => sum + change_cents, 0)
