-- Consent: what a person agreed to, and the checks that no payment or reservation exists without it. See
-- docs/decisions/0007-consent.md.

-- Whether a session of this person is open, or was used for one of their payments in the lot.
create or replace function is_act_of(p_user_id uuid, p_lot_id uuid, p_session_id uuid) returns boolean language sql stable as $$
  select exists (select from sessions s where s.id = p_session_id and s.user_id = p_user_id and s.revoked_at is null)
    or exists (
      select from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
      where p.session_id = p_session_id and p.lot_id = p_lot_id and i.user_id = p_user_id)
$$;

-- Raises OS021 unless a payment names an open session of its payer, or a consent of the payer that covers it.
-- second_layer.sql checks that the payment method is the payer's; db/privileges.ts prevents later changes of these
-- columns.
create or replace function check_payment_consent() returns trigger language plpgsql as $$
declare
  the_invoice invoices;
begin
  select i.* into the_invoice from invoices i where i.id = new.invoice_id and i.lot_id = new.lot_id;
  if new.consent_id is null then
    if not exists (
      select from sessions s where s.id = new.session_id and s.user_id = the_invoice.user_id
        and s.revoked_at is null and s.expires_at > new.created_at) then
      raise exception 'a payment needs an open session of its payer' using errcode = 'OS021';
    end if;
  elsif the_invoice.kind = 'PLAN' then
    if not exists (
      select from plan_bills b cross join lateral consent_for_plan(b.lot_id, b.subscription_id, new.amount_cents) c
      where b.id = the_invoice.plan_bill_id and b.lot_id = new.lot_id and c.id = new.consent_id and c.user_id = the_invoice.user_id
        and c.payment_method_id = new.payment_method_id and c.currency = new.currency) then
      raise exception 'a payment without its payer needs a consent that covers it' using errcode = 'OS021';
    end if;
  elsif the_invoice.kind <> 'PERIOD' or not exists (
    select from consents c
      join subscriptions s on s.id = c.subscription_id and s.lot_id = c.lot_id
    where c.id = new.consent_id and c.lot_id = new.lot_id and c.user_id = the_invoice.user_id and c.ended_at is null
      and c.purpose = 'MONTHLY_CHARGES' and c.payment_method_id = new.payment_method_id and c.currency = new.currency
      and new.amount_cents <= c.max_cents and is_part_of(the_invoice.lot_id, the_invoice.reservation_id, s.reservation_id)) then
    raise exception 'a payment without its payer needs a consent that covers it' using errcode = 'OS021';
  end if;
  return new;
end $$;
create or replace trigger payments_need_consent before insert on payments for each row execute function check_payment_consent();

-- Whether `p_of` is a reservation or one of its continuations on other spots.
create or replace function is_part_of(p_lot_id uuid, p_reservation_id uuid, p_of uuid) returns boolean language sql stable as $$
  with recursive part(id) as (
    select p_reservation_id
    union select r.id from reservations r join part p on r.continues_id = p.id where r.lot_id = p_lot_id)
  select exists (select from part where id = p_of)
$$;

