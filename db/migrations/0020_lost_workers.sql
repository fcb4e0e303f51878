-- Since when a job worker that holds jobs has been without its advisory lock (7017, hash of its ID). The database keeps
-- this, so that the jobs are released in time even when each of the other workers lives for a few seconds only.
create table lost_workers (
  worker text primary key,
  since timestamptz not null
);
