-- The job queue as the operator sees it, and the recovery of jobs whose workers are gone. The tables belong to
-- graphile-worker.

-- Whether the queue is on this server. On Citus it is only on the coordinator, while triggers run where the rows of the city are.
create or replace function has_queue() returns boolean language sql stable as $$
  select to_regclass('graphile_worker._private_jobs') is not null
$$;

-- Queues a job and notifies the workers, as graphile_worker.add_job does.
create or replace function add_job(
  p_task text, p_payload json default null, queue_name text default null, run_at timestamptz default null,
  max_attempts integer default null, job_key text default null, priority integer default null
) returns void language plpgsql as $$
begin
  if has_queue() then
    perform graphile_worker.add_job(p_task, p_payload, queue_name, run_at, max_attempts, job_key, priority);
  else
    insert into queued_jobs (task, payload, queue_name, run_at, max_attempts, job_key, priority)
      values (p_task, p_payload, queue_name, run_at, max_attempts, job_key, priority);
  end if;
end $$;

-- Moves jobs that were queued where the queue is not (queued_jobs) into the queue. Returns their number.
create or replace function collect_jobs() returns integer language plpgsql as $$
declare
  each queued_jobs;
  collected integer := 0;
begin
  for each in delete from queued_jobs q returning q.* loop
    perform add_job(each.task, each.payload, each.queue_name, each.run_at, each.max_attempts, each.job_key, each.priority);
    collected := collected + 1;
  end loop;
  return collected;
end $$;

-- Queues a job without notifying the workers: a transaction that notifies holds a lock of the whole database until its commit is
-- on disk, so that commits wait for each other. api/changes.ts wakes the workers after the commit. If the process ends before that,
-- they find the job when they next look by themselves (pollInterval in api/jobs/worker.ts). Writes the same row as
-- graphile_worker.add_job (api/jobs/queue-job.test.ts), which it calls for a task that was never queued before.
create or replace function queue_job(p_task text, p_payload json) returns void language plpgsql as $$
begin
  if not has_queue() then
    insert into queued_jobs (task, payload) values (p_task, p_payload);
    return;
  end if;
  insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, p_payload from graphile_worker._private_tasks t where t.identifier = p_task;
  if not found then perform graphile_worker.add_job(p_task, p_payload); end if;
end $$;

-- Returns workers that hold jobs or queues without being connected. Each connected worker holds the advisory lock
-- (7017, hash of its ID); see api/jobs/dead-workers.ts.
create or replace function missing_workers() returns setof text language sql stable as $$
  select w.locked_by from (
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null) w
  where not exists (
    select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.granted and l.classid = 7017 and l.objid = hashtext(w.locked_by)::oid
      and l.objsubid = 2)
$$;

-- Lets other workers do the jobs of workers that have been missing for p_grace. The workers p_own of the caller are never
-- taken for missing: they are about to lock again. An attempt that ended with its worker counts, so a job that brings its
-- worker down is given up in the end. Answers the jobs it released; two callers at once never both get one.
drop function if exists release_lost_jobs(text[], interval);
create function release_lost_jobs(p_own text[], p_grace interval)
  returns table (id bigint, task text, attempts int, max_attempts int, payload json) language sql as $$
  with missing as materialized (
    select m as worker from missing_workers() m),
  back as (
    delete from lost_workers l where not exists (select from missing m where m.worker = l.worker)),
  noted as (
    insert into lost_workers select m.worker, now() from missing m where m.worker <> all (p_own) on conflict do nothing),
  gone as (
    select l.worker from lost_workers l join missing m using (worker)
    where l.since <= now() - p_grace and l.worker <> all (p_own)),
  queues as (
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from gone where q.locked_by = gone.worker)
  update graphile_worker._private_jobs j
  set locked_by = null, locked_at = null, run_at = least(j.run_at, now()), last_error = '[WorkerGone]', updated_at = now()
  from gone, graphile_worker._private_tasks t
  where j.locked_by = gone.worker and t.id = j.task_id
  returning j.id, t.identifier, j.attempts::int, j.max_attempts::int, j.payload
$$;

-- Returns jobs that failed and wait for a retry, or were given up. `reason` is what api/jobs/guard-tasks.ts stored in
-- brackets; anything else is a message of an older version, which may contain an address, and is not returned.
drop function if exists failed_jobs();
create function failed_jobs()
  returns table (id bigint, task text, state text, attempts int, max_attempts int, reason text, payload json,
    is_running boolean, created_at timestamptz, next_run_at timestamptz) language sql stable as $$
  select j.id, t.identifier, case when j.attempts >= j.max_attempts then 'GIVEN_UP' else 'FAILED' end,
    j.attempts::int, j.max_attempts::int, substring(left(j.last_error, 400) from '^\[(.+)\]$'), j.payload, j.locked_at is not null,
    j.created_at, case when j.attempts < j.max_attempts then j.run_at end
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts > 0 and (j.last_error is not null and j.attempts < j.max_attempts
    or j.attempts >= j.max_attempts and j.locked_at is null)
