-- Parking validation (docs/decisions/0014-validation.md). Lock order: reservation, invoice, payment, refund, validation,
-- option, partner.

-- How long after parking a reservation may be validated. api/shared-constants.test.ts compares it with TypeScript.
create or replace function validation_window_hours() returns integer language sql immutable return 24;

-- Returns what a discount gives of an amount, rounded down. `core/validation/value.ts` calculates the same.
create or replace function validation_value(
  p_discount validation_discount, p_amount_cents integer, p_percent integer, p_minutes integer, p_max_cents integer, p_paid_cents bigint,
  p_parked_minutes bigint
) returns integer language sql immutable
  return greatest(0, least(p_paid_cents, p_max_cents, case p_discount
    when 'AMOUNT' then p_amount_cents
    when 'PERCENT' then p_paid_cents * p_percent / 100
    else p_paid_cents * least(p_minutes, p_parked_minutes) / greatest(p_parked_minutes, 1) end))::integer;

-- Returns the reservation that paid for the parking: a part of it on another spot was not paid for separately.
create or replace function paid_reservation(p_lot_id uuid, p_reservation_id uuid) returns reservations language sql stable as $$
  with recursive part as (
    select r.* from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id
    union all
    select r.* from part join reservations r on r.id = part.continues_id and r.lot_id = part.lot_id and part.total_cents = 0
  )
  select part::reservations from part order by (part.total_cents > 0) desc limit 1
$$;

-- Returns when parking ends, on whichever spot. Null if it has no end.
create or replace function parking_ends_at(p_lot_id uuid, p_reservation_id uuid) returns timestamptz language sql stable as $$
  with recursive part as (
    select r.id, r.ends_at from reservations r where r.id = p_reservation_id and r.lot_id = p_lot_id
    union all
    select r.id, r.ends_at from part join reservations r on r.continues_id = part.id and r.lot_id = p_lot_id and r.status = 'ACTIVE'
  )
  select case when bool_or(ends_at is null) then null else max(ends_at) end from part
$$;

-- Returns what was paid for a reservation and not given back, in minor units.
create or replace function unrefunded_cents(p_lot_id uuid, p_reservation_id uuid) returns integer language sql stable as $$
  select coalesce(sum(i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents), 0)::integer
  from invoices i where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id
$$;

-- Returns why an option can't validate a reservation at a moment, or null, and what it would give. Under the locks of
-- validate_reservation it decides; elsewhere it informs. The conditions on days concern the day on which parking begins, in
-- the lot's time zone. A reason that only time can change (NOT_STARTED) comes last but for those of budgets.
create or replace function check_option(
  p_now timestamptz, o validation_options, p validation_partners, r reservations, p_driver_days integer,
  out reason text, out value_cents integer, out paid_cents integer
) language plpgsql stable as $$
declare
  zone text;
  parked_on date;
  month_at timestamptz;
  ends_at timestamptz;
  is_unpaid boolean;
