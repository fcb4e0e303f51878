import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type pg from 'pg'
import type { Random } from './random.ts'

/** The levels of the garage as zones, so that its board and map can be filtered by them. */
const zones = `with made as (
     insert into zones (id, lot_id, name, created_at)
     select ($3::uuid[])[x.n], l.id, x.name, $2::timestamptz - interval '60 days'
     from lots l cross join (values (1, 'Lower levels'), (2, 'Upper levels')) x(n, name)
     where l.name = $1 returning id, lot_id, name)
   update spots s set zone_id = made.id from made
   where s.lot_id = made.lot_id and made.name = case when s.level <= 2 then 'Lower levels' else 'Upper levels' end`

/** Charging costs at least $6, and nobody blocks a charger for more than $60. */
const bounds = `update spots s set min_reservation_price = 600, max_reservation_price = 6000 from lots l
   where l.id = s.lot_id and l.name = $1 and s.features && array['EV_CHARGER', 'SHARED_EV_CHARGER']::spot_feature[]`

/** An admin deleted two spots by mistake, and can restore them. */
const deletedSpots = `insert into spots (id, lot_id, spot_no, label, level, created_at, deleted_at, removed_parts)
   select ($3::uuid[])[x.n], l.id, (select max(s.spot_no) from spots s where s.lot_id = l.id) + x.n, 'R' || x.n, 4, $2::timestamptz - interval '60 days',
     $2::timestamptz - x.n * interval '4 minutes', '{"rules": [], "assignments": []}'
   from lots l cross join generate_series(1, 2) x(n) where l.name = $1`

/** The host keeps one of the next weekdays on which nobody has booked the spot, although it is listed every weekday. */
const exception = `insert into availability (lot_id, spot_id, kind, starts_at, ends_at, repeat_frequency, created_by_user_id, created_at)
   select s.lot_id, s.id, 'CLOSED', d.starts_at, d.starts_at + interval '11 hours', 'NEVER', u.id, $1::timestamptz - interval '1 day'
   from users u join spots s on s.assigned_user_id = u.id join lots l on l.id = s.lot_id
     cross join lateral (select ((($1::timestamptz at time zone l.time_zone)::date + n) + time '08:00') at time zone l.time_zone as starts_at,
       extract(isodow from ($1::timestamptz at time zone l.time_zone)::date + n) as weekday from generate_series(3, 30) n) d
   where u.email = 'host@openspot.example' and d.weekday <= 5 and not exists (select from reservations r
     where r.lot_id = s.lot_id and r.spot_id = s.id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
       and tstzrange(r.starts_at, r.ends_at) && tstzrange(d.starts_at, d.starts_at + interval '11 hours'))
   order by d.starts_at limit 1`

/** Two drivers came with a rental car, and an admin gave their reservations its plate. */
const otherVehicles = `with picked as materialized (
     select r.*, a.user_id as admin_id, c.plate as plate_before, c.region as region_before, row_number() over (order by r.starts_at, r.id) as n
     from reservations r join lots l on l.id = r.lot_id and l.name = $1
       join users u on u.id = r.user_id and u.email not like '%@openspot.example'
       join cars c on c.id = r.car_id
       join memberships a on a.lot_id = r.lot_id and a.role = 'ADMIN' and a.status = 'ACTIVE'
     where r.status = 'ACTIVE' and r.starts_at > $2::timestamptz + interval '2 hours' and r.ends_at is not null and r.changes_id is null
     order by r.starts_at, r.id limit 2),
   changed as materialized (
     select p.*, change_reservation($2::timestamptz - interval '40 minutes', jsonb_build_object('reservation_id', p.id, 'lot_id', p.lot_id,
       'version', p.version, 'spot_id', p.spot_id, 'starts_at', p.starts_at, 'ends_at', p.ends_at, 'car_id', null,
       'total_cents', p.total_cents, 'refund_cents', 0, 'kind', 'CAR_CHANGED', 'reason', 'Rental car', 'actor_user_id', p.admin_id,
       'is_silent', true)) as outcome from picked p),
   noted as (
     insert into lot_car_notes (lot_id, user_id, reservation_id, plate, plate_normalized, region, reason, created_at, created_by_user_id)
     select lot_id, user_id, id, 'RNT 40' || n, 'RNT40' || n, 'IL', 'Rental car', $2::timestamptz - interval '40 minutes', admin_id
     from changed where outcome = 'changed')
   insert into audit_log (id, at, lot_id, actor_user_id, actor_role, action, subject_kind, subject_id, details)
   select ($3::uuid[])[n], $2::timestamptz - interval '40 minutes', lot_id, admin_id, 'admin', 'reservation.car', 'reservation', id::text,
     jsonb_build_object('before', jsonb_build_object('plate', plate_before, 'region', region_before),
       'after', jsonb_build_object('car_id', null, 'plate', 'RNT 40' || n, 'region', 'IL'), 'reason', 'Rental car')
   from changed where outcome = 'changed'`

