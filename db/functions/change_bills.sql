-- Bills for what a change by the staff added to a reservation. `change_cents` is what the reservation still has of it. Time that
-- is given up later is taken from these bills first, so that nobody gets money back that they never paid. Lock order:
-- reservation, invoice. See docs/decisions/0027-overview-timeline.md.

-- Bills a change that was just made in this transaction. `p` is that of write_bill; `is_billed` false records the change without
-- asking for money. Locks the reservation and the lot's staff decisions about money. Returns the outcomes of write_bill, or
-- wrong_status.
create or replace function bill_change(
  p_now timestamptz, p_lot_id uuid, p_reservation_id uuid, p jsonb, out outcome text, out room_cents integer
) language plpgsql as $$
declare
  the_reservation reservations;
begin
  select r.* into strict the_reservation from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id for no key update;
  if the_reservation.status <> 'ACTIVE' then outcome := 'wrong_status'; return; end if;
  select w.outcome, w.room_cents into outcome, room_cents from write_bill(p_now, the_reservation, the_reservation.user_id, p) w;
end $$;

-- Whether the payer of an unpaid bill for a change is paying it at this moment, so that it can't be lowered.
create or replace function is_paying_change(p_lot_id uuid, p_reservation_id uuid) returns boolean language sql stable as $$
  select exists (
    select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id and i.change_cents is not null and p.status in ('CREATED', 'REQUIRES_ACTION'))
$$;

-- Takes what is given up of a reservation from its unpaid bills for changes, newest first: from one that was withdrawn or never sent,
-- only what it stood for; an open one also becomes lower, or is withdrawn. Returns the rest, which was paid. The caller must
-- have locked the reservation. Locks the bills. Raises OS006 while one of them is being paid.
create or replace function lower_change_bills(p_lot_id uuid, p_reservation_id uuid, p_amount_cents integer, p_reason text) returns integer
language plpgsql as $$
declare
  the_bill invoices;
  rest integer := p_amount_cents;
  part integer;
begin
  for the_bill in
    select i.* from invoices i
    where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id and i.change_cents > 0 and i.status in ('PENDING', 'FAILED', 'CANCELED')
    order by i.created_at desc, i.number desc for no key update
  loop
    exit when rest <= 0;
    if is_paying_change(p_lot_id, p_reservation_id) then
      raise exception 'a bill of reservation % is being paid', p_reservation_id using errcode = 'OS006';
    end if;
    part := least(rest, the_bill.change_cents);
    perform lower_change_bill(the_bill, part, p_reason);
    rest := rest - part;
  end loop;
  return rest;
end $$;

-- Lowers what one bill stands for, and its total if that is more. The caller must have locked the bill.
create or replace function lower_change_bill(the_bill invoices, p_amount_cents integer, p_reason text) returns void language plpgsql as $$
declare
  total integer := least(the_bill.total_cents, the_bill.change_cents - p_amount_cents);
  by_cents integer := the_bill.total_cents - total;
  fee integer;
  share integer;
begin
  if the_bill.status = 'CANCELED' or by_cents = 0 then
    update invoices i set change_cents = i.change_cents - p_amount_cents where i.id = the_bill.id and i.lot_id = the_bill.lot_id;
    return;
  end if;
  fee := (the_bill.service_fee_cents::bigint * total / the_bill.total_cents)::integer;
  select ((total - fee)::bigint * l.platform_share_bps / 10000)::integer into share from lots l where l.id = the_bill.lot_id;
  update invoices i set change_cents = i.change_cents - p_amount_cents, total_cents = total, service_fee_cents = fee, platform_share_cents = share,
      host_share_cents = case when i.host_user_id is null then 0
        else ((total - fee - share)::bigint * (select l.host_share_bps from lots l where l.id = i.lot_id) / 10000)::integer end,
      status = case when total = 0 then 'CANCELED' else i.status end
    where i.id = the_bill.id and i.lot_id = the_bill.lot_id;
  perform write_lines(the_bill.id, the_bill.lot_id,
    (select max(l.line_no)::integer from invoice_lines l where l.invoice_id = the_bill.id and l.lot_id = the_bill.lot_id),
    jsonb_build_array(jsonb_build_object('kind', 'CORRECTION', 'quantity', 1, 'unit_cents', -by_cents, 'amount_cents', -by_cents,
      'because', left(p_reason, 300))));
end $$;
