-- Rules that the database enforces regardless of the application. This file runs again whenever it changes.

-- Raises OS001 for every change of an append-only table.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its rows: nothing is changed or removed in it', tg_table_name using errcode = 'OS001';
end $$;

-- Like refuse_change, except that forgetting a person (db/functions/identity.sql) may redact `details` and `reason`;
-- the row stays.
create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('openspot.forgetting', true) = 'on' then
    if tg_level = 'STATEMENT' then return null; end if;
    if to_jsonb(new) - '{details,reason}'::text[] = to_jsonb(old) - '{details,reason}'::text[] then return new; end if;
  end if;
  raise exception '% keeps its rows: nothing is changed or removed in it', tg_table_name using errcode = 'OS001';
end $$;

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_but_forgetting();
create or replace trigger audit_log_words_only before update on audit_log
  for each row execute function refuse_change_but_forgetting();
create or replace trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create or replace trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

create or replace trigger rule_set_versions_append_only before update or delete or truncate on rule_set_versions
  for each statement execute function refuse_change();
create or replace trigger reservation_events_append_only before update or delete or truncate on reservation_events
  for each statement execute function refuse_change_but_forgetting();
create or replace trigger reservation_events_words_only before update on reservation_events
  for each row execute function refuse_change_but_forgetting();

-- Raises OS002 for a membership status transition that is not in membership_moves.
create or replace function refuse_illegal_membership_move() returns trigger language plpgsql as $$
begin
  if not exists (select from membership_moves where from_status = old.status and to_status = new.status) then
    raise exception 'a membership cannot go from % to %', old.status, new.status using errcode = 'OS002';
  end if;
  return new;
end $$;
create or replace trigger memberships_moves before update of status on memberships
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_membership_move();

-- Raises OS002 for a reservation status transition that is not in reservation_moves.
create or replace function refuse_illegal_reservation_move() returns trigger language plpgsql as $$
begin
  if not exists (select from reservation_moves where from_status = old.status and to_status = new.status) then
    raise exception 'a reservation cannot go from % to %', old.status, new.status using errcode = 'OS002';
  end if;
  return new;
end $$;
create or replace trigger reservations_moves before update of status on reservations
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_reservation_move();

-- Raises OS003 unless the total of an invoice is the sum of its lines. Checked at commit, because rows are inserted one
-- by one.
create or replace function refuse_wrong_sum(p_invoice_id uuid) returns void language plpgsql as $$
begin
  if exists (
    select from invoices i where i.id = p_invoice_id
      and i.total_cents <> (select coalesce(sum(l.amount_cents), 0) from invoice_lines l where l.invoice_id = i.id)
  ) then
    raise exception 'the lines of invoice % do not add up to its total', p_invoice_id using errcode = 'OS003';
  end if;
end $$;

-- Does that for an invoice.
create or replace function check_invoice_sum() returns trigger language plpgsql as $$
begin
  perform refuse_wrong_sum(new.id);
  return null;
end $$;

-- Does that for the invoice of a line.
create or replace function check_lines_sum() returns trigger language plpgsql as $$
begin
  perform refuse_wrong_sum(new.invoice_id);
  return null;
end $$;
drop trigger if exists invoices_sum on invoices;
create constraint trigger invoices_sum after insert or update of total_cents on invoices
  deferrable initially deferred for each row execute function check_invoice_sum();
drop trigger if exists invoice_lines_sum on invoice_lines;
create constraint trigger invoice_lines_sum after insert or update on invoice_lines
  deferrable initially deferred for each row execute function check_lines_sum();

-- Raises OS003 unless a ledger transaction sums to zero per currency. Checked at commit, because rows are inserted one
-- by one.
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries where transaction_id = new.transaction_id and lot_id = new.lot_id
      group by currency having sum(amount_cents) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.transaction_id using errcode = 'OS003';
  end if;
  return null;
end $$;
drop trigger if exists ledger_entries_balance on ledger_entries;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_balance();

-- Whether a refund still takes its amount from what was paid: one that was undone, sent again, or left to the payer's bank does not.
create or replace function refund_counts(p_status refund_status, p_resolution text) returns boolean language sql immutable
  return p_status <> 'UNDONE' and coalesce(p_resolution = 'PAID_BACK', true);

-- Raises OS004 if the refunds of a payment exceed what it paid.
create or replace function check_refund_limit() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  -- Locks the payment, so that concurrent refunds count each other.
  select amount_cents into paid from payments where id = new.payment_id and status = 'SUCCEEDED' for no key update;
  if paid is null or paid < (select sum(amount_cents) from refunds where payment_id = new.payment_id
    and refund_counts(status, resolution)) then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id using errcode = 'OS004';
  end if;
  return null;
