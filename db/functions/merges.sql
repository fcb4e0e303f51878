-- Merging two accounts of one person, which a platform admin decides. This file runs again whenever it changes.

-- Why one account can't be merged into the other; no rows if it can.
create or replace function merge_blockers(p_from uuid, p_into uuid, p_now timestamptz) returns setof text language sql stable as $$
  select 'SAME_ACCOUNT' where p_from = p_into
  union all select 'FROM_NOT_OPEN' from users u where u.id = p_from and u.account_status not in ('ACTIVE', 'GHOST')
  union all select 'INTO_NOT_OPEN' from users u where u.id = p_into and u.account_status not in ('ACTIVE', 'GHOST')
  -- What an account holds would be open to whoever the contact address of a guest belongs to.
  union all select 'INTO_UNCLAIMED' from users f, users i
    where f.id = p_from and i.id = p_into and f.account_status = 'ACTIVE' and i.account_status = 'GHOST'
  union all select 'PLATFORM_ADMIN' where exists (select from users u where u.id in (p_from, p_into) and u.roles <> '{}')
  union all select 'SECOND_FACTOR_LOST'
    where exists (select from second_factors f where f.user_id = p_from and f.confirmed_at is not null)
      and not exists (select from second_factors f where f.user_id = p_into and f.confirmed_at is not null)
  -- Its owner may still undo a change that someone else made.
  union all select 'CHANGED_LATELY' where exists (
    select from account_changes c join account_change_stops s on s.change_id = c.id
      where c.user_id in (p_from, p_into) and c.stopped_at is null and s.expires_at > p_now)
  union all select 'TWO_PAYOUT_ACCOUNTS'
    where (select count(*) from payout_accounts a where a.user_id in (p_from, p_into)) > 1 and p_from <> p_into
  union all select 'PAYOUT_IN_PROGRESS'
    where exists (select from payouts p where p.user_id in (p_from, p_into) and p.status in ('PENDING', 'SENT'))
  -- Nobody earns from themselves.
  union all select 'HOST_OF_EACH_OTHER' where exists (
    select from invoices i where i.user_id in (p_from, p_into) and i.host_user_id in (p_from, p_into) and i.user_id <> i.host_user_id)
    or exists (select from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
      where r.user_id in (p_from, p_into) and s.assigned_user_id in (p_from, p_into) and r.user_id <> s.assigned_user_id
        and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE'))
$$;

-- Merges one account into another of the same person and returns nothing, or returns why it can't and changes nothing.
-- The merged account becomes a GHOST first, because whatever an account may hold a GHOST may hold too (`merge_person`).
create or replace function merge_accounts(p_from uuid, p_into uuid, p_now timestamptz) returns setof text language plpgsql as $$
begin
  -- Both in one order, so that two merges wait for each other instead of being in a deadlock.
  perform from users where id in (p_from, p_into) order by id for update;
  return query select b from merge_blockers(p_from, p_into, p_now) b;
  if found then return; end if;
  delete from account_changes where user_id = p_from;
  update users set account_status = 'GHOST', email = null, email_verified_at = null,
      contact_email = coalesce(contact_email, email),
      contact_verified_at = case when contact_email is null then email_verified_at else contact_verified_at end
    where id = p_from and account_status = 'ACTIVE';
  perform merge_person(p_from, p_into, p_now);
end $$;