-- Raises OS021 unless a consent is the person's own action and is only ever ended afterward.
create or replace function check_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- A consent can only be ended. Its person changes only when a GHOST is merged into an account.
    if to_jsonb(new) - '{ended_at,user_id}'::text[] <> to_jsonb(old) - '{ended_at,user_id}'::text[]
      or old.ended_at is not null and new.ended_at is distinct from old.ended_at
      or new.user_id <> old.user_id and not exists (select from users u where u.id = old.user_id and u.account_status = 'GHOST') then
      raise exception 'a consent can only be ended' using errcode = 'OS021';
    end if;
    return new;
  end if;
  if new.session_id is null or not is_act_of(new.user_id, new.lot_id, new.session_id) then
    raise exception 'a consent is given in a session of its person' using errcode = 'OS021';
  end if;
  if new.purpose = 'MONTHLY_CHARGES' and not exists (
    select from subscriptions s join payment_methods m on m.id = new.payment_method_id and m.user_id = new.user_id and (m.is_saved or m.saves_when_paid)
    where s.id = new.subscription_id and s.lot_id = new.lot_id and s.user_id = new.user_id and s.currency = new.currency) then
    raise exception 'a consent covers a monthly reservation and a payment method of its person' using errcode = 'OS021';
  end if;
  if new.purpose = 'PLAN_CHARGES' and not exists (
    select from subscriptions s join payment_methods m on m.id = new.payment_method_id and m.user_id = new.user_id and (m.is_saved or m.saves_when_paid)
    where s.id = new.subscription_id and s.lot_id = new.lot_id and s.kind = 'LOT_PLAN' and s.currency = new.currency
      and is_owner(new.lot_id, new.user_id)) then
    raise exception 'a consent covers the plan of a lot that its person owns, and their own payment method' using errcode = 'OS021';
  end if;
  return new;
end $$;
-- Triggers run in order of their names: this one comes after consents_follow_person, which may change the person.
create or replace trigger consents_own_act before insert or update on consents for each row execute function check_consent();

-- Raises OS023 if the staff of a lot that is not yet trusted reserve for someone who is not an active member.
create or replace function check_lot_trust() returns trigger language plpgsql as $$
begin
  if exists (select from lots l where l.id = new.lot_id and l.trust_level <> 'TRUSTED') and not is_active_member(new.lot_id, new.user_id) then
    raise exception 'this lot reserves for its active members only' using errcode = 'OS023';
  end if;
  return new;
end $$;
create or replace trigger reservations_need_trust before insert on reservations
  for each row when (new.created_by_user_id is distinct from new.user_id and new.continues_id is null and new.changes_id is null)
  execute function check_lot_trust();

-- Raises OS022 if a reservation made by someone else would become active without its driver's consent.
create or replace function check_acceptance() returns trigger language plpgsql as $$
begin
  if new.continues_id is not null or new.changes_id is not null then
    if exists (select from reservations r where r.id in (new.continues_id, new.changes_id) and r.lot_id = new.lot_id and r.user_id = new.user_id) then
      return new;
    end if;
  elsif exists (select from sessions s where s.id = new.accepted_in_session and s.user_id = new.user_id and s.revoked_at is null) then
    return new;
  elsif exists (
    select from invoices i join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where i.reservation_id = new.id and i.lot_id = new.lot_id and i.user_id = new.user_id
      and p.session_id is not null and p.status in ('SUCCEEDED', 'PROCESSING')) then
    return new;
  elsif new.total_cents = 0 and allows_staff_reservations(new.lot_id, new.user_id) then
    return new;
  end if;
  raise exception 'a reservation made by someone else needs its driver''s consent' using errcode = 'OS022';
end $$;
create or replace trigger reservations_need_acceptance before update of status on reservations
  for each row when (new.status = 'ACTIVE' and old.status <> 'ACTIVE' and new.created_by_user_id is distinct from new.user_id)
  execute function check_acceptance();
create or replace trigger reservations_need_acceptance_at_once before insert on reservations
  for each row when (new.status = 'ACTIVE' and new.created_by_user_id is distinct from new.user_id)
  execute function check_acceptance();

-- Whether the staff of a lot may make free reservations for this person without asking each time.
create or replace function allows_staff_reservations(p_lot_id uuid, p_user_id uuid) returns boolean language sql stable as $$
  select exists (
    select from consents c
      join memberships m on m.lot_id = c.lot_id and m.user_id = c.user_id and m.status = 'ACTIVE' and m.acted_at is not null
      where c.lot_id = p_lot_id and c.user_id = p_user_id and c.purpose = 'STAFF_RESERVATIONS' and c.ended_at is null)
$$;

