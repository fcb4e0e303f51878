-- Filters, orders, and columns of a list of a lot that a member of its staff keeps under a name. See docs/decisions/0030-working-all-day.md.
create type staff_list as enum ('RESERVATIONS', 'WAITLIST', 'VISITS', 'PROBLEMS', 'FINES', 'SPOTS', 'MEMBERS', 'RESIDENTS', 'INVITES', 'CARS', 'REFUNDS');

create table saved_views (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  list staff_list not null,
  -- Unique, so that nobody has more than 20 views of a list.
  slot smallint not null check (slot between 1 and 20),
  name text not null check (length(name) between 1 and 60),
  -- As in the address of the list.
  query text not null check (octet_length(query) <= 1000),
  -- The keys of the columns in their order. Null: all of them.
  columns text[] check (cardinality(columns) between 1 and 30 and octet_length(array_to_string(columns, ',')) <= 600),
  created_at timestamptz not null,
  primary key (id, lot_id)
);
create unique index saved_views_slot on saved_views (user_id, lot_id, list, slot);
create unique index saved_views_name on saved_views (user_id, lot_id, list, lower(name));