begin
  value_cents := 0;
  paid_cents := unrefunded_cents(r.lot_id, r.id);
  reason := case
    when o.lot_id <> r.lot_id then 'WRONG_LOT'
    when r.status not in ('PENDING', 'CHECKOUT', 'ACTIVE') then 'NOT_ACTIVE'
    when exists (select from validations v where v.reservation_id = r.id and v.lot_id = r.lot_id) then 'ALREADY_VALIDATED'
    when r.total_cents = 0 and paid_cents = 0 then 'FREE_RESERVATION' end;
  if reason is not null then return; end if;
  ends_at := parking_ends_at(r.lot_id, r.id);
  if ends_at is null then reason := 'OPEN_ENDED'; return; end if;
  select l.time_zone into strict zone from lots l where l.id = r.lot_id;
  parked_on := (r.starts_at at time zone zone)::date;
  is_unpaid := r.status <> 'ACTIVE' or paid_cents = 0 and exists (
    select from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.status in ('PENDING', 'PROCESSING', 'FAILED'));
  value_cents := validation_value(o.discount, o.amount_cents, o.percent, o.minutes, o.max_cents, case when is_unpaid then r.total_cents else paid_cents end,
    (extract(epoch from ends_at - r.starts_at) / 60)::bigint);
  month_at := at_local(date_trunc('month', p_now at time zone zone), zone);
  reason := case
    when ends_at + make_interval(hours => validation_window_hours()) < p_now then 'TOO_LATE'
    when o.is_paused or p.is_paused or o.deleted_at is not null or p.deleted_at is not null then 'OPTION_PAUSED'
    when parked_on < o.starts_on or parked_on > o.ends_on then 'OUTSIDE_DATES'
    when not extract(isodow from parked_on)::smallint = any (o.weekdays) then 'WRONG_WEEKDAY'
    when is_unpaid then 'NOT_PAID'
    when value_cents = 0 then 'NOTHING_LEFT'
    when r.starts_at > p_now then 'NOT_STARTED'
    when o.used_cents + value_cents > o.budget_cents
      or p.billing = 'PREPAID' and p.balance_cents < value_cents
      or p.monthly_budget_cents < value_cents + (select coalesce(sum(v.value_cents), 0) from validations v
        where v.partner_id = p.id and v.lot_id = p.lot_id and v.validated_at >= month_at) then 'BUDGET_SPENT'
    when o.daily_cap <= (select count(*) from validations v
      where v.option_id = o.id and v.value_cents > 0 and v.validated_at > p_now - interval '2 days'
        and (v.validated_at at time zone zone)::date = (p_now at time zone zone)::date) then 'CAP_REACHED'
    when o.driver_cap <= (select count(*) from validations v join reservations x on x.id = v.reservation_id and x.lot_id = v.lot_id
      where v.option_id = o.id and v.value_cents > 0 and v.validated_at > p_now - make_interval(days => p_driver_days)
        and x.user_id = r.user_id) then 'LIMIT_PER_DRIVER'
  end;
end $$;

-- Validates a reservation and requests the refunds that this gives. The provider is called by their jobs.
--
-- Locks the reservation, its invoices, the option, and the partner.
--
-- outcome: validated · exists (by the same option before) · refused (see reason: core/validation/enums.ts) ·
-- option_not_found
create or replace function validate_reservation(
  p_now timestamptz, p jsonb, out outcome text, out reason text, out validation_id uuid
) language plpgsql as $$
declare
  q record;
  o validation_options;
  partner validation_partners;
  r reservations;
  checked record;
  the_invoice record;
  left_cents integer;
  part integer;
begin
  select * into q from jsonb_to_record(p) as (
    validation_id uuid, lot_id uuid, reservation_id uuid, option_id uuid, source validation_source, by_user_id uuid, refund_reason text,
    driver_days integer, tablet_per_hour integer);
  r := paid_reservation(q.lot_id, q.reservation_id);
  select x.* into strict r from reservations x where x.id = r.id and x.lot_id = r.lot_id for no key update;
  select v.id into validation_id from validations v where v.reservation_id = r.id and v.lot_id = r.lot_id and v.option_id = q.option_id;
  if found then outcome := 'exists'; return; end if;
  perform from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id order by i.id for no key update;
  select x.* into o from validation_options x where x.id = q.option_id and x.lot_id = q.lot_id and x.deleted_at is null for update;
  if not found then outcome := 'option_not_found'; return; end if;
  select x.* into strict partner from validation_partners x where x.id = o.partner_id and x.lot_id = o.lot_id for update;

  select * into checked from check_option(p_now, o, partner, r, q.driver_days);
  reason := checked.reason;
  if reason is null and q.source = 'PARTNER' and q.tablet_per_hour <= (select count(*) from validations v
    where v.partner_id = partner.id and v.source = 'PARTNER' and v.validated_at > p_now - interval '1 hour') then
    reason := 'TABLET_LIMIT';
  end if;
  if reason is not null then outcome := 'refused'; return; end if;

  validation_id := q.validation_id;
  insert into validations (id, lot_id, reservation_id, partner_id, option_id, source, by_user_id, currency, discount, amount_cents, percent, minutes,
      max_cents, paid_cents, given_cents, value_cents, validated_at)
    values (q.validation_id, r.lot_id, r.id, partner.id, o.id, q.source, q.by_user_id, r.currency, o.discount, o.amount_cents, o.percent, o.minutes,
      o.max_cents, checked.paid_cents, checked.value_cents, checked.value_cents, p_now);
  left_cents := checked.value_cents;
  for the_invoice in
    select i.id, i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents as rest
    from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id
    order by i.created_at desc, i.number desc
  loop
    part := least(left_cents, the_invoice.rest);
    if part > 0 then
      perform request_refund(p_now, uuidv7(), the_invoice.id, part, q.refund_reason, q.by_user_id, null, false, false, q.validation_id);
      left_cents := left_cents - part;
    end if;
  end loop;
  update validation_options x set used_cents = x.used_cents + checked.value_cents where x.id = o.id and x.lot_id = o.lot_id;
  perform add_validation_entry(p_now, partner.lot_id, partner.id, 'VALIDATION', -checked.value_cents, q.validation_id, null, null);
  delete from validation_intents t where t.reservation_id = r.id and t.lot_id = r.lot_id;
  perform queue_job('notify', json_build_object('kind', 'VALIDATED', 'reservation_id', r.id, 'about', q.validation_id));
  outcome := 'validated';
