-- Spots that the booking page keeps free for someone who fills it in (docs/decisions/0051-page-holds.md). A row ends by its own time, when
-- the page is left, or when the spot is booked, and is kept for a day, so that coming back doesn't restart the countdown.
create table page_holds (
  id uuid not null,
  lot_id uuid not null references lots,
  spot_id uuid not null,
  spot_no smallint not null,
  -- Keyed hash of the user, or of the cookie of a visitor who has no account here.
  holder text not null,
  is_anonymous boolean not null,
  network text,
  -- The page that shows it: leaving another one doesn't release it.
  page_id uuid not null,
  -- The spot that was asked for, or the wishes if any spot will do.
  wanted text not null check (length(wanted) <= 300),
  starts_at timestamptz not null,
  -- Null: without end.
  ends_at timestamptz,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, spot_id) references spots (lot_id, id),
  check (ends_at > starts_at),
  check (expires_at > placed_at),
  -- One spot for one visitor. Also for the trigger that keeps reservations off it.
  constraint page_holds_no_overlap exclude using gist (lot_id with =, spot_id with =, tstzrange(starts_at, ends_at) with &&)
    where (ended_at is null)
);
-- Never two spots of a lot for one visitor. Also for booking, which ends the hold.
create unique index page_holds_open on page_holds (lot_id, holder) where ended_at is null;
-- How many a visitor has open.
create index page_holds_holder on page_holds (holder) where ended_at is null;
-- What someone held in a lot lately, and how many a network did.
create index page_holds_lately on page_holds (lot_id, placed_at);
-- Those whose time is up.
create index page_holds_due on page_holds (expires_at) where ended_at is null;

comment on column occupancy.reservation_id is 'The reservation or page hold that takes the time; null: closed.';
