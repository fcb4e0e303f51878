-- What this database was last brought to, so that an older version of the product sees that it must not start here, and
-- a start with nothing to do has nothing to run. One row. Written by db/migrate.ts as the owner.
create table schema_state (
  is_only boolean primary key default true check (is_only),
  -- The schema version of the newest release that migrated this database (db/schema.json).
  version integer not null check (version > 0),
  -- The oldest schema version that may run on it.
  runs_with integer not null check (runs_with between 1 and version),
  -- SHA-256 of each file of functions in force, and of the rights of the application's role.
  hashes jsonb not null
);
