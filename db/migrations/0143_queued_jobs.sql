-- Jobs queued where the queue is not (docs/decisions/0054-cities.md): on Citus, triggers run on the server that has the rows of the city.
-- collect_jobs moves them into the queue. Always empty on one PostgreSQL.
create table queued_jobs (
  id uuid primary key default uuidv7(),
  task text not null,
  payload json,
  queue_name text,
  run_at timestamptz,
  max_attempts integer,
  job_key text,
  priority integer
);
