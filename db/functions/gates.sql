-- Requests to open a gate: one pulse for each, never a second one, never a late one.

-- Raises OS002 for a transition that is not in gate_open_moves.
create or replace function refuse_illegal_gate_open_move() returns trigger language plpgsql as $$
begin
  if not exists (select from gate_open_moves where from_status = old.status and to_status = new.status) then
    raise exception 'a request to open a gate cannot go from % to %', old.status, new.status using errcode = 'OS002';
  end if;
  return new;
end $$;
create or replace trigger gate_opens_moves before update of status on gate_opens
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_gate_open_move();

-- Writes each state of a request with its time.
create or replace function keep_gate_open_step() returns trigger language plpgsql as $$
begin
  insert into gate_open_steps (lot_id, open_id, status, at) values (new.lot_id, new.id, new.status, new.status_at);
  return null;
end $$;
create or replace trigger gate_opens_step_insert after insert on gate_opens
  for each row execute function keep_gate_open_step();
create or replace trigger gate_opens_step_update after update of status on gate_opens
  for each row when (old.status is distinct from new.status) execute function keep_gate_open_step();
create or replace trigger gate_open_steps_append_only before update or delete or truncate on gate_open_steps
  for each statement execute function refuse_change();

-- Ends the permission to open gates with the membership, so that someone who comes back asks for it again.
create or replace function end_gate_permission() returns trigger language plpgsql as $$
begin
  new.opens_gates := false;
  return new;
end $$;
create or replace trigger memberships_gate_permission before update of status on memberships
  for each row when (new.opens_gates and new.status <> 'ACTIVE') execute function end_gate_permission();

-- Returns what entitles a person to open a gate at a moment, and otherwise why not. A reservation comes first, so that staff
-- who park here give no reason for their own gate. With p_only_reservation_id, nothing but that reservation entitles them: so it is for
-- someone who has only a link to its pass.
drop function if exists right_at_gate(gates, uuid, timestamptz);
drop function if exists right_at_gate(uuid, integer, integer, uuid, timestamptz);
create or replace function right_at_gate(
  p_lot_id uuid, p_early_minutes integer, p_late_minutes integer, p_user_id uuid, p_now timestamptz, p_only_reservation_id uuid default null,
  out given_by gate_right, out reservation_id uuid, out reason text
) language plpgsql stable as $$
declare
  the_member memberships;
begin
  select r.id into reservation_id from reservations r
    where r.user_id = p_user_id and r.lot_id = p_lot_id and r.status = 'ACTIVE'
      and (p_only_reservation_id is null or r.id = p_only_reservation_id)
      and r.starts_at - make_interval(mins => p_early_minutes) <= p_now
      and (r.ends_at is null or r.ends_at + make_interval(mins => p_late_minutes) > p_now)
    order by r.starts_at desc limit 1;
  if found then given_by := 'RESERVATION'; return; end if;
  select m.* into the_member from memberships m
    where m.lot_id = p_lot_id and m.user_id = p_user_id and m.status = 'ACTIVE' and p_only_reservation_id is null;
  if the_member.id is not null then
    if exists (select from spots s where s.lot_id = p_lot_id and s.deleted_at is null
      and (s.assigned_user_id = p_user_id or s.assigned_group_id = the_member.group_id)) then
      given_by := 'ASSIGNMENT';
      return;
    end if;
    if the_member.opens_gates then given_by := 'MEMBERSHIP'; return; end if;
    if the_member.role <> 'MEMBER' then given_by := 'STAFF'; return; end if;
  end if;
  reason := case
    when exists (select from reservations r where r.user_id = p_user_id and r.lot_id = p_lot_id and r.status = 'ACTIVE'
      and (p_only_reservation_id is null or r.id = p_only_reservation_id) and r.starts_at > p_now) then 'TOO_EARLY'
    when exists (select from reservations r where r.user_id = p_user_id and r.lot_id = p_lot_id and r.status = 'ACTIVE'
      and (p_only_reservation_id is null or r.id = p_only_reservation_id) and r.ends_at <= p_now and r.ends_at > p_now - interval '1 day') then 'TOO_LATE'
    else 'NOT_AUTHORIZED' end;
