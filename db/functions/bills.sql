-- Bills: amounts that staff ask a driver to pay on top of a paid reservation, and the second approval of staff
-- decisions about money. A bill is an invoice of kind CORRECTION. Lock order: reservation, invoice. See
-- docs/decisions/0007-consent.md.

-- Serializes staff decisions about money in one lot, so that the sums for the second approval count each other. Takes
-- an advisory lock until the end of the transaction.
create or replace function lock_staff_money(p_lot_id uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_lot_id::text, 7006))
$$;

-- Whether a refund by staff needs a second approval: compares the refund, plus what staff refunded without approval on
-- this reservation (for a fine, `p_reservation_id` is its ID), to this payer within `p_hours`, or by this staff member within `p_hours`, with the lot's limit.
-- Amounts in minor units. Takes lock_staff_money.
drop function if exists refund_needs_approval(timestamptz, lots, uuid, uuid, uuid, uuid, integer);
create or replace function refund_needs_approval(
  p_now timestamptz, the_lot lots, p_reservation_id uuid, p_payer uuid, p_staff uuid, p_amount_cents integer, p_hours integer
) returns boolean language plpgsql as $$
declare
  alone bigint;
  since timestamptz := p_now - make_interval(hours => p_hours);
begin
  if the_lot.approval_limit_cents is null then return false; end if;
  perform lock_staff_money(the_lot.id);
  select greatest(
      coalesce(sum(f.amount_cents) filter (where coalesce(i.reservation_id, i.fine_id) = p_reservation_id), 0),
      coalesce(sum(f.amount_cents) filter (where i.user_id = p_payer and f.created_at > since), 0),
      coalesce(sum(f.amount_cents) filter (where f.requested_by_user_id = p_staff and f.created_at > since), 0))
    into alone
    from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
    where f.lot_id = the_lot.id and f.by_staff and f.approved_by_user_id is null and f.status in ('PENDING', 'SUCCEEDED', 'FAILED')
      and refund_counts(f.status, f.resolution)
      and (coalesce(i.reservation_id, i.fine_id) = p_reservation_id or f.created_at > since);
  return alone + p_amount_cents > the_lot.approval_limit_cents;
end $$;

-- The same for bills, without locking: the caller holds lock_staff_money.
create or replace function bill_needs_approval(
  p_now timestamptz, the_lot lots, p_reservation_id uuid, p_payer uuid, p_staff uuid, p_amount_cents integer, p_hours integer
) returns boolean language sql stable as $$
  select the_lot.approval_limit_cents is not null and greatest(
      coalesce(sum(i.total_cents) filter (where i.reservation_id = p_reservation_id), 0),
      coalesce(sum(i.total_cents) filter (where i.user_id = p_payer and i.created_at > p_now - make_interval(hours => p_hours)), 0),
      coalesce(sum(i.total_cents) filter (where i.requested_by_user_id = p_staff and i.created_at > p_now - make_interval(hours => p_hours)), 0)
    ) + p_amount_cents > the_lot.approval_limit_cents
  from invoices i
  where i.lot_id = the_lot.id and i.kind = 'CORRECTION' and i.status <> 'CANCELED' and not i.needs_approval
    and (i.reservation_id = p_reservation_id or i.created_at > p_now - make_interval(hours => p_hours))
$$;

-- Whether someone is an active member by their own action. A lot that is not yet trusted may bill and reserve only for
-- such members.
create or replace function is_active_member(p_lot_id uuid, p_user_id uuid) returns boolean language sql stable as $$
  select exists (select from memberships m where m.lot_id = p_lot_id and m.user_id = p_user_id and m.status = 'ACTIVE' and m.acted_at is not null)
$$;

-- Adds a bill without charging it: the payer decides whether to pay. Locks the reservation and the lot's staff
-- decisions about money. `p_approval_hours` is that of bill_needs_approval. `room_cents` is what further bills of this
-- reservation may still add up to. outcome: added · exists · wrong_status · above_cap · lot_not_trusted
create or replace function add_bill(
  p_now timestamptz, p_bill_id uuid, p_of_invoice_id uuid, p_amount_cents integer, p_reason text, p_staff uuid,
  p_approval_hours integer, out outcome text, out room_cents integer
) language plpgsql as $$
declare
  the_reservation reservations;
  the_invoice invoices;