end $$;
create or replace trigger refunds_limit after insert on refunds for each row execute function check_refund_limit();

-- Whether a spot is assigned only to a person who asks for its kind (core/allocation/on-request.ts, which
-- api/shared-constants.test.ts compares with this).
create or replace function spot_is_on_request(p_type spot_type, p_features spot_feature[]) returns boolean language sql immutable
  return p_type in ('ACCESSIBLE', 'MOTORCYCLE', 'SEMI_TRUCK', 'STORAGE')
    or p_features && array['EV_CHARGER', 'SHARED_EV_CHARGER']::spot_feature[];
-- Maintains what search knows of the spots of lots without reading them. Locks the lots first, so that the statement after
-- it sees the spots of concurrent transactions.
create or replace function keep_spot_kinds(lot_ids uuid[]) returns void language plpgsql as $$
begin
  if lot_ids = '{}' then return; end if;
  perform from lots l where l.id = any(lot_ids) order by l.id for no key update;
  update lots l set
    spot_features = array(select distinct f from spots s cross join lateral unnest(s.features) f where s.lot_id = l.id and s.deleted_at is null order by f),
    spots_on_request = coalesce((select range_agg(int4range(s.spot_no, s.spot_no, '[]')) from spots s
      where s.lot_id = l.id and s.deleted_at is null and spot_is_on_request(s.type, s.features)), '{}'),
    on_request_count = (select count(*) from spots s
      where s.lot_id = l.id and s.deleted_at is null and spot_is_on_request(s.type, s.features))
    where l.id = any(lot_ids);
end $$;

-- Maintains a lot's spot_count and the permanent occupancy of assigned spots. Per statement rather than per row,
-- because thousands of spots may be added at once. In these triggers, no statement reads the changed rows and a table: Citus refuses that.
create or replace function keep_added_spots() returns trigger language plpgsql as $$
declare
  the_lots uuid[];
  numbers integer[];
begin
  select array_agg(n.lot_id), array_agg(n.added) into the_lots, numbers
    from (select lot_id, count(*)::int as added from new_rows where deleted_at is null group by lot_id) n;
  update lots l set spot_count = spot_count + n.added from unnest(the_lots, numbers) n(lot_id, added) where l.id = n.lot_id;
  select array_agg(lot_id), array_agg(spot_no) into the_lots, numbers
    from new_rows where deleted_at is null and num_nonnulls(assigned_user_id, assigned_group_id) > 0;
  if the_lots is not null then
    insert into occupancy (lot_id, spot_no, starts_min, ends_min)
      select n.lot_id, n.spot_no, 0, 2147483647 from unnest(the_lots, numbers) n(lot_id, spot_no);
  end if;
  the_lots := array(select distinct lot_id from new_rows
    where num_nonnulls(half_hour_cents, hour_cents, day_cents, month_cents, min_reservation_price, max_reservation_price) > 0);
  perform bump_terms(the_lots);
  the_lots := array(select distinct lot_id from new_rows
    where deleted_at is null and (features <> '{}' or spot_is_on_request(type, features)));
  perform keep_spot_kinds(the_lots);
  return null;
end $$;
drop trigger if exists spots_keep on spots;

-- Raises OS035 if a lot grows beyond lot_spot_limit. A lot that already exceeds it may stay as it is.
create or replace function check_lot_size() returns trigger language plpgsql as $$
begin
  if new.spot_count > lot_spot_limit(new.spot_limit, new.trust_level) then
    raise exception 'lot % would have % spots and may have %', new.id, new.spot_count, lot_spot_limit(new.spot_limit, new.trust_level) using errcode = 'OS035';
  end if;
  return null;
end $$;
-- Returns the maximum number of spots: set by the platform, or by the trust in the lot. api/shared-constants.test.ts
-- compares the numbers with MAX_SPOTS.
drop function if exists lot_spot_limit(lots);
create or replace function lot_spot_limit(p_spot_limit integer, p_trust lot_trust_level) returns integer language sql immutable
  return coalesce(p_spot_limit, case p_trust when 'TRUSTED' then 5000 else 500 end);
create or replace trigger lots_size after update of spot_count on lots for each row
  when (new.spot_count > old.spot_count) execute function check_lot_size();
create or replace trigger spots_keep_added after insert on spots
  referencing new table as new_rows for each statement execute function keep_added_spots();

-- When the assignment of a spot changes, its materialized closures are removed, because the new assignee has not opened
-- anything yet.
create or replace function keep_changed_spots() returns trigger language plpgsql as $$
declare
  the_lots uuid[];
  numbers integer[];
  taken boolean[];
