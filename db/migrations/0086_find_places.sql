-- Search by address, landmark, and neighborhood, also with typos (docs/decisions/0033-finding-places.md).

-- The name in the form in which it is compared (core/places/place-key.ts). Empty in rows that an earlier version loaded; the next
-- start fills it.
alter table places add column key text not null default '';

-- Streets, neighborhoods, landmarks, venues, airports, and stations. A table of its own, because the previous version reads `places` and
-- knows only two kinds.
create table landmarks (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('NEIGHBORHOOD', 'LANDMARK', 'VENUE', 'AIRPORT', 'STATION', 'STREET')),
  name text not null check (length(name) between 1 and 200),
  key text not null,
  -- The name to show, if this row is another name or the address of a place.
  shown_as text check (length(shown_as) between 1 and 200),
  street text,
  city text,
  region text,
  postal_code text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  -- The course of a street: points as [latitude, longitude].
  line jsonb,
  check ((kind = 'STREET') = (line is not null)),
  unique (kind, country, name, lat, lng)
);
-- Places that begin with a text.
create index landmarks_key on landmarks (key text_pattern_ops);
-- Places that resemble a text.
create index landmarks_similar on landmarks using gin (key gin_trgm_ops);

alter table lots
  -- The features that at least one of its spots has.
  add column spot_features spot_feature[] not null default '{}',
  -- The numbers of the spots that are assigned only on request (spot_is_on_request), and how many they are. db/functions/guards.sql keeps them.
  add column spots_on_request int4multirange not null default '{}',
  add column on_request_count integer not null default 0;

with each_lot as (
  select s.lot_id,
    coalesce(range_agg(int4range(s.spot_no, s.spot_no, '[]')) filter (where s.type in ('ACCESSIBLE', 'MOTORCYCLE', 'SEMI_TRUCK', 'STORAGE')
      or s.features && array['EV_CHARGER', 'SHARED_EV_CHARGER']::spot_feature[]), '{}'::int4multirange) as numbers,
    (count(*) filter (where s.type in ('ACCESSIBLE', 'MOTORCYCLE', 'SEMI_TRUCK', 'STORAGE')
      or s.features && array['EV_CHARGER', 'SHARED_EV_CHARGER']::spot_feature[]))::int as total,
    array(select distinct f from spots o cross join lateral unnest(o.features) f where o.lot_id = s.lot_id and o.deleted_at is null order by f) as features
  from spots s where s.deleted_at is null group by s.lot_id)
update lots l set spots_on_request = e.numbers, on_request_count = e.total, spot_features = e.features
  from each_lot e where e.lot_id = l.id and (e.total > 0 or e.features <> '{}');