$$;

-- Returns the jobs of the queue.
drop function if exists jobs_of_queue();
create function jobs_of_queue()
  returns table (task text, attempts int, max_attempts int, run_at timestamptz, locked_at timestamptz) language sql stable as $$
  select t.identifier, j.attempts::int, j.max_attempts::int, j.run_at, j.locked_at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
$$;

-- Schedules failed jobs to run now with all their attempts: one by its ID, or all of a task. Running ones stay as they are. Returns
-- the changed jobs as they were.
create or replace function retry_failed_jobs(p_id bigint, p_task text)
  returns table (id bigint, task text, attempts int, reason text) language sql as $$
  with meant as materialized (
    select f.id, f.task, f.attempts, f.reason from failed_jobs() f where (f.id = p_id or f.task = p_task) and not f.is_running)
  select j.id, meant.task, meant.attempts, meant.reason from meant,
    lateral graphile_worker.reschedule_jobs(array[meant.id], run_at => now(), attempts => 0) j
$$;

-- Deletes failed jobs in the same way.
create or replace function discard_failed_jobs(p_id bigint, p_task text)
  returns table (id bigint, task text, attempts int, reason text) language sql as $$
  with meant as materialized (
    select f.id, f.task, f.attempts, f.reason from failed_jobs() f where (f.id = p_id or f.task = p_task) and not f.is_running)
  select j.id, meant.task, meant.attempts, meant.reason from meant, lateral graphile_worker.complete_jobs(array[meant.id]) j
$$;

-- Makes a job retry sooner: the queue waits longer after each attempt, and counts no more than `p_max_attempts`. For jobs
-- that are useless later.
create or replace function retry_job_soon(p_job_id bigint, p_max_attempts integer) returns void language sql as $$
  update graphile_worker._private_jobs set attempts = least(attempts, p_max_attempts) where id = p_job_id and locked_at is not null
$$;

-- Records an alert unless there was one for its event within `p_pause_minutes`, and queues a job per channel, after
-- `p_delay_minutes`, in case the caller cannot send it immediately. Serialized per event by an advisory lock. Returns the alert's ID, or null.
create or replace function raise_alert(
  p_event text, p_summary text, p_channels text[], p_now timestamptz, p_pause_minutes integer, p_delay_minutes integer,
  p_max_attempts integer
) returns uuid language plpgsql as $$
declare
  made uuid;
begin
  perform pg_advisory_xact_lock(7018, hashtext(p_event));
  if exists (select from alerts where event = p_event and created_at > p_now - make_interval(mins => p_pause_minutes)) then return null; end if;
  insert into alerts (event, summary, created_at) values (p_event, p_summary, p_now) returning id into made;
  perform add_job('send_alert', json_build_object('alert_id', made, 'channel', c, 'status', 'RAISED'),
    max_attempts => p_max_attempts, run_at => now() + make_interval(mins => p_delay_minutes)) from unnest(p_channels) c;
  return made;
end $$;

-- Resolves the open alerts of an event and queues a message about the latest.
create or replace function resolve_alert(
  p_event text, p_channels text[], p_now timestamptz, p_max_attempts integer
) returns void language plpgsql as $$
declare
  latest uuid;
begin
  with ended as (
    update alerts set resolved_at = p_now where event = p_event and resolved_at is null returning id, created_at)
  select id into latest from ended order by created_at desc, id desc limit 1;
  if latest is null then return; end if;
  perform add_job('send_alert', json_build_object('alert_id', latest, 'channel', c, 'status', 'RESOLVED'),
    max_attempts => p_max_attempts) from unnest(p_channels) c;
end $$;

-- Returns the counts that alerts depend on: jobs that have been due for `p_stalled_minutes` and have not run,
-- holds that expired `p_overdue_minutes` ago and are still held, and jobs given up. The queue uses the database's clock, holds that of the product (p_now).
create or replace function platform_standing(p_now timestamptz, p_stalled_minutes integer, p_overdue_minutes integer)
  returns table (stalled int, overdue int, given_up int) language plpgsql stable as $$
declare
  -- One statement each: the queue and the tables may be on different servers.
  overdue_holds integer := (select count(*)::int from reservations r
    where r.status in ('CHECKOUT', 'PENDING') and r.hold_expires_at < p_now - make_interval(mins => p_overdue_minutes));
  failed integer := (select count(*)::int from failed_jobs() f where f.state = 'GIVEN_UP');
begin
  -- Jobs with a low priority, such as the invitations of an import, wait until nothing else is due, so they may be late by much more.
  return query select count(*)::int, overdue_holds, failed from graphile_worker._private_jobs j
    where j.is_available and j.run_at < now() - make_interval(mins => p_stalled_minutes * case when j.priority > 0 then 48 else 1 end);
end $$;