begin
  select r.* into strict the_reservation from reservations r join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
    where i.id = p_of_invoice_id for no key update of r;
  select i.* into strict the_invoice from invoices i where i.id = p_of_invoice_id and i.lot_id = the_reservation.lot_id;
  if the_reservation.status not in ('ACTIVE', 'CANCELED') then outcome := 'wrong_status'; return; end if;
  select w.outcome, w.room_cents into outcome, room_cents from write_bill(p_now, the_reservation, the_invoice.user_id, jsonb_build_object(
    'bill_id', p_bill_id, 'amount_cents', p_amount_cents, 'service_fee_cents', 0, 'staff_user_id', p_staff, 'approval_hours', p_approval_hours,
    'is_billed', true, 'lines', jsonb_build_array(jsonb_build_object(
      'kind', 'CORRECTION', 'quantity', 1, 'unit_cents', p_amount_cents, 'amount_cents', p_amount_cents, 'because', p_reason)))) w;
end $$;

-- Writes a bill of a reservation that the caller has locked. One for a change names `change_cents`; without `is_billed`, nobody is asked
-- to pay it. Locks the lot's staff decisions about money. outcome: added · exists · above_cap · lot_not_trusted
create or replace function write_bill(
  p_now timestamptz, the_reservation reservations, p_payer uuid, p jsonb, out outcome text, out room_cents integer
) language plpgsql as $$
declare
  b record;
  the_lot lots;
  the_host uuid;
  share integer;
begin
  select * into b from jsonb_to_record(p) as (
    bill_id uuid, amount_cents integer, service_fee_cents integer, lines jsonb, staff_user_id uuid, approval_hours integer,
    change_cents integer, is_billed boolean);
  select l.* into strict the_lot from lots l where l.id = the_reservation.lot_id;
  if b.is_billed then
    if the_lot.trust_level <> 'TRUSTED' and not is_active_member(the_lot.id, p_payer) then outcome := 'lot_not_trusted'; return; end if;
    perform lock_staff_money(the_lot.id);
    select greatest(0, the_lot.max_reservation_price - coalesce(sum(i.total_cents), 0))::integer into room_cents from invoices i
      where i.reservation_id = the_reservation.id and i.lot_id = the_reservation.lot_id and i.kind = 'CORRECTION' and i.status <> 'CANCELED';
    if b.amount_cents > room_cents then outcome := 'above_cap'; return; end if;
  end if;
  share := ((b.amount_cents - b.service_fee_cents)::bigint * the_lot.platform_share_bps / 10000)::integer;
  select s.assigned_user_id into the_host from spots s
    where s.id = the_reservation.spot_id and s.lot_id = the_reservation.lot_id and s.assigned_user_id <> the_reservation.user_id;
  insert into invoices (
    id, lot_id, reservation_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
    host_user_id, host_share_cents, payment_kind, created_at, requested_by_user_id, change_cents, needs_approval)
  values (
    b.bill_id, the_reservation.lot_id, the_reservation.id, p_payer, 'CORRECTION', case when b.is_billed then 'PENDING' else 'CANCELED' end::invoice_status,
    the_lot.currency, b.amount_cents, b.service_fee_cents, share, the_host,
    case when the_host is null then 0 else ((b.amount_cents - b.service_fee_cents - share)::bigint * the_lot.host_share_bps / 10000)::integer end,
    'STRIPE', p_now, b.staff_user_id, b.change_cents,
    b.is_billed and bill_needs_approval(p_now, the_lot, the_reservation.id, p_payer, b.staff_user_id, b.amount_cents, b.approval_hours))
  on conflict do nothing;
  if not found then outcome := 'exists'; return; end if;
  perform write_lines(b.bill_id, the_reservation.lot_id, 0, b.lines);
  perform notify_about_bill('BILL', i) from invoices i
    where i.id = b.bill_id and i.lot_id = the_reservation.lot_id and b.is_billed and not i.needs_approval;
  outcome := 'added';
end $$;

-- Queues a notification about a bill.
create or replace function notify_about_bill(p_kind text, the_bill invoices) returns void language plpgsql as $$
begin
  perform queue_job('notify', json_build_object('kind', p_kind, 'reservation_id', the_bill.reservation_id, 'about', the_bill.id));
end $$;

