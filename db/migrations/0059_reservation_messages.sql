-- Messages between the driver of a reservation and the host of its spot. See docs/decisions/0024-hosts.md.

create table reservation_messages (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  reservation_id uuid not null,
  -- Who wrote it, and whom it is to: the driver, and the host at that time. A later host of the spot reads neither's.
  user_id uuid not null references users,
  to_user_id uuid not null references users,
  -- Null once its writer was erased.
  text text check (length(text) between 1 and 1000),
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (reservation_id, lot_id) references reservations (id, lot_id)
);
create index reservation_messages_reservation on reservation_messages (reservation_id, created_at desc, id desc);
-- What a person wrote and received: for their export, and when they are erased or merged.
create index reservation_messages_user on reservation_messages (user_id);
create index reservation_messages_to on reservation_messages (to_user_id);