begin
  select array_agg(n.lot_id), array_agg(n.added) into the_lots, numbers from (
    select a.lot_id, (count(*) filter (where a.deleted_at is null) - count(*) filter (where b.deleted_at is null))::int as added
    from new_rows a join old_rows b using (id, lot_id) group by a.lot_id) n where n.added <> 0;
  if the_lots is not null then
    update lots l set spot_count = spot_count + n.added from unnest(the_lots, numbers) n(lot_id, added) where l.id = n.lot_id;
  end if;
  select array_agg(a.lot_id), array_agg(a.spot_no),
      array_agg(a.deleted_at is null and num_nonnulls(a.assigned_user_id, a.assigned_group_id) > 0)
    into the_lots, numbers, taken
    from new_rows a join old_rows b using (id, lot_id)
    where (a.assigned_user_id, a.assigned_group_id, a.deleted_at) is distinct from (b.assigned_user_id, b.assigned_group_id, b.deleted_at);
  if the_lots is not null then
    delete from occupancy o using unnest(the_lots, numbers) n(lot_id, spot_no)
      where o.lot_id = n.lot_id and o.spot_no = n.spot_no and o.reservation_id is null;
    insert into occupancy (lot_id, spot_no, starts_min, ends_min)
      select n.lot_id, n.spot_no, 0, 2147483647 from unnest(the_lots, numbers, taken) n(lot_id, spot_no, is_taken) where n.is_taken;
  end if;
  the_lots := array(
    select distinct a.lot_id from new_rows a join old_rows b using (id, lot_id)
    where (a.zone_id, a.type, a.half_hour_cents, a.hour_cents, a.day_cents, a.month_cents, a.deleted_at,
        a.min_reservation_price, a.max_reservation_price)
      is distinct from (b.zone_id, b.type, b.half_hour_cents, b.hour_cents, b.day_cents, b.month_cents, b.deleted_at,
        b.min_reservation_price, b.max_reservation_price));
  perform bump_terms(the_lots);
  the_lots := array(
    select distinct a.lot_id from new_rows a join old_rows b using (id, lot_id)
    where (a.type, a.features, a.deleted_at) is distinct from (b.type, b.features, b.deleted_at)
      and (a.features || b.features <> '{}' or spot_is_on_request(a.type, a.features) or spot_is_on_request(b.type, b.features)));
  perform keep_spot_kinds(the_lots);
  return null;
end $$;
create or replace trigger spots_keep_changed after update on spots
  referencing old table as old_rows new table as new_rows for each statement execute function keep_changed_spots();

-- Converts a moment to whole epoch minutes; null becomes the largest integer, which means forever.
-- By a difference, because extract() of a moment itself is only stable: the planner would not inline it, and run a statement for each call.
create or replace function minutes_of(moment timestamptz) returns integer language sql immutable
  return case when moment is null then 2147483647
    else (extract(epoch from moment - timestamptz '1970-01-01 00:00:00+00') / 60)::integer end;

-- Whether a reservation with this status holds its spot.
create or replace function holds_spot(status reservation_status) returns boolean language sql immutable
  return status in ('PENDING', 'CHECKOUT', 'ACTIVE');

-- Keeps the occupancy row of a reservation in sync with it. Raises OS005 if its spot was removed.
create or replace function keep_occupancy() returns trigger language plpgsql as $$
declare
  was_from integer;
  was_to integer;
  spot record;
begin
  if tg_op = 'UPDATE' and holds_spot(old.status) then
    was_from := minutes_of(old.starts_at);
    was_to := minutes_of(old.ends_at);
    -- The two indexes are partial, so each branch repeats the condition of its index.
    if was_to - was_from <= 7200 then
      delete from occupancy where lot_id = old.lot_id and starts_min = was_from and ends_min - starts_min <= 7200 and reservation_id = old.id;
    else
      delete from occupancy where lot_id = old.lot_id and starts_min = was_from and ends_min - starts_min > 7200 and reservation_id = old.id;
    end if;
  end if;
  if holds_spot(new.status) then
    -- The foreign key to the spot was checked before (triggers run in order of their names) and waited for any
    -- transaction removing it.
    select s.spot_no, s.deleted_at into strict spot from spots s where s.id = new.spot_id and s.lot_id = new.lot_id;
    if spot.deleted_at is not null and (tg_op = 'INSERT' or new.spot_id <> old.spot_id) then
      raise exception 'spot % has been taken away', new.spot_id using errcode = 'OS005';
    end if;
    insert into occupancy (lot_id, spot_no, starts_min, ends_min, reservation_id)
      values (new.lot_id, spot.spot_no, minutes_of(new.starts_at), minutes_of(new.ends_at), new.id);
  end if;
  return null;
end $$;
create or replace trigger reservations_occupancy_insert after insert on reservations
  for each row execute function keep_occupancy();
