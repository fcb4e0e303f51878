import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** A reservation with the columns that its notices need. */
export interface ReservationToNotify {
  reservation_id: string
  lot_id: string
  user_id: string
  version: number
  to_address: string | null
  /** The number of a guest who gave no email address. */
  guest_phone: string | null
  is_guest: boolean
  /** Whether it is the rest of a reservation on another spot. */
  is_rest: boolean
  language: string
  starts_at: string
  ends_at: string | null
  hold_expires_at: string | null
  /** Until when it can be canceled for a full refund; null once that has passed. */
  cancel_until_at: string | null
  currency: string
  /** What the last change added to the price; negative if it became less, null before any. */
  change_cents: number | null
  total_cents: number
  /** The lines of the first invoice. */
  lines: PriceLine[]
  refund_cents: number
  /** How the lot paid it back itself. */
  refund_note: string | null
  owed_cents: number
  pay_until: string | null
  is_retried: boolean
  bill_cents: number | null
  bill_reason: string | null
  month_cents: number | null
  new_price_cents: number | null
  price_from: string | null
  validated_cents: number | null
  partner: string | null
  lot_name: string
  entry_instructions: string | null
  is_new_lot: boolean
  street: string | null
  city: string | null
  lat: number
  lng: number
  time_zone: string
  label: string
  plate: string | null
}

const reservation = `select r.id as reservation_id, r.lot_id, r.user_id, r.version, coalesce(u.email, u.contact_email) as to_address,
      case when u.account_status = 'GHOST' and u.email is null and u.contact_email is null then u.phone end as guest_phone,
      u.account_status = 'GHOST' as is_guest, r.continues_id is not null as is_rest, u.language, r.starts_at,
      r.ends_at, r.hold_expires_at, r.currency, r.total_cents, case when r.cancel_until_at > $3::timestamptz then r.cancel_until_at end as cancel_until_at,
      l.lat, l.lng, lot_text('name', l.name, l.language, l.texts, u.language) as lot_name, case when r.status = 'ACTIVE' then lot_text('entry_instructions', l.entry_instructions, l.language, l.texts, u.language) end as entry_instructions, l.trust_level = 'NEW' as is_new_lot, l.street, l.city, l.time_zone, s.label, c.plate,
      owed.*, month.*, price.*, bill.*, valid.*, first.*, changed.*`
const from = `from reservations r join users u on u.id = r.user_id join lots l on l.id = r.lot_id
      join spots s on s.id = r.spot_id and s.lot_id = r.lot_id left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, 'infinity') c on true
      cross join lateral (select coalesce(sum(i.total_cents), 0)::int as owed_cents, min(i.grace_ends_at) as pay_until, coalesce(bool_or(i.next_attempt_at is not null), false) as is_retried
        from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.status = 'FAILED') owed
      left join lateral (select i.total_cents as month_cents from invoices i
        where i.reservation_id = r.id and i.lot_id = r.lot_id and i.kind = 'PERIOD' and i.paid_at is not null
        order by i.period_starts_at desc limit 1) month on true
      left join lateral (select k.month_cents as new_price_cents, k.effective_at as price_from
        from subscriptions b join subscription_changes k on k.subscription_id = b.id and k.lot_id = b.lot_id
        where b.reservation_id = r.id and b.lot_id = r.lot_id and k.kind = 'PRICE' and k.state <> 'WITHDRAWN'
        order by k.created_at desc limit 1) price on true
      left join lateral (select i.total_cents as bill_cents, (select n.because from invoice_lines n
          where n.invoice_id = i.id and n.lot_id = i.lot_id order by n.line_no limit 1) as bill_reason
        from invoices i where i.id::text = $2 and i.reservation_id = r.id and i.kind = 'CORRECTION') bill on true
      left join lateral (select v.given_cents as validated_cents, p.name as partner from validations v
          join validation_partners p on p.id = v.partner_id and p.lot_id = v.lot_id
        where v.id::text = $2 and v.reservation_id = r.id) valid on true
      left join lateral (select r.total_cents - (e.details -> 'from' ->> 'total_cents')::int as change_cents from reservation_events e
        where e.reservation_id = r.id and e.lot_id = r.lot_id and e.details -> 'from' ? 'total_cents'
        order by e.at desc, e.id desc limit 1) changed on true
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'unit', n.unit, 'quantity', n.quantity,
          'unit_cents', n.unit_cents, 'amount_cents', n.amount_cents, 'starts_at', n.starts_at, 'ends_at', n.ends_at, 'because', n.because)
          order by n.line_no), '[]') as lines
        from invoice_lines n where n.lot_id = r.lot_id and n.invoice_id = (select i.id from invoices i
          where i.reservation_id = r.id and i.lot_id = r.lot_id and i.kind in ('BOOKING', 'PERIOD') order by i.created_at limit 1)) first`
