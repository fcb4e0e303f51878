import type pg from 'pg'
import { holding } from '../../booking/occupancy/holding.sql.ts'
import { endless } from '../../booking/occupancy/times.rules.ts'

/**
 * Invariants that must always hold: each statement selects the rows that break one. They do not rely on constraints or
 * triggers.
 */
const invariants: Record<string, string> = {
  'no two reservations hold one spot at the same time': `
    select a.id, b.id as other from reservations a join reservations b on a.spot_id = b.spot_id and a.id < b.id
    where a.status in ${holding} and b.status in ${holding}
      and a.starts_at < coalesce(b.ends_at, 'infinity') and b.starts_at < coalesce(a.ends_at, 'infinity')`,
  'occupancy matches the reservations': `
    (select s.lot_id, s.spot_no, (extract(epoch from r.starts_at) / 60)::int, coalesce((extract(epoch from r.ends_at) / 60)::int, ${endless}), r.id
       from reservations r join spots s on s.id = r.spot_id where r.status in ${holding}
     except select lot_id, spot_no, starts_min, ends_min, reservation_id from occupancy where reservation_id is not null)
    union all
    (select lot_id, spot_no, starts_min, ends_min, reservation_id from occupancy where reservation_id is not null
     except (select s.lot_id, s.spot_no, (extract(epoch from r.starts_at) / 60)::int, coalesce((extract(epoch from r.ends_at) / 60)::int, ${endless}), r.id
       from reservations r join spots s on s.id = r.spot_id where r.status in ${holding}
       union all select h.lot_id, h.spot_no, (extract(epoch from h.starts_at) / 60)::int, coalesce((extract(epoch from h.ends_at) / 60)::int, ${endless}), h.id
       from page_holds h where h.ended_at is null))`,
  'a page hold takes its spot, and nothing else does': `
    select h.id from page_holds h where h.ended_at is null
      and (not exists (select from occupancy o where o.lot_id = h.lot_id and o.spot_no = h.spot_no and o.reservation_id = h.id)
        or exists (select from reservations r where r.spot_id = h.spot_id and r.status in ${holding}
          and r.starts_at < coalesce(h.ends_at, 'infinity') and coalesce(r.ends_at, 'infinity') > h.starts_at))`,
  // `brokenCalendars` checks spots that have availability rules.
  'a spot without availability rules is closed if it is assigned and open otherwise': `
    select s.id from spots s where s.deleted_at is null
      and not exists (select from availability w where w.lot_id = s.lot_id
        and (w.spot_id = s.id or w.spot_id is null and (w.zone_id is null or w.zone_id = s.zone_id)))
      and (select array_agg(array[o.starts_min, o.ends_min]) from occupancy o
          where o.lot_id = s.lot_id and o.spot_no = s.spot_no and o.reservation_id is null)
        is distinct from case when num_nonnulls(s.assigned_user_id, s.assigned_group_id) > 0 then array[[0, ${endless}]] end`,
  'a deleted spot has no materialized closures': `
    select s.id from spots s join occupancy o on o.lot_id = s.lot_id and o.spot_no = s.spot_no
    where s.deleted_at is not null and o.reservation_id is null`,
  'a user without a verified address has no passkey, second factor, or linked service': `
    select u.id from users u where u.account_status = 'GHOST' and (
      exists (select from passkeys k where k.user_id = u.id) or exists (select from second_factors f where f.user_id = u.id)
      or exists (select from identities i where i.user_id = u.id))`,
  'a user who was merged into another one has no sign-in methods or payment methods': `
    select u.id from users u where u.merged_into_id is not null and (
      exists (select from sessions s where s.user_id = u.id and s.revoked_at is null)
      or exists (select from password_credentials p where p.user_id = u.id)
      or exists (select from payment_methods m where m.user_id = u.id and m.deleted_at is null))`,
  'the spot count of a lot is correct': `
    select l.id from lots l where l.spot_count <> (select count(*) from spots s where s.lot_id = l.id and s.deleted_at is null)`,
  'a lot knows which of its spots are assigned only on request, and which features its spots have': `
    select l.id from lots l cross join lateral (
      select count(*) filter (where spot_is_on_request(s.type, s.features)) as total,
        coalesce(range_agg(int4range(s.spot_no, s.spot_no, '[]')) filter (where spot_is_on_request(s.type, s.features)), '{}') as numbers,
        array(select distinct f from spots o cross join lateral unnest(o.features) f where o.lot_id = l.id and o.deleted_at is null order by f) as features
      from spots s where s.lot_id = l.id and s.deleted_at is null) k
    where (l.on_request_count, l.spots_on_request, l.spot_features) is distinct from (k.total, k.numbers, k.features)`,
  "an invoice's total is the sum of its lines": `
    select i.id from invoices i where i.total_cents <> (select coalesce(sum(amount_cents), 0) from invoice_lines l where l.invoice_id = i.id)`,
  'each ledger transaction sums to zero': `
    select transaction_id from ledger_entries group by transaction_id, currency having sum(amount_cents) <> 0`,
  'the paid and refunded amounts of an invoice match the ledger': `
    select i.id from invoices i where i.paid_cents - i.refunded_cents + i.lot_returned_cents - i.disputed_cents <> coalesce((
      select -sum(e.amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.invoice_id = i.id and t.kind in ('PAYMENT', 'REFUND', 'REFUND_FAILURE', 'REFUND_BY_LOT', 'DISPUTE', 'DISPUTE_RETURNED')
        and e.account <> 'PROVIDER_CLEARING' and not (i.payment_kind = 'EARNINGS_DEDUCTION' and e.account = 'HOST_PAYABLE' and e.user_id = i.user_id)), 0)`,
  'the amounts owed to payees match the ledger': `
    select coalesce(l.lot_id, x.lot_id) as lot_id, l.owed, x.owes from (
      select t.lot_id, e.user_id, e.currency, -sum(e.amount_cents) as owed from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account in ('LOT_PAYABLE', 'HOST_PAYABLE') group by 1, 2, 3) l
    full join (select lot_id, user_id, currency, sum(amount_cents) - coalesce((
        select sum(p.amount_cents) from payouts p where p.lot_id = earnings.lot_id and p.user_id is not distinct from earnings.user_id
          and p.currency = earnings.currency and p.status <> 'PENDING'), 0) as owes
        from earnings group by 1, 2, 3) x
      on x.lot_id = l.lot_id and x.user_id is not distinct from l.user_id and x.currency = l.currency
    where coalesce(l.owed, 0) <> coalesce(x.owes, 0)`,
  'the paid-out part of earnings matches the payouts': `
    select e.source_id from earnings e where e.paid_out_cents <> coalesce((
      select sum(l.amount_cents) from payout_lines l where l.lot_id = e.lot_id and l.source_id = e.source_id and l.payee_kind = e.payee_kind), 0)`,
  'the amount reserved for refunds matches the pending refunds': `
    select i.id from invoices i where i.refund_pending_cents <> coalesce((
      select sum(r.amount_cents) from refunds r where r.invoice_id = i.id and (r.status in ('PENDING', 'AWAITING_APPROVAL')
        or r.status = 'FAILED' and r.resolution is null)), 0)`,
  'the refunded amount of an invoice matches the refunds that were made or paid back by the lot': `
    select i.id from invoices i where i.refunded_cents <> coalesce((select sum(r.amount_cents) from refunds r where r.invoice_id = i.id
        and (r.status = 'SUCCEEDED' or r.resolution = 'PAID_BACK')), 0)
      or i.lot_returned_cents <> coalesce((
        select sum(r.amount_cents) from refunds r where r.invoice_id = i.id and r.resolution = 'PAID_BACK'), 0)`,
  'the disputed amounts match the open disputes': `
    select i.id from invoices i where i.disputed_cents <> coalesce((
      select sum(d.withdrawn_cents) from disputes d where d.invoice_id = i.id), 0)`,
  'no payment is refunded beyond its amount': `
    select p.id from payments p where p.amount_cents < (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id
      and r.status <> 'UNDONE' and (r.resolution is null or r.resolution = 'PAID_BACK'))`,
  'no invoice is paid twice': `
    select invoice_id from payments where status = 'SUCCEEDED' group by invoice_id having count(*) > 1`,
  'an active reservation with a price is paid or being paid': `
    select r.id from reservations r join invoices i on i.reservation_id = r.id
    where r.status = 'ACTIVE' and i.total_cents > 0 and i.status in ('PENDING', 'CANCELED') and i.kind <> 'CORRECTION'
      and not (i.kind = 'PERIOD' and exists (
        select from payments p where p.invoice_id = i.id and p.status in ('CREATED', 'REQUIRES_ACTION')))`,
  'every payment has its payer’s session or a consent that covers it': `
    select p.id from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
      left join consents c on c.id = p.consent_id and c.lot_id = p.lot_id
    where num_nonnulls(p.session_id, p.consent_id) <> 1
      or p.consent_id is not null and not (c.user_id = i.user_id
        and (c.purpose, i.kind) in (('MONTHLY_CHARGES', 'PERIOD'), ('PLAN_CHARGES', 'PLAN'))
        and c.payment_method_id = p.payment_method_id and p.amount_cents <= c.max_cents and c.given_at <= p.created_at)`,
  'a bill is paid only in a session of its payer': `
    select i.id from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where i.kind = 'CORRECTION' and (p.session_id is null or i.needs_approval and i.approved_at is null)`,
  'bills of a reservation stay within the maximum price of the lot': `
    select i.reservation_id from invoices i join lots l on l.id = i.lot_id
    where i.kind = 'CORRECTION' and i.status <> 'CANCELED' group by i.reservation_id, l.max_reservation_price
    having sum(i.total_cents) > l.max_reservation_price`,
  'a reservation made by someone else is active only with its driver’s consent': `
    select r.id from reservations r
    where r.status = 'ACTIVE' and r.created_by_user_id <> r.user_id and r.continues_id is null and r.changes_id is null
      and r.accepted_in_session is null
      and not exists (select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
        where i.reservation_id = r.id and p.session_id is not null)
      and not exists (select from consents c where c.lot_id = r.lot_id and c.user_id = r.user_id and c.purpose = 'STAFF_RESERVATIONS'
        and c.given_at <= r.created_at)`,
  'refunds by staff without a second approval are within the limit': `
    select f.invoice_id from refunds f join lots l on l.id = f.lot_id
    where f.by_staff and f.approved_by_user_id is null and f.status in ('PENDING', 'SUCCEEDED') and l.approval_limit_cents is not null
    group by f.invoice_id, l.approval_limit_cents having sum(f.amount_cents) > l.approval_limit_cents`,
  'the value of a validation is what its partner bears of its refunds': `
    select v.id from validations v where v.value_cents <> coalesce((
      select sum(f.validated_cents) from refunds f where f.validation_id = v.id and f.status <> 'UNDONE'), 0)`,
  'the validated part of an invoice matches its settled refunds': `
    select i.id from invoices i where i.validated_cents <> coalesce((
      select sum(f.validated_cents) from refunds f where f.invoice_id = i.id and (f.status = 'SUCCEEDED' or f.resolution = 'PAID_BACK')), 0)`,
  'a partner owes what its validations give': `
    select v.id from validations v where -v.value_cents <> coalesce((
      select sum(e.amount_cents) from validation_entries e where e.validation_id = v.id), 0)`,
  'the balance of a partner is the sum of its entries, and not negative in advance': `
    select p.id from validation_partners p where p.balance_cents <> coalesce((
      select sum(e.amount_cents) from validation_entries e where e.partner_id = p.id), 0) or p.billing = 'PREPAID' and p.balance_cents < 0`,
  'the budget of an option is not exceeded': `
    select o.id from validation_options o where o.used_cents <> coalesce((
      select sum(v.value_cents) from validations v where v.option_id = o.id), 0) or o.used_cents > o.budget_cents`,
  'a validation never gives more than the reservation cost': `
    select v.id from validations v join lateral (
      select sum(i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents) as rest
      from invoices i where i.reservation_id = v.reservation_id) x on true where x.rest < 0`,
  'only the lot bears what partners bear': `
    select i.id from invoices i join lateral (
      select i.paid_cents - i.refunded_cents - i.disputed_cents + i.validated_cents as sold) x on true
    where i.payment_kind <> 'EARNINGS_DEDUCTION' and i.paid_cents > 0 and exists (
      select from (values ('SERVICE_FEES', i.service_fee_cents), (case i.kind when 'PLAN' then 'PLAN_FEES' else 'PLATFORM_SHARE' end, i.platform_share_cents), ('HOST_PAYABLE', i.host_share_cents)) s(account, of_total)
      where s.of_total::bigint * x.sold / i.total_cents <> coalesce((
        select -sum(e.amount_cents) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.lot_id = t.lot_id
        where t.invoice_id = i.id and t.lot_id = i.lot_id and e.account = s.account), 0))`,
  'an invoice is for a reservation, a fine, or a plan': `
    select i.id from invoices i where num_nonnulls(i.reservation_id, i.fine_id, i.plan_bill_id) <> 1
      or (i.kind = 'FINE') <> (i.fine_id is not null) or (i.kind = 'PLAN') <> (i.plan_bill_id is not null)`,
  'a bill of a plan is paid once: from earnings, or by an owner': `
    select b.id from plan_bills b where (select count(*) from earnings e where e.source_id = b.id and e.lot_id = b.lot_id)
      + (select count(*) from invoices i where i.plan_bill_id = b.id and i.lot_id = b.lot_id
        and i.status not in ('CANCELED', 'PENDING_REFUND', 'REFUNDED')) > 1
      or not exists (select from earnings e where e.source_id = b.id and e.lot_id = b.lot_id)
      and not exists (select from invoices i where i.plan_bill_id = b.id and i.lot_id = b.lot_id and i.status <> 'CANCELED')`,
  'a lot takes no bookings while its plan is overdue': `
    select i.id from invoices i join lots l on l.id = i.lot_id
    where i.kind = 'PLAN' and i.status = 'FAILED' and i.grace_ends_at is null and l.plan_ended_at is null`,
  'the status of a fine matches its invoice': `
    select f.id from fines f left join invoices i on i.fine_id = f.id and i.status <> 'CANCELED'
    where f.status in ('PAID', 'REFUNDED') and coalesce(i.paid_cents, 0) = 0 or f.status in ('WARNING', 'UNPAID', 'PROCESSING') and i.paid_cents > 0
      or f.status = 'REFUNDED' and i.refunded_cents < i.paid_cents`,
  'a fine is paid once, and at its amount': `
    select f.id from fines f join invoices i on i.fine_id = f.id where i.paid_cents > 0
    group by f.id, f.amount_cents having count(*) > 1 or max(i.paid_cents) <> f.amount_cents`,
  'nothing is kept of a fine that was voided because a right existed': `
    select f.id from fines f join invoices i on i.fine_id = f.id
    where f.void_reason = 'RIGHT_FOUND' and i.paid_cents > i.refunded_cents + i.refund_pending_cents + i.disputed_cents`,
  'a vehicle is at most once in a lot': `
    select a.id, b.id as other from plate_visits a join plate_visits b using (lot_id, visit_key)
    where a.id < b.id and a.exited_at is null and b.exited_at is null`,
  'each read of a plate belongs to the visit of its vehicle': `
    select r.id from plate_reads r left join plate_visits v on v.id = r.visit_id where v.visit_key is distinct from r.visit_key`,
  'a plate opens a gate only of its camera, and only in time': `
    select o.id from gate_opens o left join cameras c on c.id = o.camera_id
    where o.given_by = 'PLATE_EVENT' and (c.lot_id is distinct from o.lot_id or o.expires_at > o.requested_at + interval '10 seconds')`,
  'the events of each fine form a chain': `
    select e.fine_id, e.seq from fine_events e left join fine_events p on p.fine_id = e.fine_id and p.seq = e.seq - 1
    where e.hash <> encode(sha256(convert_to(e.payload, 'UTF8')), 'hex') or e.payload::jsonb ->> 'previous' is distinct from p.hash
      or (e.seq > 1) <> (p.seq is not null)`,
  'payments for a reservation that never started are refunded': `
    select r.id from reservations r join invoices i on i.reservation_id = r.id where r.status = 'EXPIRED' and i.status = 'PAID' and i.total_cents > 0`,
}

/** Runs all invariants and returns the violated ones by name. */
export async function brokenInvariants(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(invariants)) {
    const { rows } = await pool.query(`select * from (${statement}) broken limit 5`)
    if (rows.length > 0) broken[name] = rows
  }
  return broken
}
