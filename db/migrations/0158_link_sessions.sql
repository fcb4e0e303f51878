-- What the link in a guest's email or text opens is a session of its own kind: it shows one pass, opens its gate, and belongs to nobody, so that
-- no other session ends for it and nothing else can be done with it (docs/decisions/0068-links-that-show-a-pass.md). Only the hash of its token
-- is stored. One device has one token, for every pass that was opened on it.
create table link_sessions (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  lot_id uuid not null,
  reservation_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  primary key (token_hash, lot_id, reservation_id),
  foreign key (lot_id, reservation_id) references reservations (lot_id, id)
);
create index link_sessions_reservation on link_sessions (lot_id, reservation_id);
create index link_sessions_expires on link_sessions (expires_at);

-- When the guest turned the link off. The row stays until the link would have expired, so that a new one can be sent to whom it was sent.
alter table guest_links add column revoked_at timestamptz;