-- Allows staff reservations, or revokes that. Idempotent. Must run in the transaction of the call.
create or replace function set_staff_reservations(p_now timestamptz, p_lot_id uuid, p_user_id uuid, p_session_id uuid, p_is_allowed boolean)
returns void language plpgsql as $$
begin
  if p_is_allowed then
    insert into consents (lot_id, user_id, purpose, given_by, session_id, given_at)
      values (p_lot_id, p_user_id, 'STAFF_RESERVATIONS', 'SETTING', p_session_id, p_now)
      on conflict (lot_id, user_id) where ended_at is null and purpose = 'STAFF_RESERVATIONS' do nothing;
  else
    update consents set ended_at = greatest(p_now, given_at)
      where lot_id = p_lot_id and user_id = p_user_id and purpose = 'STAFF_RESERVATIONS' and ended_at is null;
  end if;
end $$;

-- Stores the consent to later months of a monthly reservation and ends the previous one. Locks the subscription. A month
-- may cost up to `p_max_percent` of the agreed price.
create or replace function consent_to_months(
  p_now timestamptz, p_lot_id uuid, p_subscription_id uuid, p_payment_method_id uuid, p_agreed_cents integer, p_given_by text, p_session_id uuid,
  p_max_percent integer
) returns void language plpgsql as $$
declare
  the_subscription subscriptions;
begin
  select s.* into strict the_subscription from subscriptions s where s.id = p_subscription_id and s.lot_id = p_lot_id for no key update;
  update consents c set ended_at = greatest(p_now, c.given_at)
    where c.subscription_id = p_subscription_id and c.lot_id = p_lot_id and c.purpose = 'MONTHLY_CHARGES' and c.ended_at is null;
  insert into consents (lot_id, user_id, purpose, subscription_id, payment_method_id, currency, agreed_cents, max_cents, given_by, session_id, given_at)
    values (p_lot_id, the_subscription.user_id, 'MONTHLY_CHARGES', p_subscription_id, p_payment_method_id, the_subscription.currency,
      p_agreed_cents, (p_agreed_cents::bigint * p_max_percent / 100)::integer, p_given_by, p_session_id, p_now);
end $$;

-- Returns the consent under which a month of this reservation can be charged now; null if it ended or its payment
-- method was removed.
create or replace function consent_for_month(p_lot_id uuid, p_reservation_id uuid, p_user_id uuid, p_total_cents integer) returns consents
language sql stable as $$
  select c.* from subscriptions s
    join consents c on c.subscription_id = s.id and c.lot_id = s.lot_id and c.purpose = 'MONTHLY_CHARGES' and c.ended_at is null
    join payment_methods m on m.id = c.payment_method_id and m.user_id = c.user_id and m.deleted_at is null
  where s.lot_id = p_lot_id and s.user_id = p_user_id and c.user_id = p_user_id and s.kind = 'RESERVATION'
    and is_part_of(p_lot_id, p_reservation_id, s.reservation_id) and p_total_cents <= c.max_cents
  order by s.ended_at desc nulls first limit 1
$$;

-- Creates another payment for an unpaid month without its payer. Returns its ID, or null if no consent covers it
-- anymore.
create or replace function retry_month(p_now timestamptz, p_invoice_id uuid, p_payment_id uuid) returns uuid language sql as $$
  insert into payments (id, lot_id, invoice_id, payment_method_id, kind, currency, amount_cents, created_at, consent_id)
    select p_payment_id, i.lot_id, i.id, m.id, m.kind, i.currency, i.total_cents, p_now, c.id
    from invoices i
      cross join lateral consent_for_month(i.lot_id, i.reservation_id, i.user_id, i.total_cents) c
      join payment_methods m on m.id = c.payment_method_id
    where i.id = p_invoice_id and i.kind = 'PERIOD' and i.status in ('PENDING', 'FAILED') and i.total_cents > 0
  on conflict do nothing returning id
$$;
