-- Links with which a driver shares their pass (docs/decisions/0037-arriving.md). Only the hash of the secret part is stored. A link works as
-- long as the reservation does.
create table pass_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  lot_id uuid not null,
  reservation_id uuid not null,
  created_at timestamptz not null,
  foreign key (reservation_id, lot_id) references reservations (id, lot_id)
);
-- Whether a reservation is shared, and to end that.
create index pass_links_reservation on pass_links (reservation_id);
