-- Pictures, maps, short links and signs.

-- What people upload, encoded anew by us: rows, so that a picture is stored and thrown away with what refers to it.
create table files (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  purpose text not null check (purpose in ('LOGO', 'MAP')),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  -- Always WebP.
  bytes bytea not null check (octet_length(bytes) between 1 and 10000000),
  created_at timestamptz not null,
  created_by_user_id uuid references users,
  primary key (id, lot_id),
  -- A map is as large as its picture.
  unique (lot_id, id, width, height)
);
-- It is compressed already.
alter table files alter bytes set storage external;

alter table lots add logo_file_id uuid;
alter table lots add foreign key (id, logo_file_id) references files (lot_id, id) not valid;
alter table lots validate constraint lots_id_logo_file_id_fkey;

-- A picture, or an empty sheet, with spots placed on it. Positions and sizes are in the picture's pixels.
create table maps (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  name text not null check (length(name) between 1 and 60),
  position integer not null check (position between 1 and 100),
  file_id uuid,
  width integer not null check (width between 100 and 10000),
  height integer not null check (height between 100 and 10000),
  -- Counts changes: who changes a map names the one they looked at.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, file_id, width, height) references files (lot_id, id, width, height)
);
create unique index maps_name on maps (lot_id, lower(name));
create index maps_file on maps (lot_id, file_id) where file_id is not null;

create table map_spots (
  map_id uuid not null,
  lot_id uuid not null,
  spot_id uuid not null,
  -- The middle.
  x double precision not null check (x between 0 and 10000),
  y double precision not null check (y between 0 and 10000),
  width double precision not null check (width between 1 and 10000),
  height double precision not null check (height between 1 and 10000),
  -- Degrees, clockwise.
  turn double precision not null check (turn >= 0 and turn < 360),
  -- Corners within the box of this width and height, from -0.5 to 0.5 each way; null: the box itself.
  outline jsonb check (jsonb_typeof(outline) = 'array'),
  primary key (map_id, spot_id, lot_id),
  foreign key (lot_id, map_id) references maps (lot_id, id) on delete cascade,
  foreign key (lot_id, spot_id) references spots (lot_id, id)
);
create index map_spots_spot on map_spots (lot_id, spot_id);

-- What hangs on the wall.
create table signs (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  place text not null check (length(place) between 1 and 80),
  -- Where the print that hangs there leads.
  printed_path text not null,
  created_at timestamptz not null,
  -- Since when that print hangs there.
  hung_at timestamptz not null,
  taken_down_at timestamptz,
  primary key (id, lot_id)
);
create unique index signs_place on signs (lot_id, lower(place)) where taken_down_at is null;

-- A long link made short. It leads to a page of ours and nowhere else: what is kept is a path, in one of these forms.
create table short_links (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  code text not null unique check (code ~ '^[A-Za-z0-9]{10}$'),
  path text not null check (path ~
    '^(/l/[A-Za-z0-9]{22,40}(\?(spot_id|gate_id)=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|/book/[A-Za-z0-9]{22,40}(\?spot_id=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|/v/[A-Za-z0-9]{22,40})$'),
  -- The lot's public id as the link has it: once the lot has another, whatever shows the link has to be replaced.
  public_id text generated always as (substring(path from '^/(?:l|book)/([A-Za-z0-9]+)')) stored,
  -- Each sign has codes of its own, so that it can be told how often this one is used.
  sign_id uuid,
  created_at timestamptz not null,
  created_by_user_id uuid references users,
  primary key (id, lot_id),
  foreign key (lot_id, sign_id) references signs (lot_id, id),
  -- The same page has the same code.
  unique nulls not distinct (lot_id, path, sign_id)
);
create index short_links_sign on short_links (lot_id, sign_id) where sign_id is not null;
-- A sign has the code that is printed on it.
alter table signs add foreign key (lot_id, printed_path, id) references short_links (lot_id, path, sign_id)
  deferrable initially deferred;

-- How often a link was opened on a day of the lot; never by whom.
create table short_link_scans (
  short_link_id uuid not null,
  lot_id uuid not null,
  scanned_on date not null,
  scans integer not null check (scans > 0),
  -- Of those, the ones after the lot's public id had become another one.
  outdated_scans integer not null default 0 check (outdated_scans between 0 and scans),
  primary key (short_link_id, scanned_on, lot_id),
  foreign key (lot_id, short_link_id) references short_links (lot_id, id)
);