end $$;

-- Adds an entry to the account of a partner. Locks the partner.
create or replace function add_validation_entry(
  p_now timestamptz, p_lot_id uuid, p_partner_id uuid, p_kind validation_entry_kind, p_amount_cents bigint, p_validation_id uuid, p_note text,
  p_user_id uuid
) returns uuid language plpgsql as $$
declare
  entry_id uuid;
begin
  update validation_partners x set balance_cents = x.balance_cents + p_amount_cents where x.id = p_partner_id and x.lot_id = p_lot_id;
  insert into validation_entries (lot_id, partner_id, kind, amount_cents, validation_id, note, by_user_id, at)
    values (p_lot_id, p_partner_id, p_kind, p_amount_cents, p_validation_id, p_note, p_user_id, p_now) returning id into entry_id;
  return entry_id;
end $$;

-- Returns a part of the value of a validation to its option's budget and its partner. Locks validation, option, and partner.
create or replace function return_validated(p_now timestamptz, p_lot_id uuid, p_validation_id uuid, p_cents integer) returns void
language plpgsql as $$
declare
  v validations;
begin
  update validations x set value_cents = x.value_cents - p_cents where x.id = p_validation_id and x.lot_id = p_lot_id returning x.* into strict v;
  update validation_options x set used_cents = x.used_cents - p_cents where x.id = v.option_id and x.lot_id = p_lot_id;
  perform add_validation_entry(p_now, p_lot_id, v.partner_id, 'RETURN', p_cents, p_validation_id, null, null);
end $$;

-- Reduces the validation of a reservation of which a part of the price is about to be refunded, to what it gives of the
-- rest. Returns how much of that refund the driver already has from the validation, in minor units. Locks the invoices and
-- the validation with its refunds; the caller must have locked the reservation.
create or replace function reduce_validation(p_now timestamptz, p_lot_id uuid, p_reservation_id uuid, p_refund_cents integer) returns integer
language plpgsql as $$
declare
  v validations;
  r reservations;
  arriving bigint;
  value integer;
begin
  select x.* into v from validations x where x.reservation_id = p_reservation_id and x.lot_id = p_lot_id and x.value_cents > 0;
  if not found then return 0; end if;
  perform from invoices i where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id order by i.id for no key update;
  select x.* into strict v from validations x where x.id = v.id and x.lot_id = p_lot_id for update;
  select x.* into strict r from reservations x where x.id = p_reservation_id and x.lot_id = p_lot_id;
  select coalesce(sum(i.total_cents - coalesce(i.refund_when_paid_cents, 0)), 0) into arriving
    from invoices i where i.reservation_id = p_reservation_id and i.lot_id = p_lot_id and i.status = 'PROCESSING';
  value := validation_value(v.discount, v.amount_cents, v.percent, v.minutes, v.max_cents,
    unrefunded_cents(p_lot_id, p_reservation_id) + v.value_cents + arriving - p_refund_cents,
    (extract(epoch from coalesce(parking_ends_at(p_lot_id, p_reservation_id), r.ends_at, r.starts_at) - r.starts_at) / 60)::bigint);
  -- Never more than before, and never so little that the refund would be negative.
  value := greatest(least(value, v.value_cents), v.value_cents - p_refund_cents, 0);
  perform lower_validation(p_now, v, v.value_cents - value);
  return v.value_cents - value;
