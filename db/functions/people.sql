-- What always holds of people in a lot. Made anew at every migration.

-- A lot that has an owner keeps one. Looked at when the transaction ends, so that it can be handed over in one; the
-- lot's row makes those wait who do the same at once.
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

-- Whose stays count together changes with who is in a group: what was allowed by an earlier count is asked again.
create or replace function recount_holders() returns trigger language plpgsql as $$
begin
  insert into holders (lot_id, holder, version)
    select new.lot_id, h.holder, 1
    from (
      select 'user:' || new.user_id as holder
      union select 'group:' || g from unnest(array[old.group_id, new.group_id]) g where g is not null
    ) h order by h.holder
    on conflict (lot_id, holder) do update set version = holders.version + 1;
  return null;
end $$;
create or replace trigger memberships_recount after update of group_id, status on memberships for each row
  when ((old.group_id, old.status) is distinct from (new.group_id, new.status)) execute function recount_holders();
