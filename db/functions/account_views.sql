-- Who may see the product as someone else. This file runs again whenever it changes.

-- Whether a view of an account is possible: the viewer is a platform admin, and the account is open and not that of another one.
create or replace function may_view(p_admin uuid, p_user uuid) returns boolean language sql stable as $$
  select exists (select from users a where a.id = p_admin and a.account_status = 'ACTIVE' and 'OPENSPOT_ADMIN' = any (a.roles))
    and exists (select from users u where u.id = p_user and u.account_status in ('ACTIVE', 'GHOST') and u.roles = '{}')
$$;

-- Raises OS033 if someone would begin to see an account whose view is not possible.
create or replace function check_account_view() returns trigger language plpgsql as $$
begin
  if not may_view(new.admin_user_id, new.user_id) then
    raise exception 'account % cannot be viewed by %', new.user_id, new.admin_user_id using errcode = 'OS033';
  end if;
  return null;
end $$;
create or replace trigger account_views_possible after insert on account_views for each row execute function check_account_view();