-- Gives a bill its second approval. Locks the invoice. outcome: approved · not_waiting · same_person
create or replace function approve_bill(p_now timestamptz, p_bill_id uuid, p_staff uuid, out outcome text) language plpgsql as $$
declare
  the_bill invoices;
begin
  select i.* into strict the_bill from invoices i where i.id = p_bill_id for no key update;
  if the_bill.kind <> 'CORRECTION' or not the_bill.needs_approval or the_bill.approved_at is not null or the_bill.status <> 'PENDING' then
    outcome := 'not_waiting'; return;
  end if;
  if the_bill.requested_by_user_id = p_staff then outcome := 'same_person'; return; end if;
  update invoices i set approved_at = p_now, approved_by_user_id = p_staff where i.id = p_bill_id and i.lot_id = the_bill.lot_id;
  perform notify_about_bill('BILL', the_bill);
  outcome := 'approved';
end $$;

-- Withdraws a bill, because staff decided so or its payer's account is being deleted. What a change added then costs the driver
-- nothing. Locks the reservation and the invoice. outcome: withdrawn · not_open (paid, being paid, or not a bill)
create or replace function withdraw_bill(p_now timestamptz, p_bill_id uuid, out outcome text) language plpgsql as $$
declare
  the_bill invoices;
begin
  perform from reservations r join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id where i.id = p_bill_id for no key update of r;
  select i.* into strict the_bill from invoices i where i.id = p_bill_id for no key update;
  if not is_open_bill(the_bill) then outcome := 'not_open'; return; end if;
  update invoices i set status = 'CANCELED' where i.id = p_bill_id and i.lot_id = the_bill.lot_id;
  if the_bill.change_cents is not null then
    update reservations r set total_cents = greatest(0, r.total_cents - the_bill.total_cents), version = r.version + 1
      where r.id = the_bill.reservation_id and r.lot_id = the_bill.lot_id;
  end if;
  if the_bill.approved_at is not null or not the_bill.needs_approval then perform notify_about_bill('BILL_WITHDRAWN', the_bill); end if;
  outcome := 'withdrawn';
end $$;

-- Contests a bill for its payer. It stays open until staff withdraw it or the payer pays it after all. Locks the
-- invoice. Raises OS043 for anyone else. outcome: contested · not_open
create or replace function contest_bill(p_now timestamptz, p_bill_id uuid, p_reason text, p_payer uuid, out outcome text) language plpgsql as $$
declare
  the_bill invoices;
begin
  select i.* into strict the_bill from invoices i where i.id = p_bill_id for no key update;
  if the_bill.user_id <> p_payer then
    raise exception 'bill % would be contested by someone else than its payer', p_bill_id using errcode = 'OS043';
  end if;
  if not is_open_bill(the_bill) or the_bill.needs_approval and the_bill.approved_at is null then outcome := 'not_open'; return; end if;
  update invoices i set contested_at = coalesce(i.contested_at, p_now), contest_reason = p_reason where i.id = p_bill_id and i.lot_id = the_bill.lot_id;
  outcome := 'contested';
end $$;

-- Whether a bill is unpaid and no payment of it is in progress.
create or replace function is_open_bill(p_invoice_id uuid, p_lot_id uuid, p_kind text, p_status invoice_status)
returns boolean language sql stable as $$
  select p_kind = 'CORRECTION' and p_status in ('PENDING', 'FAILED') and not exists (
    select from payments p where p.invoice_id = p_invoice_id and p.lot_id = p_lot_id and p.status not in ('FAILED', 'CANCELED'))
$$;

-- The same for a row that a function has.
create or replace function is_open_bill(the_bill invoices) returns boolean language sql stable as $$
  select is_open_bill(the_bill.id, the_bill.lot_id, the_bill.kind, the_bill.status)
$$;

-- Raises OS043 if someone without a role in the lot requests or approves a bill.
create or replace function check_bill_actor() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(array_remove(array[new.requested_by_user_id, new.approved_by_user_id], null)) the_actor
      where not acts_for_lot(the_actor, new.lot_id)) then
    raise exception 'bill % would be moved by someone without a part in lot %', new.id, new.lot_id using errcode = 'OS043';
  end if;
  return null;
end $$;
create or replace trigger invoices_bill_actor after insert or update of approved_by_user_id on invoices
  for each row when (new.kind = 'CORRECTION') execute function check_bill_actor();
