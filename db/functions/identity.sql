-- Merging and forgetting people. This file runs again whenever it changes.

-- A row inserted for a person who is being merged or forgotten waits for that to end (both lock the person's row). It
-- then belongs to the account the person was merged into, or raises OS011.
create or replace function follow_person() returns trigger language plpgsql as $$
declare
  person record;
begin
  select account_status, merged_into_id into person from users where id = new.user_id for key share;
  if person.account_status = 'DELETED' then
    -- A credential or payment method belongs to the person who set it up, never to the account they were merged into.
    if tg_table_name in ('sessions', 'passkeys', 'identities', 'payment_methods') then
      raise exception 'this person is no more' using errcode = 'OS011';
    end if;
    new.user_id := coalesce(person.merged_into_id, new.user_id);
    -- A correction of the books may still be written for a forgotten person; nothing else may.
    if tg_table_name <> 'invoices' and exists (
      select from users where id = new.user_id and account_status = 'DELETED' and tokens_valid_after is not null) then
      raise exception 'this person is no more' using errcode = 'OS011';
    end if;
  end if;
  return new;
end $$;
do $$
declare
  the_table text;
begin
  foreach the_table in array array['reservations', 'invoices', 'cars', 'payment_methods', 'notifications', 'waitlist_entries',
    'subscriptions', 'passkeys', 'identities', 'sessions', 'consents', 'lot_car_notes', 'fine_appeals',
    'plate_visits', 'plate_reads', 'reservation_messages', 'ratings', 'rating_reports', 'saved_lots'] loop
    execute format('create or replace trigger %I before insert on %I for each row execute function follow_person()',
      the_table || '_follow_person', the_table);
  end loop;
end $$;

-- Returns every column that references a user through a single-column foreign key.
create or replace function user_columns() returns table (the_table regclass, the_column name) language sql stable as $$
  select c.conrelid::regclass, a.attname from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and cardinality(c.conkey) = 1
$$;

-- Merges a GHOST into the account of the same person: everything moves to the account without duplicates, and the
-- GHOST's row remains, empty, so that late writes find the account. The caller must have locked both rows in its
-- transaction. Raises OS012 if the first person is not a GHOST.
create or replace function merge_person(p_ghost uuid, p_account uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  each record;
  ghost users;
  kept occupancy[];
  own_spots uuid[];
begin
  select * into ghost from users where id = p_ghost and account_status = 'GHOST';
  if not found then raise exception 'only a GHOST is merged' using errcode = 'OS012'; end if;

  -- Cards saved before the address was proven are kept only in the session in which they were saved.
  if is_unproven(ghost) and proving_session_of(p_ghost) is null then
    perform drop_payment_methods(p_ghost, p_now);
  end if;
  -- While each still has only their own reservations. The sessions of the GHOST end below, and those of an unproven account with its proof.
  perform keep_sight_of_passes(p_ghost, p_now);
  if (select is_unproven(u) from users u where u.id = p_account) then perform keep_sight_of_passes(p_account, p_now); end if;
  delete from passkeys where user_id = p_ghost;
  delete from second_factors where user_id = p_ghost;
  delete from identities where user_id = p_ghost;
  delete from password_credentials where user_id = p_ghost;
  -- Anyone may have set up how the guest is notified, and the account has its own.
  perform drop_channels(p_ghost);

  -- Memberships: what staff granted either of them applies to both. A removed person stays removed.
  update memberships m set user_id = p_account where m.user_id = p_ghost
    and not exists (select from memberships o where o.user_id = p_account and o.lot_id = m.lot_id);
  update memberships m set
      status = case when m.status in ('PENDING', 'DELETED') and g.status = 'ACTIVE' then 'ACTIVE' else m.status end,
      role = case when g.status <> 'ACTIVE' or m.status in ('REMOVED', 'REJECTED') then m.role
        when m.status = 'ACTIVE' then greatest(m.role, g.role) else g.role end,
      group_id = coalesce(m.group_id, g.group_id), changed_at = p_now
    from memberships g where g.user_id = p_ghost and m.user_id = p_account and m.lot_id = g.lot_id;
  update memberships set status = 'DELETED', changed_at = p_now where user_id = p_ghost and status <> 'DELETED';

  -- An invite that both used counts once.
  delete from invite_uses g using invite_uses a where g.user_id = p_ghost and a.user_id = p_account
    and (a.invite_id, a.lot_id) = (g.invite_id, g.lot_id);

  -- Saved views keep their place or take a free one. The account's own stay as they are, and the limit of each list holds.
  delete from saved_views g using saved_views a where g.user_id = p_ghost and a.user_id = p_account
    and (g.lot_id, g.list, lower(g.name)) = (a.lot_id, a.list, lower(a.name));
  update saved_views g set user_id = p_account, slot = free.slot
    from (select v.id, v.lot_id, v.list, row_number() over (partition by v.lot_id, v.list order by v.slot) as at
        from saved_views v where v.user_id = p_ghost) moved
      cross join lateral (select n as slot, row_number() over (order by n) as at from generate_series(1, 20) n where not exists (
        select from saved_views o where o.user_id = p_account and o.lot_id = moved.lot_id and o.list = moved.list and o.slot = n)) free
    where g.id = moved.id and g.lot_id = moved.lot_id and free.at = moved.at;
  delete from saved_views where user_id = p_ghost;

  -- A lot that both saved is saved once.
  delete from saved_lots g using saved_lots a where g.user_id = p_ghost and a.user_id = p_account and g.lot_id = a.lot_id;

  -- A rating that both reported is reported once.
  delete from rating_reports g using rating_reports a where g.user_id = p_ghost and a.user_id = p_account and g.rating_id = a.rating_id;

  -- A vehicle with the same plate and region is kept once.
  update reservations r set car_id = a.id from cars g join cars a using (plate_normalized, region)
    where r.car_id = g.id and g.user_id = p_ghost and a.user_id = p_account and g.deleted_at is null and a.deleted_at is null;
  update waitlist_entries w set car_id = a.id from cars g join cars a using (plate_normalized, region)
    where w.car_id = g.id and g.user_id = p_ghost and a.user_id = p_account and g.deleted_at is null and a.deleted_at is null;
  update lot_car_notes n set car_id = a.id from cars g join cars a using (plate_normalized, region)
    where n.car_id = g.id and g.user_id = p_ghost and a.user_id = p_account and g.deleted_at is null and a.deleted_at is null
      and not exists (select from lot_car_notes o where o.lot_id = n.lot_id and o.car_id = a.id and o.state = 'OPEN');
  update cars g set deleted_at = p_now from cars a where g.user_id = p_ghost and a.user_id = p_account
    and g.deleted_at is null and a.deleted_at is null and (a.plate_normalized, a.region) = (g.plate_normalized, g.region);

  -- Payment methods keep the customer at the provider that holds them.
  update payment_customers set user_id = p_account where user_id = p_ghost
    and not exists (select from payment_customers where user_id = p_account);
  update payment_methods m set stripe_customer_id = c.stripe_customer_id from payment_customers c
    where m.user_id = p_ghost and c.user_id = p_ghost and m.stripe_customer_id is null and m.kind = 'STRIPE';
  update payment_methods set is_default = false where user_id = p_ghost
    and exists (select from payment_methods where user_id = p_account and is_default and deleted_at is null);
  update payment_methods set deleted_at = p_now where user_id = p_ghost and kind = 'EARNINGS_DEDUCTION' and deleted_at is null
    and exists (select from payment_methods where user_id = p_account and kind = 'EARNINGS_DEDUCTION' and deleted_at is null);
  update payout_accounts set user_id = p_account where user_id = p_ghost
    and not exists (select from payout_accounts where user_id = p_account);

  -- A consent that both gave counts once.
  update consents g set ended_at = greatest(p_now, g.given_at) from consents a
    where g.user_id = p_ghost and a.user_id = p_account and g.lot_id = a.lot_id and g.purpose = 'STAFF_RESERVATIONS'
      and a.purpose = 'STAFF_RESERVATIONS' and g.ended_at is null and a.ended_at is null;

  -- Notifications and waitlist entries that both have are kept once.
  delete from notifications g using notifications a where g.user_id = p_ghost and a.user_id = p_account
    and g.reservation_id is null and a.reservation_id is null and g.about <> '' and (a.kind, a.about) = (g.kind, g.about);
  update waitlist_entries w set status = 'LEFT', changed_at = p_now where w.status = 'WAITING' and w.user_id in (p_ghost, p_account)
    and exists (select from waitlist_entries o where o.user_id in (p_ghost, p_account) and o.user_id <> w.user_id
      and (o.lot_id, o.starts_at, o.ends_at) = (w.lot_id, w.starts_at, w.ends_at)
      and (o.status = 'OFFERED' or o.status = 'WAITING' and o.user_id = p_account));

  -- Changing a spot's assignee removes its materialized closures; here the assignee is the same person, so they are
  -- restored.
  select array_agg(id order by id) into own_spots from
    (select id from spots where assigned_user_id = p_ghost and deleted_at is null order by id for update) s;
  select array_agg(o) into kept from occupancy o join spots s on s.lot_id = o.lot_id and s.spot_no = o.spot_no
    where s.id = any(own_spots) and o.reservation_id is null;
  update spots set assigned_user_id = p_account where assigned_user_id = p_ghost;
  delete from occupancy o using spots s where s.id = any(own_spots) and s.lot_id = o.lot_id and s.spot_no = o.spot_no
    and o.reservation_id is null;
  insert into occupancy select k.* from unnest(kept) k;

  -- What the ledger owes the GHOST is transferred to the account with one transaction per lot and currency, because
  -- ledger rows cannot change.
  for each in
    select e.lot_id, e.currency, sum(e.amount_cents) as cents from ledger_entries e
      where e.user_id = p_ghost group by 1, 2 having sum(e.amount_cents) <> 0
  loop
    with entered as (
      insert into ledger_transactions (lot_id, kind, source_id, occurred_at)
        values (each.lot_id, 'MERGE', uuidv7(), p_now) returning id)
    insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents, user_id)
      select id, each.lot_id, 'HOST_PAYABLE', each.currency, x.cents, x.user_id
      from entered, (values (-each.cents, p_ghost), (each.cents, p_account)) x (cents, user_id);
  end loop;

  -- All other references, including those in tables added after this was written.
  for each in select * from user_columns() where the_table::text not in (
    'users', 'memberships', 'payment_customers', 'payout_accounts', 'ledger_entries', 'rule_set_versions', 'reservation_events',
    'problem_plates', 'sessions', 'sign_in_links', 'password_credentials', 'second_factors', 'passkeys', 'spots',
    'validation_entries')
  loop
    execute format('update %s set %I = $1 where %2$I = $2', each.the_table, each.the_column) using p_account, p_ghost;
  end loop;
  update limit_scopes set version = version + 1 where limit_scope = 'user:' || p_account;

  -- People merged into the GHOST earlier now belong to the account.
  update users set merged_into_id = p_account where merged_into_id = p_ghost;

  -- The GHOST can no longer sign in.
  perform lock_out(p_ghost, p_now);
  update users a set
      phone = case when a.phone is null and g.phone_verified_at is null then g.phone else a.phone end,
      first_name = coalesce(a.first_name, g.first_name), last_name = coalesce(a.last_name, g.last_name)
    from users g where a.id = p_account and g.id = p_ghost;
  update users set account_status = 'DELETED', merged_into_id = p_account, email = null, email_verified_at = null, phone = null,
    phone_verified_at = null, contact_email = null, contact_verified_at = null, first_name = null, last_name = null
    where id = p_ghost;
end $$;

-- Removes the devices and the number to which a person's notices go, and their preferences.
create or replace function drop_channels(p_user uuid) returns void language sql as $$
  delete from push_messages where user_id = p_user;
  delete from push_devices where user_id = p_user;
  delete from text_numbers where user_id = p_user;
  delete from notice_preferences where user_id = p_user;
  delete from quiet_hours where user_id = p_user;
  delete from calendar_feeds where user_id = p_user;
$$;

-- Revokes all sessions, sign-in links, and earlier tokens of a person.
create or replace function lock_out(p_user uuid, p_now timestamptz) returns void language sql as $$
  update sessions set revoked_at = p_now where user_id = p_user and revoked_at is null;
  delete from sign_in_links where user_id = p_user;
  delete from calendar_feeds where user_id = p_user;
  update users set tokens_valid_after = p_now where id = p_user;
$$;

-- Returns what must be settled before a person can be forgotten: reservations, money, and lots that would have no
-- owner.
create or replace function deletion_blockers(p_user uuid, p_now timestamptz) returns table (kind text, id uuid, lot_id uuid)
language sql stable as $$
  select 'reservation', r.id, r.lot_id from reservations r
    where r.user_id = p_user and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE') and (r.ends_at is null or r.ends_at > p_now)
  union all select 'hosted_reservation', r.id, r.lot_id from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
    where s.assigned_user_id = p_user and r.user_id <> p_user and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
      and (r.ends_at is null or r.ends_at > p_now)
  union all select 'subscription', s.id, s.lot_id from subscriptions s where s.user_id = p_user and s.ended_at is null
  union all select 'invoice', i.id, i.lot_id from invoices i
    where i.user_id = p_user and i.status in ('PENDING', 'PROCESSING', 'PENDING_REFUND', 'FAILED') and not is_open_bill(i.id, i.lot_id, i.kind, i.status)
      -- Another owner of the lot pays its plan; a lot without another owner is a reason of its own.
      and not (i.kind = 'PLAN' and i.status in ('PENDING', 'FAILED'))
      -- A person who began to pay a fine and left owes nothing.
      and not (i.kind = 'FINE' and i.status = 'PENDING' and not exists (
        select from payments p where p.invoice_id = i.id and p.lot_id = i.lot_id and p.status not in ('FAILED', 'CANCELED')))
  union all select 'refund', f.id, f.lot_id from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
    where i.user_id = p_user and f.status in ('PENDING', 'AWAITING_APPROVAL')
  union all select 'dispute', d.id, d.lot_id from disputes d join invoices i on i.id = d.invoice_id and i.lot_id = d.lot_id
    where i.user_id = p_user and d.closed_at is null
  union all select 'earnings', min(e.source_id::text)::uuid, e.lot_id from earnings e where e.user_id = p_user
    group by e.lot_id, e.currency having sum(e.amount_cents - e.paid_out_cents) <> 0
  union all select 'payout', p.id, p.lot_id from payouts p where p.user_id = p_user and p.status in ('PENDING', 'SENT')
  union all select 'owned_lot', m.id, m.lot_id from memberships m
    where m.user_id = p_user and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE'
      and not exists (select from memberships o where o.lot_id = m.lot_id and o.user_id <> p_user
        and o.role = 'SUPER_ADMIN' and o.status = 'ACTIVE')
$$;

-- Forgets a person. Reservations, invoices, ledger, and audit log keep their rows but no longer identify anyone. The
-- caller must have locked the person's row and checked deletion_blockers in the same transaction.
create or replace function forget_person(p_user uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  person users;
  -- Texts that identify the person in other people's emails and notifications.
  said text[];
  customers text[];
  -- Addresses that belong to this person: proven, or not known of anyone else. A guest who typed someone else's address
  -- must not delete that person's emails and invites along with their own account.
  proven text[];
  addresses text[];
  each text;
begin
  select * into person from users where id = p_user;
  proven := array_remove(array[
    case when person.email_verified_at is not null then person.email end,
    case when person.contact_verified_at is not null then person.contact_email end], null);
  addresses := proven || array(
    select a from unnest(array[person.email, person.contact_email]) a where a is not null
      and not exists (select from users o where o.id <> p_user and o.account_status <> 'DELETED' and a in (o.email, o.contact_email))
      and not exists (select from invites i where i.email = a));
  said := array_remove(array[nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.phone], null) || addresses
    || array(select distinct unnest(array[plate, plate_normalized]) from cars where user_id = p_user and plate <> 'ERASED')
    || array(select distinct unnest(array[f.plate, f.plate_normalized]) from car_plates f join cars c on c.id = f.car_id where c.user_id = p_user);
  customers := array(select stripe_customer_id from payment_customers where user_id = p_user
    union select stripe_customer_id from payment_methods where user_id = p_user and stripe_customer_id is not null);

  insert into forgotten_customers select unnest(customers), p_now on conflict do nothing;
  delete from payment_customers where user_id = p_user;
  update payment_methods set deleted_at = coalesce(deleted_at, p_now), is_default = false, brand = 'erased', billing_name = null, stripe_customer_id = null,
      exp_month = null, exp_year = null,
      last4 = case when kind = 'STRIPE' then '0000' end,
      stripe_payment_method_id = case when kind = 'STRIPE' then 'erased_' || id end
    where user_id = p_user;
  update payout_accounts set bank_name = null, bank_last4 = null, stripe_bank_id = null, schedule = 'PAUSED', requirements = '[]'
    where user_id = p_user;

  -- Unpaid bills end here, because nobody is left to pay them.
  update invoices i set status = 'CANCELED', contest_reason = null, contested_at = null
    where i.user_id = p_user and is_open_bill(i.id, i.lot_id, i.kind, i.status);
  update consents c set ended_at = greatest(p_now, c.given_at) where c.user_id = p_user and c.ended_at is null;

  -- What cameras saw of them: the events contain their plate too.
  update camera_events e set body = null from plate_reads r
    where r.user_id = p_user and e.camera_id = r.camera_id and e.lot_id = r.lot_id and e.body is not null
      and e.received_at between r.received_at - interval '10 minutes' and r.received_at + interval '10 minutes';
  delete from plate_visits v where v.user_id = p_user
    or v.plate in (select c.plate_normalized from cars c where c.user_id = p_user and c.deleted_at is null);
  delete from plate_reads where user_id = p_user;
  delete from car_plates f using cars c where c.id = f.car_id and c.user_id = p_user;
  update problems set text = null, answer = null where user_id = p_user;
  update invoices i set status = 'CANCELED' where i.user_id = p_user and i.kind = 'FINE' and i.status = 'PENDING';
  -- The chain of events still verifies without the facts that it has the hash of.
  delete from photos f using fines v where v.id = f.fine_id and v.lot_id = f.lot_id and v.user_id = p_user;
  update fines set plate = 'ERASED', plate_normalized = 'ERASED', region = '', note = null, facts = null, similar_plates = '[]', void_note = null,
      check_at = null
    where user_id = p_user;
  update fine_appeals set text = null, answer = null where user_id = p_user;
  update reservation_messages set text = null where user_id = p_user;
  -- The stars remain in the average of the lot, without the person.
  update ratings set text = null where user_id = p_user and text is not null;
  delete from rating_reports where user_id = p_user;
  delete from previous_memberships where user_id = p_user;
  delete from photos where uploaded_by_user_id = p_user;
  delete from invite_uses where user_id = p_user;
  -- Invites that were sent to them, whatever their status.
  delete from invite_uses u using invites i where i.id = u.invite_id and i.lot_id = u.lot_id
    and (i.email = any(proven) or i.phone = person.phone and person.phone_verified_at is not null);
  delete from invites where email = any(proven) or phone = person.phone and person.phone_verified_at is not null;
  update cars set plate = 'ERASED', plate_normalized = 'ERASED', region = '', make = null, model = null, color = null,
      deleted_at = coalesce(deleted_at, p_now)
    where user_id = p_user;
  update reservations set cancel_reason = null, override_reason = case when override_reason is null then null else 'erased' end
    where user_id = p_user and num_nonnulls(cancel_reason, override_reason) > 0;
  delete from waitlist_entries where user_id = p_user and status in ('WAITING', 'LEFT', 'EXPIRED');
  update memberships set status = 'DELETED', group_id = null, role = 'MEMBER', changed_at = p_now
    where user_id = p_user and status <> 'DELETED';
  update spots set assigned_user_id = null, assigned_at = p_now where assigned_user_id = p_user;
  delete from previous_assignments where user_id = p_user;

  delete from lot_drafts where user_id = p_user;
  delete from saved_views where user_id = p_user;
  delete from saved_lots where user_id = p_user;
  update account_views set reason = '…' where user_id = p_user;
  perform drop_channels(p_user);
  delete from guest_links g using reservations r where r.lot_id = g.lot_id and r.id = g.reservation_id and r.user_id = p_user;
  delete from link_sessions g using reservations r where r.lot_id = g.lot_id and r.id = g.reservation_id and r.user_id = p_user;
  delete from pass_links g using reservations r where r.lot_id = g.lot_id and r.id = g.reservation_id and r.user_id = p_user;
  delete from phone_codes where user_id = p_user or phone = person.phone and person.phone_verified_at is not null;
  delete from texts where user_id = p_user or to_phone = person.phone and person.phone_verified_at is not null;
  delete from notifications where user_id = p_user;
  delete from emails where to_address = any(addresses);
  delete from sign_in_links where user_id is null and email = any(addresses);
  delete from account_changes where user_id = p_user;
  delete from idempotency_keys where caller = p_user::text;
  foreach each in array said loop
    update emails set subject = replace(subject, each, '…'), body_text = replace(body_text, each, '…'), body_html = replace(body_html, each, '…')
      where position(each in subject || body_text || body_html) > 0;
    update texts set body = replace(body, each, '…') where position(each in body) > 0;
    update notifications set params = replace(params::text, to_jsonb(each)::text, '"…"')::jsonb
      where position(to_jsonb(each)::text in params::text) > 0;
    update idempotency_keys set body = replace(body, each, '…') where position(each in body) > 0;
  end loop;
  -- The audit log keeps the actions without the texts that identify the person: only whole JSON values, and in those
  -- rows also the first and last name.
  perform set_config('openspot.forgetting', 'on', true);
  foreach each in array said loop
    update audit_log set details = replace(replace(replace(details::text,
        to_jsonb(each)::text, '"…"'),
        coalesce(to_jsonb(person.first_name)::text, to_jsonb(each)::text), '"…"'),
        coalesce(to_jsonb(person.last_name)::text, to_jsonb(each)::text), '"…"')::jsonb
      where position(to_jsonb(each)::text in details::text) > 0;
  end loop;
  -- What staff wrote about the person's vehicles may say anything, so only the action is kept.
  update audit_log a set details = '{"erased": true}'
    where a.subject_kind = 'car' and (a.subject_id in (select c.id::text from cars c where c.user_id = p_user)
      or a.subject_id in (select n.id::text from lot_car_notes n where n.user_id = p_user));
  update audit_log a set details = '{"erased": true}'
    where a.subject_kind = 'reservation' and a.action = 'reservation.car'
      and a.subject_id in (select r.id::text from reservations r where r.user_id = p_user);
  update reservation_events e set reason = '…' from reservations r
    where r.id = e.reservation_id and r.lot_id = e.lot_id and r.user_id = p_user and e.reason is not null;
  perform set_config('openspot.forgetting', 'off', true);
  -- Processed provider events are erased; unprocessed ones identify the person only by IDs.
  foreach each in array customers loop
    update webhook_events set payload = '{"erased": true}' where processed_at is not null and position(each in payload::text) > 0;
  end loop;
  if person.email is not null then
    update webhook_events set payload = '{"erased": true}' where processed_at is not null and position(person.email in payload::text) > 0;
  end if;

  perform lock_out(p_user, p_now);
  delete from sessions where user_id = p_user;
  delete from password_credentials where user_id = p_user;
  delete from passkeys where user_id = p_user;
  delete from second_factors where user_id = p_user;
  delete from identities where user_id = p_user;
  update users set account_status = 'DELETED', email = null, email_verified_at = null, phone = null, phone_verified_at = null,
    contact_email = null, contact_verified_at = null, first_name = null, last_name = null, language = 'en', roles = '{}', ban_reason = null where id = p_user;
  -- Guests merged into this person are already empty.
end $$;

-- Forgets people whom an import of a lot created and who never acted, with the result of forget_person but in a few statements for
-- all. What was said to and about them is in their invites, unless something else is known of them: these are not forgotten, because
-- forget_person has to search everything for them. Returns those who were forgotten.
create or replace function forget_untouched_ghosts(p_lot uuid, p_users uuid[], p_now timestamptz) returns setof uuid language plpgsql as $$
declare
  unused uuid[];
  ghosts uuid[];
begin
  select array_agg(u.id) into unused from users u
    where u.id = any(p_users) and u.account_status = 'GHOST' and u.source = 'DATA_SOURCE_IMPORT' and u.email_verified_at is null
      and not exists (select from memberships m where m.user_id = u.id and (m.status <> 'DELETED' or m.lot_id <> p_lot))
      and not exists (select from residents r where r.user_id = u.id)
      and not exists (select from sessions s where s.user_id = u.id)
      and not exists (select from reservations r where r.user_id = u.id);
  if unused is null then return; end if;

  delete from emails e using users u where u.id = any(unused) and e.to_address = u.email and e.lot_id = p_lot and e.kind = 'invite';
  perform set_config('openspot.forgetting', 'on', true);
  update audit_log a set details = a.details || coalesce((select jsonb_object_agg(key, '…'::text) from jsonb_each(a.details)
      where key in ('email', 'phone', 'first_name', 'last_name') and value <> 'null'), '{}')
    where a.lot_id = p_lot and a.at >= (select min(u.created_at) from users u where u.id = any(unused)) and a.subject_kind = 'invite'
      and a.subject_id = any(array(select i.id::text from invites i join users u on i.email = u.email or i.phone = u.phone
        where i.lot_id = p_lot and u.id = any(unused) and i.created_at >= u.created_at));
  perform set_config('openspot.forgetting', 'off', true);

  select array_agg(u.id) into ghosts from users u
    where u.id = any(unused) and u.contact_email is null and u.phone_verified_at is null
      and not exists (select from invoices i where i.user_id = u.id)
      and not exists (select from consents c where c.user_id = u.id)
      and not exists (select from notifications n where n.user_id = u.id)
      and not exists (select from texts x where x.user_id = u.id)
      and not exists (select from emails e where e.to_address = u.email)
      and not exists (select from fines f where f.user_id = u.id)
      and not exists (select from problems p where p.user_id = u.id)
      and not exists (select from plate_reads r where r.user_id = u.id)
      and not exists (select from plate_visits v where v.user_id = u.id)
      and not exists (select from lot_car_notes n where n.user_id = u.id)
      and not exists (select from previous_memberships m where m.user_id = u.id)
      and not exists (select from waitlist_entries w where w.user_id = u.id)
      and not exists (select from invite_uses i where i.user_id = u.id)
      and not exists (select from spots s where s.assigned_user_id = u.id)
      and not exists (select from users m where m.merged_into_id = u.id);
  update cars set plate = 'ERASED', plate_normalized = 'ERASED', region = '', make = null, model = null, color = null,
      deleted_at = coalesce(deleted_at, p_now)
    where user_id = any(ghosts);
  update users set account_status = 'DELETED', email = null, phone = null, first_name = null, last_name = null, language = 'en',
      tokens_valid_after = p_now
    where id = any(ghosts);
  return query select unnest(ghosts);
end $$;
