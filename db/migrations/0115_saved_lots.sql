-- The lots that a driver saved, to find them again in search and under their account.
create table saved_lots (
  user_id uuid not null references users,
  lot_id uuid not null references lots,
  created_at timestamptz not null,
  primary key (user_id, lot_id)
);