end $$;

-- Requests to open a gate, in one round trip. Every request is stored, also a rejected one.
--
-- Locks the gate, so that its requests follow one another.
--
-- outcome: requested (the caller has to send the pulse) · joined (another request's pulse opens the gate) · rejected (see
-- its reason) · exists (the same key) · note_missing (staff give a reason; nothing is stored) · gate_not_found
create or replace function request_gate_open(p_now timestamptz, p jsonb, out outcome text, out open_id uuid) language plpgsql as $$
declare
  q record;
  g gates;
  given record;
  the_reason text;
  last_pulse gate_opens;
  may_join boolean;
  joins uuid;
begin
  select * into q from jsonb_to_record(p) as (
    open_id uuid, lot_id uuid, gate_id uuid, user_id uuid, note text, client client_kind, idempotency_key text,
    actor_role text, request_id text, camera_id uuid, only_reservation_id uuid, is_by_link boolean,
    expires_seconds integer, opens_per_user integer, opens_per_gate integer);
  select o.id into open_id from gate_opens o where o.user_id = q.user_id and o.idempotency_key = q.idempotency_key;
  if found then outcome := 'exists'; return; end if;
  select x.* into g from gates x where x.id = q.gate_id and x.lot_id = q.lot_id and x.deleted_at is null for update;
  if not found then outcome := 'gate_not_found'; return; end if;

  select * into given from right_at_gate(g.lot_id, g.early_minutes, g.late_minutes, q.user_id, p_now, q.only_reservation_id);
  -- A plate says that a vehicle is here, so it opens by what entitles the vehicle to park, and not by its owner's role.
  if q.camera_id is not null and given.given_by is not null then
    if given.given_by = 'STAFF' then
      given.given_by := null;
      given.reason := 'NOT_AUTHORIZED';
    else
      given.given_by := 'PLATE_EVENT';
    end if;
  end if;
  if given.given_by = 'STAFF' and q.note is null then outcome := 'note_missing'; return; end if;
  select o.* into last_pulse from gate_opens o
    where o.gate_id = g.id and o.lot_id = g.lot_id and o.joined_id is null and o.status <> 'REJECTED'
    order by o.requested_at desc limit 1;
  -- A pulse that is on its way, or that opened the gate a moment ago, serves this request as well. COALESCE, because without an earlier
  -- pulse each of its columns is null.
  may_join := coalesce(last_pulse.status in ('REQUESTED', 'SENT') and last_pulse.expires_at > p_now
    or last_pulse.sent_at > p_now - make_interval(secs => g.pause_seconds) and last_pulse.status in ('TRIGGERED', 'OPENING', 'OPEN', 'UNCONFIRMED'),
    false);
  -- Whatever became of the last pulse, another one must not reverse a gate that is open or may be moving.
  the_reason := case
    when given.given_by is null then given.reason
    when g.locked_reason is not null and given.given_by <> 'STAFF' then 'LOCKED'
    when g.held_open_until > p_now then 'HELD_OPEN'
    when not may_join and g.actuation = 'TOGGLE_BUTTON' and g.position in ('OPEN', 'OPENING') then 'ALREADY_OPEN'
    when not may_join and last_pulse.sent_at > p_now - make_interval(secs => g.pause_seconds)
      and last_pulse.status in ('UNKNOWN', 'OBSTRUCTED') then 'MAY_BE_MOVING'
    when (select count(*) from gate_opens o where o.user_id = q.user_id and o.requested_at > p_now - interval '1 minute') >= q.opens_per_user
      then 'TOO_OFTEN'
    when may_join then null
    when (select count(*) from gate_opens o where o.gate_id = g.id and o.sent_at > p_now - interval '1 minute'
      and o.requested_at > p_now - interval '2 minutes') >= q.opens_per_gate then 'GATE_BUSY'
  end;
  if the_reason is null and may_join then joins := last_pulse.id; end if;
  -- The sweep settles a request that its process left behind; until then it would keep everyone out.
  if the_reason is null and joins is null and last_pulse.status in ('REQUESTED', 'SENT') then
    perform settle_gate_open(g.lot_id, last_pulse.id, case last_pulse.status when 'REQUESTED' then 'EXPIRED'::gate_open_status else 'UNKNOWN' end,
      p_now, case last_pulse.status when 'REQUESTED' then 'NOT_DELIVERED' else 'NO_ANSWER' end, null);
    if last_pulse.sent_at > p_now - make_interval(secs => g.pause_seconds) then the_reason := 'MAY_BE_MOVING'; end if;
  end if;
  insert into gate_opens (id, lot_id, gate_id, user_id, given_by, reservation_id, note, client, idempotency_key, camera_id, joined_id, is_by_link, status,
      status_at, reason, requested_at, expires_at)
    values (q.open_id, g.lot_id, g.id, q.user_id, given.given_by, given.reservation_id, q.note, q.client, q.idempotency_key, q.camera_id, joins,
      coalesce(q.is_by_link, false),
      case when the_reason is null then 'REQUESTED'::gate_open_status else 'REJECTED' end, p_now, the_reason,
      p_now, p_now + make_interval(secs => q.expires_seconds));
  if given.given_by = 'STAFF' then
    insert into audit_log (at, lot_id, actor_user_id, actor_role, action, subject_kind, subject_id, details, request_id)
      values (p_now, g.lot_id, q.user_id, q.actor_role, 'gate.open', 'gate', g.id::text,
        jsonb_build_object('open_id', q.open_id, 'note', q.note, 'gate', g.name), q.request_id);
  end if;
  open_id := q.open_id;
  outcome := case when the_reason is not null then 'rejected' when joins is not null then 'joined' else 'requested' end;
