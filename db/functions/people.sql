-- Rules about members that the database enforces. This file runs again whenever it changes.

-- Raises OS010 if a lot would lose its last owner (SUPER_ADMIN). Checked at commit, so that ownership can be handed
-- over in one transaction; locks the lot, so that concurrent changes wait.
create or replace function keep_super_admin() returns trigger language plpgsql as $$
begin
  perform from lots where id = old.lot_id for no key update;
  if not exists (select from memberships where lot_id = old.lot_id and role = 'SUPER_ADMIN' and status = 'ACTIVE') then
    raise exception 'lot % would be without a super admin', old.lot_id using errcode = 'OS010';
  end if;
  return null;
end $$;
drop trigger if exists memberships_super_admin_changed on memberships;
create constraint trigger memberships_super_admin_changed after update of role, status on memberships
  deferrable initially deferred for each row
  when (old.role = 'SUPER_ADMIN' and old.status = 'ACTIVE' and (new.role <> 'SUPER_ADMIN' or new.status <> 'ACTIVE'))
  execute function keep_super_admin();
drop trigger if exists memberships_super_admin_deleted on memberships;
create constraint trigger memberships_super_admin_deleted after delete on memberships
  deferrable initially deferred for each row
  when (old.role = 'SUPER_ADMIN' and old.status = 'ACTIVE') execute function keep_super_admin();

-- Raises OS031 if the installation would lose its last active platform admin. The lock makes concurrent changes wait.
create or replace function keep_platform_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('platform_admins'));
  if not exists (select from users where 'OPENSPOT_ADMIN' = any (roles) and account_status = 'ACTIVE') then
    raise exception 'user % is the last platform admin', old.id using errcode = 'OS031';
  end if;
  return null;
end $$;
drop trigger if exists users_platform_admin_changed on users;
create constraint trigger users_platform_admin_changed after update of roles, account_status on users
  deferrable initially deferred for each row
  when ('OPENSPOT_ADMIN' = any (old.roles) and old.account_status = 'ACTIVE'
    and not ('OPENSPOT_ADMIN' = any (new.roles) and new.account_status = 'ACTIVE'))
  execute function keep_platform_admin();

-- A change of group changes whose reservations are counted together, so the counters are incremented and bookings
-- allowed under an earlier count must be checked again.
create or replace function bump_limit_scopes() returns trigger language plpgsql as $$
begin
  insert into limit_scopes (lot_id, limit_scope, version)
    select new.lot_id, h.limit_scope, 1
    from (
      select 'user:' || new.user_id as limit_scope
      union select 'group:' || g from unnest(array[old.group_id, new.group_id]) g where g is not null
    ) h order by h.limit_scope
    on conflict (lot_id, limit_scope) do update set version = limit_scopes.version + 1;
  return null;
end $$;
create or replace trigger memberships_recount after update of group_id, status on memberships for each row
  when ((old.group_id, old.status) is distinct from (new.group_id, new.status)) execute function bump_limit_scopes();

-- Returns how many lots a person can save. A function, because a trigger has no parameters; api/shared-constants.test.ts compares
-- it with MAX_SAVED_LOTS.
create or replace function max_saved_lots() returns integer language sql immutable return 100;

-- Limits the lots that a person saves. Locks the person, so that concurrent calls count each other. Raises OS074 above the limit; a
-- lot that is saved already is not counted again. Accounts that are merged keep what both saved.
create or replace function limit_saved_lots() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for no key update;
  if not exists (select from saved_lots where user_id = new.user_id and lot_id = new.lot_id)
    and (select count(*) from saved_lots where user_id = new.user_id) >= max_saved_lots() then
    raise exception 'this person saved too many lots' using errcode = 'OS074';
  end if;
  return new;
end $$;
create or replace trigger saved_lots_limit before insert on saved_lots for each row execute function limit_saved_lots();

-- Whether an unclaimed person is known only to one data source and its lot, so that the source may say how to reach them. What another lot
-- also relies on, or the person has proven, changes only by the person: who owns the new address would sign in as them.
create or replace function only_source_knows(p_user_id uuid, p_data_source_id uuid) returns boolean language sql stable
  return exists (select from users u where u.id = p_user_id and u.account_status = 'GHOST' and u.source = 'DATA_SOURCE_IMPORT'
      and u.email_verified_at is null and u.contact_verified_at is null and u.phone_verified_at is null)
    and not exists (select from residents r where r.user_id = p_user_id and r.data_source_id <> p_data_source_id)
    and not exists (select from data_sources d join memberships m on m.lot_id <> d.lot_id
      where d.id = p_data_source_id and m.user_id = p_user_id and m.status <> 'DELETED')
    and not exists (select from data_sources d join reservations r on r.lot_id <> d.lot_id
      where d.id = p_data_source_id and r.user_id = p_user_id);

-- Whether a lot knows a person by itself: by a membership, a reservation, or one of its data sources.
create or replace function lot_knows_person(p_lot_id uuid, p_user_id uuid) returns boolean language sql stable
  return exists (select from memberships m where m.lot_id = p_lot_id and m.user_id = p_user_id and m.status <> 'DELETED')
    or exists (select from reservations r where r.lot_id = p_lot_id and r.user_id = p_user_id)
    or exists (select from residents r where r.lot_id = p_lot_id and r.user_id = p_user_id);

-- Whether an unproven phone number may lead a lot to an unclaimed person: the person has no address other than the one that the lot gives, or
-- the lot knows them. The owner of another address that a stranger typed beside the number would get what this lot grants.
create or replace function may_find_by_phone(
  p_lot_id uuid, p_user_id uuid, p_email text, p_contact_email text, p_given_email text
) returns boolean language sql stable
  return coalesce(p_email, p_contact_email) is null
    or coalesce(p_given_email in (p_email, p_contact_email), false) and coalesce(p_email = p_contact_email, true)
    or lot_knows_person(p_lot_id, p_user_id);

-- Whether everyone who described an unclaimed person said this phone number, so that its owner may be taken for them. A lot that said another
-- number, or none, beside a lot that said this one did not mean its owner.
create or replace function lots_agree_on_phone(p_user_id uuid, p_phone text) returns boolean language sql stable
  return (select count(*) < 2 or bool_and(by_lot.says_it) from (
    select bool_or(coalesce(said.phone = p_phone, false)) as says_it from (
      select r.lot_id, r.phone from residents r where r.user_id = p_user_id
      union all
      select t.lot_id, t.typed_contact ->> 'phone' from reservations t where t.user_id = p_user_id and t.typed_contact is not null
    ) said group by said.lot_id) by_lot);