end $$;

-- Returns the whole validation of a canceled reservation of which everything was refunded.
create or replace function return_validation_of_canceled(p_now timestamptz, p_lot_id uuid, p_reservation_id uuid) returns void
language plpgsql as $$
declare
  v validations;
begin
  select x.* into v from validations x join reservations r on r.id = x.reservation_id and r.lot_id = x.lot_id
    where x.reservation_id = p_reservation_id and x.lot_id = p_lot_id and x.value_cents > 0 and r.status = 'CANCELED' for update of x;
  if found and unrefunded_cents(p_lot_id, p_reservation_id) = 0 then perform lower_validation(p_now, v, v.value_cents); end if;
end $$;

-- Lowers the value of a validation. What it gave before stays with the driver, as an ordinary refund that the shares of the
-- invoice bear. The caller must have locked the invoices and the validation.
create or replace function lower_validation(p_now timestamptz, v validations, p_cents integer) returns void language plpgsql as $$
declare
  f refunds;
  the_invoice invoices;
  left_cents integer := p_cents;
  part integer;
begin
  if p_cents = 0 then return; end if;
  for f in
    select x.* from refunds x join invoices i on i.id = x.invoice_id and i.lot_id = x.lot_id
      where i.reservation_id = v.reservation_id and i.lot_id = v.lot_id and x.validation_id = v.id and x.validated_cents > 0
      order by x.created_at desc, x.id desc for no key update of x
  loop
    part := least(left_cents, f.validated_cents);
    exit when part = 0;
    update refunds x set validated_cents = x.validated_cents - part where x.id = f.id and x.lot_id = f.lot_id;
    if f.status = 'SUCCEEDED' then
      select i.* into strict the_invoice from invoices i where i.id = f.invoice_id and i.lot_id = f.lot_id;
      perform move_validated(p_now, uuidv7(), the_invoice, the_invoice.validated_cents - part);
    end if;
    left_cents := left_cents - part;
  end loop;
  perform return_validated(p_now, v.lot_id, v.id, p_cents);
end $$;

-- Raises OS050 for a validation of a reservation that can't have one, whatever the application checked.
create or replace function check_validation() returns trigger language plpgsql as $$
begin
  if not exists (
    select from reservations r join validation_options o on o.id = new.option_id and o.lot_id = new.lot_id
      where r.id = new.reservation_id and r.lot_id = new.lot_id and r.status = 'ACTIVE' and o.partner_id = new.partner_id
        and r.starts_at <= new.validated_at
        and parking_ends_at(r.lot_id, r.id) + make_interval(hours => validation_window_hours()) >= new.validated_at
        and unrefunded_cents(r.lot_id, r.id) >= new.given_cents) then
    raise exception 'reservation % cannot be validated by option %', new.reservation_id, new.option_id using errcode = 'OS050';
  end if;
  if new.by_user_id is not null and not acts_for_lot(new.by_user_id, new.lot_id) and not exists (
    select from reservations r where r.id = new.reservation_id and r.lot_id = new.lot_id and r.user_id = new.by_user_id) then
    raise exception 'reservation % would be validated by someone without a part in it', new.reservation_id using errcode = 'OS043';
  end if;
  return null;
end $$;
create or replace trigger validations_check after insert on validations for each row execute function check_validation();

create or replace trigger validation_entries_append_only before update or delete or truncate on validation_entries
  for each statement execute function refuse_change();