end $$;

-- Takes a request for sending, at most once. Returns for how many milliseconds its pulse may still leave; null if another process has
-- it, or if it must not be sent anymore: it is EXPIRED then, or FAILED because a remote control has opened a toggle gate meanwhile.
drop function if exists begin_gate_pulse(uuid, uuid, timestamptz);
create function begin_gate_pulse(p_lot_id uuid, p_open_id uuid, p_now timestamptz, out left_ms integer) language plpgsql as $$
declare
  g gates;
begin
  select x.* into g from gates x join gate_opens o on o.gate_id = x.id and o.lot_id = x.lot_id
    where o.id = p_open_id and o.lot_id = p_lot_id for update of x;
  if g.actuation = 'TOGGLE_BUTTON' and g.position in ('OPEN', 'OPENING') then
    perform settle_gate_open(p_lot_id, p_open_id, 'FAILED', p_now, 'ALREADY_OPEN', null);
    return;
  end if;
  update gate_opens o set status = 'SENT', status_at = p_now, sent_at = p_now
    where o.id = p_open_id and o.lot_id = p_lot_id and o.status = 'REQUESTED' and o.expires_at > p_now
    returning ceil(extract(epoch from o.expires_at - p_now) * 1000)::integer into left_ms;
  if left_ms is null then perform settle_gate_open(p_lot_id, p_open_id, 'EXPIRED', p_now, 'NOT_DELIVERED', null); end if;
end $$;

-- Moves a request to another state if that transition is allowed; a report that comes too late changes nothing. Returns
-- whether it moved.
create or replace function settle_gate_open(
  p_lot_id uuid, p_open_id uuid, p_status gate_open_status, p_now timestamptz, p_reason text, p_response text) returns boolean language plpgsql as $$
declare
  was gate_open_status;
begin
  -- The device's answer and its sensor may report at once. A condition of the update would compare with the transition that
  -- was found before the wait, and lose the second of them.
  select o.status into was from gate_opens o where o.id = p_open_id and o.lot_id = p_lot_id for update;
  if not exists (select from gate_open_moves m where m.from_status = was and m.to_status = p_status) then return false; end if;
  update gate_opens o set status = p_status, status_at = p_now, reason = p_reason, response = coalesce(p_response, o.response)
    where o.id = p_open_id and o.lot_id = p_lot_id;
  return true;
end $$;

