-- What the database rejects even if the application forgets a check: charging one person for another, paying one lot's
-- or host's money to another, and actions in a lot by people without a role there. Runs once for each row that newly
-- names a person or payee; the columns themselves cannot be changed later (db/privileges.ts).

-- Whether a person may act on the money of a lot: as its staff or as a platform admin.
create or replace function acts_for_lot(p_user_id uuid, p_lot_id uuid) returns boolean language sql stable as $$
  select exists (select from memberships m where m.lot_id = p_lot_id and m.user_id = p_user_id
      and m.status = 'ACTIVE' and m.role in ('PATROLLER', 'ADMIN', 'SUPER_ADMIN'))
    or exists (select from users u where u.id = p_user_id and 'OPENSPOT_ADMIN' = any (u.roles))
$$;

-- Raises OS040 unless a payment uses a payment method of the person who owes the invoice.
create or replace function check_payer() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoices i join payment_methods m on m.id = new.payment_method_id
      where i.id = new.invoice_id and i.lot_id = new.lot_id and m.user_id <> i.user_id) then
    raise exception 'payment % would take money of another person than the payer', new.id using errcode = 'OS040';
  end if;
  return null;
end $$;
create or replace trigger payments_payer after insert or update of payment_method_id, invoice_id, lot_id on payments
  for each row when (new.payment_method_id is not null) execute function check_payer();

-- Raises OS041 unless an invoice, or a subscription of a reservation, is owed by the person who reserved.
create or replace function check_debtor() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservations r where r.id = new.reservation_id and r.lot_id = new.lot_id and r.user_id <> new.user_id) then
    raise exception '% % would be owed by another person than the one who parks', tg_table_name, new.id using errcode = 'OS041';
  end if;
  return null;
end $$;
-- Raises OS041 unless the invoice of a plan is addressed to an owner of the lot, and its bill was not deducted from earnings.
create or replace function check_plan_debtor() returns trigger language plpgsql as $$
begin
  if not is_owner(new.lot_id, new.user_id)
    or exists (select from earnings e where e.source_id = new.plan_bill_id and e.lot_id = new.lot_id and e.payee_kind = 'LOT') then
    raise exception 'the plan of lot % would be paid by somebody who does not own it, or twice', new.lot_id using errcode = 'OS041';
  end if;
  return null;
end $$;
create or replace trigger invoices_plan_debtor after insert on invoices
  for each row when (new.kind = 'PLAN') execute function check_plan_debtor();
create or replace trigger invoices_debtor after insert or update of reservation_id, lot_id on invoices
  for each row execute function check_debtor();
create or replace trigger subscriptions_debtor after insert or update of reservation_id, lot_id on subscriptions
  for each row when (new.reservation_id is not null) execute function check_debtor();

-- Raises OS042 unless a payout goes to the account of the lot or host whose earnings it contains.
create or replace function check_payee() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_accounts a where a.id = new.account_id
      and case when new.payee_kind = 'LOT' then a.lot_id = new.lot_id else a.user_id = new.user_id end) then
    raise exception 'payout % would go to the account of another payee', new.id using errcode = 'OS042';
  end if;
  return null;
end $$;
create or replace trigger payouts_payee after insert or update of account_id, payee_kind, user_id, lot_id on payouts
  for each row execute function check_payee();

-- Raises OS042 unless the lines of a payout are earnings of its payee.
create or replace function check_paid_for() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payouts p join earnings e on e.source_id = new.source_id and e.lot_id = new.lot_id and e.payee_kind = new.payee_kind
      where p.id = new.payout_id and p.lot_id = new.lot_id
        and (p.payee_kind, p.currency) = (e.payee_kind, e.currency) and p.user_id is not distinct from e.user_id) then
    raise exception 'payout % would be made of the earnings of another payee', new.payout_id using errcode = 'OS042';
  end if;
  return null;
end $$;
create or replace trigger payout_lines_paid_for after insert on payout_lines
  for each row execute function check_paid_for();

-- Raises OS003 unless a payout equals the sum of its lines. Checked at commit, because the lines are inserted after it.
create or replace function check_payout_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select from payouts p where p.id = new.id and p.lot_id = new.lot_id and p.amount_cents <> (
      select coalesce(sum(l.amount_cents), 0) from payout_lines l where l.payout_id = p.id and l.lot_id = p.lot_id)) then
    raise exception 'payout % is not the sum of its lines', new.id using errcode = 'OS003';
  end if;
  return null;
