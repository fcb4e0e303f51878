-- The time zone of each place, so that a search of places doesn't look it up in the shapes of time zones (docs/decisions/0059-exact-time-zones.md).
-- Null: loaded by an earlier version. The next start fills it.
alter table places add column time_zone text;
alter table landmarks add column time_zone text;
