-- Parts of the product that platform admins switched on or off for a lot, by the names of core/flags/catalog.ts.
create table lot_flags (
  lot_id uuid not null references lots,
  flag text not null check (flag ~ '^[a-z_]{1,40}$'),
  is_on boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  set_by_user_id uuid not null references users,
  set_at timestamptz not null,
  primary key (lot_id, flag)
);