const reservationToNotifyShape = {
  reservation_id: 'uuid',
  lot_id: 'uuid',
  user_id: 'uuid',
  version: 'integer',
  to_address: 'text?',
  guest_phone: 'text?',
  is_guest: 'boolean',
  is_rest: 'boolean',
  language: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  hold_expires_at: 'timestamptz?',
  cancel_until_at: 'timestamptz?',
  currency: 'text',
  total_cents: 'integer',
  change_cents: 'integer?',
  lines: json<PriceLine[]>(),
  lat: 'float8',
  lng: 'float8',
  lot_name: 'text',
  entry_instructions: 'text?',
  is_new_lot: 'boolean',
  street: 'text?',
  city: 'text?',
  time_zone: 'text',
  label: 'text',
  plate: 'text?',
  owed_cents: 'integer',
  pay_until: 'timestamptz?',
  is_retried: 'boolean',
  month_cents: 'integer?',
  new_price_cents: 'integer?',
  price_from: 'timestamptz?',
  bill_cents: 'integer?',
  bill_reason: 'text?',
  validated_cents: 'integer?',
  partner: 'text?',
  refund_cents: 'integer',
  refund_note: 'text?',
} as const

const refundToNotify = statement(
  'find_refund_to_notify',
  reservationToNotifyShape,
  `${reservation}, f.amount_cents as refund_cents, f.resolution_note as refund_note ${from}
             join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
             join refunds f on f.invoice_id = i.id and f.lot_id = i.lot_id where f.id = $1`,
)
const reservationToNotify = statement(
  'find_reservation_to_notify',
  reservationToNotifyShape,
  `${reservation}, coalesce((select p.amount_cents from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
             where p.id::text = $2 and i.reservation_id = r.id and p.second_taken_at is not null),
             (select sum(i.refund_pending_cents + i.refunded_cents) from invoices i where i.reservation_id = r.id), 0)::int as refund_cents, null::text as refund_note
           ${from} where r.id = $1`,
)

/**
 * Returns the data for a notice about a reservation, or about the reservation of a refund. Undefined if there is none.
 */
export async function findReservationToNotify(
  pool: pg.Pool,
  of: { reservation_id: string; about?: string } | { refund_id: string },
  now: Date,
): Promise<ReservationToNotify | undefined> {
  const rows =
    'refund_id' in of
      ? await query(pool, refundToNotify, [of.refund_id, null, now.toISOString()])
      : await query(pool, reservationToNotify, [of.reservation_id, of.about ?? null, now.toISOString()])
  return rows[0]
}

export interface DueNotice {
  reservation_id: string
  kind: 'STARTS_SOON' | 'ENDS_SOON' | 'ENDED'
  about: string
}

/** Returns the key of a due notice. */
export const noticeId = ({ reservation_id, kind }: DueNotice): string => `${reservation_id} ${kind}`

const byTurn = (kind: string) => `array_position($2::text[], r.id || ' ${kind}') nulls first`
const minute = (of: string) => `(extract(epoch from ${of}) / 60)::bigint::text`
const untold = (kind: string, about: string) => `not exists (select from notifications n
  where n.reservation_id = r.id and n.kind = '${kind}' and n.about = ${about})`
const dueNotices = statement(
  'list_due_notices',
  { reservation_id: 'uuid', kind: text<DueNotice['kind']>(), about: 'text' },
  `(select r.id as reservation_id, 'STARTS_SOON' as kind, ${minute('r.starts_at')} as about from reservations r
       where r.status = 'ACTIVE' and r.starts_at > $1::timestamptz and r.starts_at <= $1::timestamptz + interval '30 minutes'
         -- Who has just booked knows.
         and r.created_at < r.starts_at - interval '45 minutes' and r.continues_id is null
         and ${untold('STARTS_SOON', minute('r.starts_at'))} order by ${byTurn('STARTS_SOON')}, r.starts_at limit 200)
     union all
     (select r.id, 'ENDS_SOON', ${minute('r.ends_at')} from reservations r
       where r.status = 'ACTIVE' and r.ends_at > $1::timestamptz and r.ends_at <= $1::timestamptz + interval '15 minutes'
         and r.ends_at - r.starts_at > interval '30 minutes'
         -- The driver goes on to another spot.
         and not exists (select from reservations c where c.continues_id = r.id and c.status = 'ACTIVE')
         and ${untold('ENDS_SOON', minute('r.ends_at'))} order by ${byTurn('ENDS_SOON')}, r.ends_at limit 200)
     union all
     (select r.id, 'ENDED', ${minute('r.ends_at')} from reservations r
       where r.status = 'ACTIVE' and r.ends_at <= $1::timestamptz and r.ends_at > $1::timestamptz - interval '1 day'
         and not exists (select from reservations c where c.continues_id = r.id and c.status = 'ACTIVE')
         and ${untold('ENDED', minute('r.ends_at'))} order by ${byTurn('ENDED')}, r.ends_at limit 200)`,
)

/**
 * Returns the notices due by time: 30 minutes before a reservation starts, 15 minutes before its end, and at its end.
 * Each is sent once per time, so a changed reservation is announced again. Those that failed before come last.
 */
export async function listDueNotices(pool: pg.Pool, now: Date, tried: string[]): Promise<DueNotice[]> {
  return query(pool, dueNotices, [now.toISOString(), tried])
}

const unpaid = statement(
  'lock_unpaid_invoices',
  { id: 'uuid' },
  `select i.id from invoices i where i.reservation_id = $1 and i.status = 'FAILED' for share`,
)

/** Returns whether something of a reservation is unpaid, and keeps it so until the transaction ends. */
export const lockUnpaid = async (tx: Tx, reservation_id: string): Promise<boolean> =>
  (await queryPrepared(tx, unpaid, [reservation_id])).length > 0
