-- Links in emails and texts that lead guests to their reservation without an account.
alter type sign_in_method add value if not exists 'GUEST_LINK';
create table guest_links (
  token_hash bytea primary key,
  lot_id uuid not null,
  reservation_id uuid not null,
  -- Where it was sent to, which opening it proves.
  email text,
  phone text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  check (num_nonnulls(email, phone) = 1),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id)
);
create index guest_links_reservation on guest_links (lot_id, reservation_id);
create index guest_links_expires on guest_links (expires_at);