/** What the staff of the garage look at again and again. */
const views = `insert into saved_views (lot_id, user_id, list, slot, name, query, columns, created_at)
   select m.lot_id, m.user_id, x.list::staff_list, x.slot, x.name, x.query, null, $2::timestamptz - interval '9 days'
   from lots l join memberships m on m.lot_id = l.id and m.status = 'ACTIVE' and m.role in ('ADMIN', 'SUPER_ADMIN')
     cross join (values ('RESERVATIONS', 1, 'Next arrivals', 'when=ahead&sort=earliest'),
       ('RESERVATIONS', 2, 'Failed payments', 'payment=FAILED'), ('SPOTS', 1, 'Free now', 'state=AVAILABLE'),
       ('SPOTS', 2, 'Next changes', 'sort=until')) x(list, slot, name, query)
   where l.name = $1`

/** An admin refunded a part of a payment, and the driver's bank sent the refund back. It can be sent again if the card provider knows the payment. */
const failedRefund = `with picked as materialized (
     select i.id, i.lot_id, i.paid_at, p.id as payment_id, least(500, i.paid_cents) as cents, a.user_id as admin_id
     from invoices i join lots l on l.id = i.lot_id and l.name = $1
       join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id and p.status = 'SUCCEEDED' and p.stripe_charge_id is not null
       join users u on u.id = i.user_id
       join memberships a on a.lot_id = i.lot_id and a.role = 'ADMIN' and a.status = 'ACTIVE'
     where i.kind = 'BOOKING' and i.status = 'PAID' and i.paid_cents > 0 and i.disputed_cents = 0
     order by p.stripe_charge_id like 'ch_demo_%', u.email = 'driver@openspot.example', i.paid_at desc, i.id, a.user_id limit 1),
   kept as (
     update invoices i set status = 'PENDING_REFUND', refund_pending_cents = picked.cents
     from picked where i.id = picked.id and i.lot_id = picked.lot_id)
   insert into refunds (id, lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, by_staff, created_at, queued_at,
     failed_at, stripe_refund_id, failure_message)
   select $3::uuid, x.lot_id, x.id, x.payment_id, 'FAILED', x.cents, 'The charger was out of order.', x.admin_id, true,
     greatest(x.paid_at, $2::timestamptz - interval '4 days'), greatest(x.paid_at, $2::timestamptz - interval '4 days'),
     greatest(x.paid_at, $2::timestamptz - interval '1 day'), 're_demo_' || right($3::uuid::text, 12), 'The card was reported lost or stolen.' from picked x`

/** Adds what the staff of the garage did lately, and how they work. */
export async function completeStaff(client: pg.ClientBase, random: Random, now: Date): Promise<void> {
  const at = now.toISOString()
  const twoIds = () => [random.id(), random.id()]
  await client.query(zones, [staffedLot, at, twoIds()])
  await client.query(bounds, [staffedLot])
  await client.query(deletedSpots, [staffedLot, at, twoIds()])
  await client.query(exception, [at])
  await client.query(otherVehicles, [staffedLot, at, twoIds()])
  await client.query(views, [staffedLot, at])
  await client.query(failedRefund, [staffedLot, at, random.id()])
}
