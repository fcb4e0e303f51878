-- Source maps of the pages' builds, by the file they belong to, whose name has a hash of its content. Pages of an earlier release report errors for a
-- while after the next one was built, and other machines have no build at all. See docs/decisions/0021-error-monitoring.md.
create table source_maps (
  file text not null primary key check (length(file) between 1 and 300),
  -- The first release that had it.
  release text not null check (length(release) between 1 and 200),
  -- When a server with this file started last.
  seen_at timestamptz not null,
  -- The map as JSON, compressed with gzip.
  content bytea not null check (length(content) <= 8000000)
);
create index source_maps_seen on source_maps (seen_at);
alter table source_maps alter column content set storage external;
