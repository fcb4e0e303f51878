-- What happens when an address is first proven. The database does this itself, so that no way of proving one can omit
-- it. This file runs again whenever it changes.

-- Whether nobody has yet proven that this person's address is theirs. An account created with a verified phone number
-- or another service and without an email address claims none, and neither does a guest with only a verified number.
create or replace function is_unproven(
  p_status account_status, p_contact_email text, p_contact_verified_at timestamptz, p_phone_verified_at timestamptz,
  p_email text, p_email_verified_at timestamptz
) returns boolean language sql immutable
  return case when p_status = 'GHOST' then p_contact_verified_at is null
      and not (p_phone_verified_at is not null and p_contact_email is null and p_email is null)
    else p_email is not null and p_email_verified_at is null end;
create or replace function is_unproven(p users) returns boolean language sql immutable as $$
  select is_unproven(p.account_status, p.contact_email, p.contact_verified_at, p.phone_verified_at, p.email, p.email_verified_at)
$$;

-- Returns the session in which an address is being proven, if it belongs to this person. The transaction that proves it
-- sets the variable.
create or replace function proving_session_of(p_user uuid) returns uuid language sql stable as $$
  select id from sessions where id = nullif(current_setting('openspot.proving_session', true), '')::uuid
    and user_id = p_user and revoked_at is null
$$;

-- Removes a person's saved payment methods and has the provider delete them later. Payments in progress still settle,
-- because each method keeps its customer.
create or replace function drop_payment_methods(p_user uuid, p_now timestamptz) returns void language plpgsql as $$
begin
  update payment_methods m set stripe_customer_id = c.stripe_customer_id from payment_customers c
    where m.user_id = p_user and c.user_id = p_user and m.stripe_customer_id is null and m.kind = 'STRIPE';
  insert into forgotten_customers (stripe_customer_id, since)
    select stripe_customer_id, p_now from payment_customers where user_id = p_user
    union select stripe_customer_id, p_now from payment_methods
      where user_id = p_user and deleted_at is null and stripe_customer_id is not null
    on conflict do nothing;
  delete from payment_customers where user_id = p_user;
  update payment_methods set deleted_at = p_now, is_default = false where user_id = p_user and deleted_at is null;
end $$;

-- Leaves to devices whose sessions are about to end the sight of the passes that were booked on them. Each session becomes one of the kind that a
-- guest's link opens (link_sessions): it shows those passes and opens their gates, and it changes, pays, and learns nothing else. The
-- session in which an address is proven doesn't need it.
--
-- Only the first call of a transaction for a person counts: after a merge, the person also has reservations that were booked elsewhere.
create or replace function keep_sight_of_passes(p_user uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  kept text := coalesce(current_setting('openspot.sight_kept', true), '');
begin
  if position(p_user::text in kept) > 0 then return; end if;
  perform set_config('openspot.sight_kept', kept || ' ' || p_user, true);
  insert into link_sessions (token_hash, lot_id, reservation_id, created_at, expires_at)
    select s.token_hash, r.lot_id, r.id, p_now, greatest(coalesce(r.ends_at, p_now + interval '60 days'), p_now) + interval '7 days'
    from sessions s join reservations r on r.user_id = s.user_id
    where s.user_id = p_user and s.revoked_at is null and s.expires_at > p_now and s.id is distinct from proving_session_of(p_user)
      and r.status = 'ACTIVE' and r.created_at >= s.signed_in_at and (r.ends_at is null or r.ends_at > p_now - interval '7 days')
    on conflict do nothing;
end $$;

-- Ends everything that was set up before the first proof of an address, because another person may have set it up and
-- waited. The session in which the address is proven stays, along with the password and cards given in it. What is left of the
-- others is the sight of the passes that were booked in them.
create or replace function drop_unproven(p_user uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  own uuid := proving_session_of(p_user);
begin
  perform keep_sight_of_passes(p_user, p_now);
  update sessions set revoked_at = p_now where user_id = p_user and revoked_at is null and id is distinct from own;
  delete from sign_in_links where user_id = p_user;
  delete from passkeys where user_id = p_user;
  delete from second_factors where user_id = p_user;
  delete from identities where user_id = p_user;
  delete from push_devices where user_id = p_user and session_id is distinct from own;
  delete from text_numbers where user_id = p_user and own is null;
  delete from calendar_feeds where user_id = p_user;
  update users set tokens_valid_after = p_now where id = p_user;
  if own is null then
    delete from password_credentials where user_id = p_user;
    perform drop_payment_methods(p_user, p_now);
  end if;
end $$;

-- Calls drop_unproven when an address is proven for the first time.
create or replace function end_unproven_proofs() returns trigger language plpgsql as $$
begin
  perform drop_unproven(new.id,
    coalesce(new.email_verified_at, new.contact_verified_at, new.phone_verified_at, statement_timestamp()));
  -- A phone number verified under an unproven email address belongs to whoever set it up, so it would let them in.
  if old.email_verified_at is null and new.email_verified_at is not null and old.phone_verified_at is not null
    and proving_session_of(new.id) is null then
    update users set phone = null, phone_verified_at = null where id = new.id;
  end if;
  return null;
end $$;
create or replace trigger users_first_proof after update on users for each row
  when (is_unproven(old.account_status, old.contact_email, old.contact_verified_at, old.phone_verified_at, old.email, old.email_verified_at)
    and not is_unproven(new.account_status, new.contact_email, new.contact_verified_at, new.phone_verified_at, new.email, new.email_verified_at)
    and new.account_status in ('GHOST', 'ACTIVE'))
  execute function end_unproven_proofs();

-- Raises OS030 if a person without a proven address adds a credential, because it would outlive the proof.
create or replace function refuse_unproven() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.id = new.user_id
    and is_unproven(u.account_status, u.contact_email, u.contact_verified_at, u.phone_verified_at, u.email, u.email_verified_at)) then
    raise exception 'this needs a proven address' using errcode = 'OS030';
  end if;
  return new;
end $$;
create or replace trigger passkeys_proven before insert on passkeys for each row execute function refuse_unproven();
create or replace trigger second_factors_proven before insert on second_factors for each row execute function refuse_unproven();
create or replace trigger calendar_feeds_proven before insert on calendar_feeds for each row execute function refuse_unproven();
create or replace trigger identities_proven before insert on identities for each row execute function refuse_unproven();