end $$;
drop trigger if exists payouts_sum on payouts;
create constraint trigger payouts_sum after insert on payouts
  deferrable initially deferred for each row when (new.status = 'PENDING') execute function check_payout_sum();

-- Raises OS042 unless earnings belong to the lot or host that their source names.
create or replace function check_earner() returns trigger language plpgsql as $$
begin
  if not exists (
    select from invoices i where new.source_kind = 'INVOICE' and i.id = new.source_id and i.lot_id = new.lot_id
      and (new.payee_kind = 'LOT' or i.host_user_id = new.user_id)
    union all select from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
      where new.source_kind = 'DEDUCTION' and p.id = new.source_id and p.lot_id = new.lot_id and i.user_id = new.user_id
    -- A bill is either deducted from earnings or paid by an owner.
    union all select from plan_bills b where new.source_kind = 'PLAN' and b.id = new.source_id and b.lot_id = new.lot_id
      and not exists (select from invoices i where i.plan_bill_id = b.id and i.lot_id = b.lot_id and i.status <> 'CANCELED')) then
    raise exception 'earnings of % have no source in lot %', new.source_id, new.lot_id using errcode = 'OS042';
  end if;
  return null;
end $$;
create or replace trigger earnings_earner after insert on earnings for each row execute function check_earner();

-- Raises OS043 if someone without a role in the lot or a part in the reservation requests, approves, or undoes a
-- refund, and OS054 if anyone but the platform does so to that of a plan.
create or replace function check_refund_actor() returns trigger language plpgsql as $$
declare
  the_actor uuid;
begin
  foreach the_actor in array array_remove(array[new.requested_by_user_id, new.approved_by_user_id, new.undone_by_user_id,
    new.resolved_by_user_id], null) loop
    if tg_op = 'UPDATE' and the_actor in (old.requested_by_user_id, old.approved_by_user_id, old.undone_by_user_id, old.resolved_by_user_id) then
      continue;
    end if;
    -- Who requested or approved a refund need not be there when it is sent again.
    if tg_op = 'INSERT' and exists (select from refunds f where f.id = new.retries_refund_id and f.lot_id = new.lot_id
      and the_actor in (f.requested_by_user_id, f.approved_by_user_id)) then continue; end if;
    if not may_decide_refund(new.lot_id, new.invoice_id, the_actor) then
      raise exception 'refund % of a plan would be made by the lot itself', new.id using errcode = 'OS054';
    end if;
    if not acts_for_lot(the_actor, new.lot_id) and not exists (
      select from invoices i
          join reservations r on r.id = i.reservation_id and r.lot_id = i.lot_id join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
        where i.id = new.invoice_id and i.lot_id = new.lot_id
          and the_actor in (i.user_id, i.host_user_id, s.assigned_user_id) and the_actor is distinct from new.approved_by_user_id) then
      raise exception 'refund % would be moved by somebody without a part in lot %', new.id, new.lot_id using errcode = 'OS043';
    end if;
  end loop;
  return null;
end $$;
create or replace trigger refunds_actor after insert or update of requested_by_user_id, approved_by_user_id, undone_by_user_id, resolved_by_user_id on refunds
  for each row execute function check_refund_actor();

-- Raises OS043 if someone who is neither staff nor the spot's assignee reserves for another person.
create or replace function check_reservation_actor() returns trigger language plpgsql as $$
begin
  if not acts_for_lot(new.created_by_user_id, new.lot_id) and not exists (
    select from spots s where s.id = new.spot_id and s.lot_id = new.lot_id and s.assigned_user_id = new.created_by_user_id) then
    raise exception 'reservation % would be made by somebody without a part in lot %', new.id, new.lot_id using errcode = 'OS043';
  end if;
  return null;
end $$;
create or replace trigger reservations_actor after insert on reservations
  for each row when (new.created_by_user_id <> new.user_id) execute function check_reservation_actor();

-- Raises OS043 if someone who is neither staff, the subscriber, nor the spot's assignee requests a change of a
-- subscription.
create or replace function check_change_actor() returns trigger language plpgsql as $$
begin
  if not acts_for_lot(new.requested_by_user_id, new.lot_id) and not exists (
    select from subscriptions s left join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id
        left join spots p on p.id = r.spot_id and p.lot_id = r.lot_id
      where s.id = new.subscription_id and s.lot_id = new.lot_id and new.requested_by_user_id in (s.user_id, p.assigned_user_id)) then
    raise exception 'change % would be made by somebody without a part in lot %', new.id, new.lot_id using errcode = 'OS043';
  end if;
  return null;
