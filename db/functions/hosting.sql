-- What follows for the host of a spot, its assignee.

-- Notifies the assignee of a spot of a reservation that someone else makes, changes, or cancels. A reservation that was
-- merged meanwhile is skipped when the job runs.
create or replace function notify_host_of_reservation() returns trigger language plpgsql as $$
declare
  host_before uuid;
  host_after uuid;
begin
  select s.assigned_user_id into host_after from spots s
    where s.id = new.spot_id and s.lot_id = new.lot_id and s.assigned_user_id <> new.user_id;
  host_before := host_after;
  if old.spot_id <> new.spot_id then
    select s.assigned_user_id into host_before from spots s
      where s.id = old.spot_id and s.lot_id = new.lot_id and s.assigned_user_id <> new.user_id;
  end if;
  if old.status <> 'ACTIVE' then
    perform enqueue_host_notice('HOST_BOOKED', host_after, new.id, new.spot_id, new.starts_at, new.ends_at, new.version);
  elsif new.status = 'CANCELED' then
    perform enqueue_host_notice('HOST_CANCELED', host_before, old.id, old.spot_id, old.starts_at, old.ends_at, old.version);
  elsif new.status <> 'ACTIVE' then
    return null;
  elsif host_before is distinct from host_after or old.spot_id <> new.spot_id then
    perform enqueue_host_notice('HOST_CANCELED', host_before, old.id, old.spot_id, old.starts_at, old.ends_at, old.version);
    perform enqueue_host_notice('HOST_BOOKED', host_after, new.id, new.spot_id, new.starts_at, new.ends_at, new.version);
  else
    perform enqueue_host_notice('HOST_CHANGED', host_after, new.id, new.spot_id, new.starts_at, new.ends_at, new.version);
  end if;
  return null;
end $$;
create or replace trigger reservations_notify_host after update of status, spot_id, starts_at, ends_at on reservations for each row
  when ((old.status = 'ACTIVE' or new.status = 'ACTIVE')
    and (old.status, old.spot_id, old.starts_at, old.ends_at) is distinct from (new.status, new.spot_id, new.starts_at, new.ends_at))
  execute function notify_host_of_reservation();

-- Queues a notice to a host, with the spot and times that it is about.
drop function if exists enqueue_host_notice(text, uuid, reservations);
create or replace function enqueue_host_notice(
  p_kind text, p_host uuid, p_reservation_id uuid, p_spot_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_version integer
) returns void language plpgsql as $$
begin
  if p_host is null then return; end if;
  perform queue_job('notify_host', json_build_object('kind', p_kind, 'reservation_id', p_reservation_id, 'user_id', p_host,
    'spot_id', p_spot_id, 'starts_at', p_starts_at, 'ends_at', p_ends_at, 'version', p_version));
end $$;

-- The minimum notice is the host's, so it ends when the spot becomes someone else's.
create or replace function drop_min_notice() returns trigger language plpgsql as $$
begin
  new.min_notice_minutes := 0;
  return new;
end $$;
create or replace trigger spots_drop_min_notice before update of assigned_user_id on spots for each row
  when (old.min_notice_minutes > 0 and old.assigned_user_id is distinct from new.assigned_user_id)
  execute function drop_min_notice();

-- A changed minimum notice changes the terms of the lot.
create or replace function bump_terms_of_spot() returns trigger language plpgsql as $$
begin
  perform bump_terms(array[new.lot_id]);
  return null;
end $$;
create or replace trigger spots_min_notice_terms after update on spots for each row
  when (old.min_notice_minutes <> new.min_notice_minutes) execute function bump_terms_of_spot();