create or replace trigger reservations_occupancy_update after update of status, starts_at, ends_at, spot_id on reservations
  for each row when (
    (old.status, old.starts_at, old.ends_at, old.spot_id) is distinct from (new.status, new.starts_at, new.ends_at, new.spot_id)
    and not (holds_spot(old.status) and holds_spot(new.status)
      and (old.starts_at, old.ends_at, old.spot_id) is not distinct from (new.starts_at, new.ends_at, new.spot_id)))
  execute function keep_occupancy();

-- Increments the lot's terms_version for any change of price or policy.
create or replace function keep_terms_version() returns trigger language plpgsql as $$
begin
  new.terms_version := old.terms_version + 1;
  return new;
end $$;
create or replace trigger lots_terms before update on lots for each row when (
  (old.currency, old.min_reservation_price, old.max_reservation_price, old.half_hour_cents, old.hour_cents, old.day_cents,
   old.month_cents, old.day_from_hours, old.month_from_days, old.service_fee_cents, old.service_fee_bps,
   old.platform_share_bps, old.snap_minutes, old.hold_minutes, old.cancel_until_minutes_after_start, old.time_zone,
   old.opening_hours, old.overnight_allowed, old.long_term_days) is distinct from
  (new.currency, new.min_reservation_price, new.max_reservation_price, new.half_hour_cents, new.hour_cents, new.day_cents,
   new.month_cents, new.day_from_hours, new.month_from_days, new.service_fee_cents, new.service_fee_bps,
   new.platform_share_bps, new.snap_minutes, new.hold_minutes, new.cancel_until_minutes_after_start, new.time_zone,
   new.opening_hours, new.overnight_allowed, new.long_term_days))
  execute function keep_terms_version();

-- Does the same for changes of rows that belong to a lot, and updates has_own_rates, which tells search whether zones,
-- availability rules, or spots have rates or bounds of their own, and has_min_notice. Updates, and so locks, the lots.
create or replace function bump_terms(lot_ids uuid[]) returns void language sql as $$
  update lots l set terms_version = terms_version + 1,
    has_own_rates =
      exists (select from zones z where z.lot_id = l.id and z.deleted_at is null
        and num_nonnulls(z.half_hour_cents, z.hour_cents, z.day_cents, z.month_cents) > 0)
      or exists (select from availability w where w.lot_id = l.id
        and num_nonnulls(w.half_hour_cents, w.hour_cents, w.day_cents, w.month_cents) > 0)
      or exists (select from spots s where s.lot_id = l.id and s.deleted_at is null
        and num_nonnulls(s.half_hour_cents, s.hour_cents, s.day_cents, s.month_cents, s.min_reservation_price, s.max_reservation_price) > 0),
    has_min_notice = exists (select from spots s where s.lot_id = l.id and s.deleted_at is null and s.min_notice_minutes > 0)
    where l.id = any(lot_ids)
$$;
-- Calls bump_terms for the lots of inserted or updated rows.
create or replace function bump_terms_of_new() returns trigger language plpgsql as $$
declare
  the_lots uuid[] := array(select distinct lot_id from new_rows);
begin
  perform bump_terms(the_lots);
  return null;
end $$;
-- Calls bump_terms for the lots of deleted rows.
create or replace function bump_terms_of_old() returns trigger language plpgsql as $$
declare
  the_lots uuid[] := array(select distinct lot_id from old_rows);
begin
  perform bump_terms(the_lots);
  return null;
end $$;
do $$
declare
  the_table text;
begin
  foreach the_table in array array['zones', 'calendar_prices', 'rule_sets', 'groups', 'availability'] loop
    execute format('create or replace trigger %I after insert on %I referencing new table as new_rows
      for each statement execute function bump_terms_of_new()', the_table || '_terms_insert', the_table);
    execute format('create or replace trigger %I after update on %I referencing new table as new_rows
      for each statement execute function bump_terms_of_new()', the_table || '_terms_update', the_table);
    execute format('create or replace trigger %I after delete on %I referencing old table as old_rows
      for each statement execute function bump_terms_of_old()', the_table || '_terms_delete', the_table);
  end loop;
end $$;

-- Raises OS007 if a redirect between lots would form a cycle.
create or replace function refuse_redirect_cycle() returns trigger language plpgsql as $$
begin
  -- Serializes redirects, so that of two that would form a cycle together the second sees the first.
  perform pg_advisory_xact_lock(7005);
  if exists (
    with recursive way(lot_id) as (
      select new.to_lot_id union select d.to_lot_id from lot_redirects d join way w on d.from_lot_id = w.lot_id)
    select from way where lot_id = new.from_lot_id
  ) then
    raise exception 'this redirect would lead back to its lot' using errcode = 'OS007';
  end if;
  return new;
end $$;
create or replace trigger lot_redirects_cycle before insert or update on lot_redirects
  for each row execute function refuse_redirect_cycle();