end $$;
create or replace trigger subscription_changes_actor after insert on subscription_changes
  for each row when (new.requested_by_user_id is not null) execute function check_change_actor();

-- Raises OS044 unless the vehicle of a reservation belongs to the driver. Checked at commit, because merging two people
-- moves vehicle and reservation one after the other.
create or replace function check_car() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservations r join cars c on c.id = r.car_id
      where r.id = new.id and r.lot_id = new.lot_id and c.user_id <> r.user_id) then
    raise exception 'reservation % would be for the car of another person', new.id using errcode = 'OS044';
  end if;
  return null;
end $$;
drop trigger if exists reservations_car on reservations;
create constraint trigger reservations_car after insert or update of car_id on reservations
  deferrable initially deferred for each row when (new.car_id is not null) execute function check_car();

-- Whether a person may change a reservation: the driver, the host of its spot, or someone who acts for the lot.
create or replace function has_part_in_reservation(p_user_id uuid, p_reservation_id uuid, p_lot_id uuid) returns boolean language sql stable as $$
  select exists (select from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
      where r.id = p_reservation_id and r.lot_id = p_lot_id and p_user_id in (r.user_id, s.assigned_user_id))
    or acts_for_lot(p_user_id, p_lot_id)
$$;

-- Raises OS043 if someone without a part in a reservation changes it.
create or replace function check_event_actor() returns trigger language plpgsql as $$
begin
  -- A paid change is merged later, when the person who requested it may have left; that was checked at the time of the
  -- request.
  if new.details ? 'reservation_id' then return null; end if;
  if not has_part_in_reservation(new.actor_user_id, new.reservation_id, new.lot_id) then
    raise exception 'reservation % would be changed by someone without a part in it', new.reservation_id using errcode = 'OS043';
  end if;
  return null;
end $$;
create or replace trigger reservation_events_actor after insert on reservation_events
  for each row when (new.actor_user_id is not null) execute function check_event_actor();

-- Raises OS043 unless the actor of an audit entry about money acts for the lot of its subject, or is the driver, host,
-- or payee concerned. Staff actions are recorded in the same transaction, so rejecting the entry prevents the action.
-- Checked at commit, because someone who opens a lot becomes its staff in the same transaction.
create or replace function check_audit_actor() returns trigger language plpgsql as $$
declare
  the_lot_id uuid;
  concerned uuid[] := array[]::uuid[];
begin
  case new.subject_kind
    when 'lot' then the_lot_id := new.subject_id::uuid;
    when 'invoice' then
      select i.lot_id, array[i.host_user_id] into the_lot_id, concerned from invoices i where i.id = new.subject_id::uuid;
    when 'refund' then
      select f.lot_id, array[i.host_user_id] into the_lot_id, concerned
        from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id where f.id = new.subject_id::uuid;
    when 'reservation' then
      select r.lot_id, array[s.assigned_user_id] into the_lot_id, concerned
        from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id where r.id = new.subject_id::uuid;
    when 'subscription' then
      select b.lot_id, array[b.user_id, s.assigned_user_id] into the_lot_id, concerned from subscriptions b
        left join reservations r on r.id = b.reservation_id and r.lot_id = b.lot_id
        left join spots s on s.id = r.spot_id and s.lot_id = r.lot_id where b.id = new.subject_id::uuid;
    when 'fine' then
      select f.lot_id into the_lot_id from fines f where f.id = new.subject_id::uuid;
    when 'payout' then
      select p.lot_id, array[p.user_id] into the_lot_id, concerned from payouts p where p.id = new.subject_id::uuid;
    when 'payout_account' then
      select a.lot_id, array[a.user_id] into the_lot_id, concerned from payout_accounts a where a.id = new.subject_id::uuid;
    else
      -- Reconciliation belongs to the platform, not to a lot.
      the_lot_id := null;
  end case;
  if new.actor_user_id = any (concerned) then return null; end if;
  if the_lot_id is distinct from new.lot_id or not acts_for_lot(new.actor_user_id, the_lot_id) then
    raise exception '% would be done by someone without a part in % %', new.action, new.subject_kind, new.subject_id using errcode = 'OS043';
  end if;
  return null;
end $$;
drop trigger if exists audit_log_actor on audit_log;
create constraint trigger audit_log_actor after insert on audit_log deferrable initially deferred for each row
  when (new.actor_role <> 'system' and new.subject_kind in ('lot', 'fine', 'invoice', 'refund', 'reservation', 'subscription', 'payout', 'payout_account',
    'reconciliation_run', 'reconciliation_difference'))
  execute function check_audit_actor();