-- Stores what a gate's device reported, and moves the latest request that it may be about. A report older than the stored one
-- changes nothing. Returns whether something changed that people see.
create or replace function report_gate(p_lot_id uuid, p_gate_id uuid, p_now timestamptz, p jsonb) returns boolean language plpgsql as $$
declare
  r record;
  g gates;
  the_open uuid;
  moved boolean := false;
begin
  select * into r from jsonb_to_record(p) as (
    observed_at timestamptz, position gate_position, is_obstructed boolean, is_reachable boolean, report_travel_times integer);
  select x.* into g from gates x where x.id = p_gate_id and x.lot_id = p_lot_id for update;
  if not found or g.position_at > r.observed_at then return false; end if;
  update gates x set
      position = coalesce(r.position, x.position),
      position_at = case when r.position is null then x.position_at else r.observed_at end,
      is_obstructed = coalesce(r.is_obstructed, x.is_obstructed),
      is_reachable = coalesce(r.is_reachable, x.is_reachable),
      reachable_at = case when r.is_reachable is distinct from x.is_reachable and r.is_reachable is not null then r.observed_at else x.reachable_at end
    where x.id = g.id and x.lot_id = g.lot_id;
  select o.id into the_open from gate_opens o
    where o.gate_id = g.id and o.lot_id = g.lot_id and o.joined_id is null and o.sent_at is not null
      and o.sent_at > p_now - make_interval(secs => g.travel_seconds * r.report_travel_times + 3600)
    order by o.requested_at desc limit 1;
  if the_open is not null then
    if r.is_obstructed then
      moved := settle_gate_open(g.lot_id, the_open, 'OBSTRUCTED', p_now, null, null);
    elsif r.position in ('OPENING', 'OPEN') then
      -- What moves long after its pulse was opened by something else.
      if exists (select from gate_opens o where o.id = the_open and o.lot_id = g.lot_id
        and (o.status = 'OPENING' or o.sent_at > p_now - make_interval(secs => g.travel_seconds * r.report_travel_times))) then
        moved := settle_gate_open(g.lot_id, the_open, r.position::text::gate_open_status, p_now, null, null);
      end if;
    elsif r.position = 'CLOSED' then
      moved := settle_gate_open(g.lot_id, the_open, 'CLOSED', p_now, null, null);
    end if;
  end if;
  return moved or r.position is not null and r.position is distinct from g.position
    or r.is_obstructed is not null and r.is_obstructed <> g.is_obstructed
    or r.is_reachable is not null and r.is_reachable is distinct from g.is_reachable;
end $$;

-- Settles the requests whose process ended, and those whose gate never reported that it moved. Returns their lots.
create or replace function sweep_gate_opens(p_now timestamptz, p_answer_seconds integer) returns uuid[] language plpgsql as $$
declare
  o record;
  lots uuid[] := '{}';
begin
  for o in
    select x.id, x.lot_id, x.status, g.driver from gate_opens x join gates g on g.id = x.gate_id and g.lot_id = x.lot_id
    where x.status in ('REQUESTED', 'SENT', 'TRIGGERED') and x.joined_id is null
      and p_now > case x.status
        when 'REQUESTED' then x.expires_at
        when 'SENT' then x.status_at + make_interval(secs => greatest(p_answer_seconds, case when g.has_position_sensor then g.travel_seconds else 0 end))
        else x.status_at + make_interval(secs => g.travel_seconds + 5) end
    limit 200
  loop
    -- Home Assistant never answers a command, so only the missing movement says something.
    perform settle_gate_open(o.lot_id, o.id,
      case when o.status = 'REQUESTED' then 'EXPIRED'::gate_open_status
        when o.status = 'SENT' and o.driver <> 'HOME_ASSISTANT_MQTT' then 'UNKNOWN'
        else 'UNCONFIRMED' end,
      p_now,
      case when o.status = 'REQUESTED' then 'NOT_DELIVERED'
        when o.status = 'SENT' and o.driver <> 'HOME_ASSISTANT_MQTT' then 'NO_ANSWER'
        else 'NO_MOVEMENT' end,
      null);
    lots := lots || o.lot_id;
  end loop;
  return lots;
end $$;
