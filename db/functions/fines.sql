-- Fines: their events, their states, and their payment. Lock order: invoice, fine. See docs/decisions/0017-fines.md.

-- Raises OS002 for a transition that is not in fine_moves.
create or replace function refuse_illegal_fine_move() returns trigger language plpgsql as $$
begin
  if not exists (select from fine_moves where from_status = old.status and to_status = new.status) then
    raise exception 'a fine cannot go from % to %', old.status, new.status using errcode = 'OS002';
  end if;
  return new;
end $$;
create or replace trigger fines_moves before update of status on fines
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_fine_move();

-- Raises OS002 if an appeal that was decided changes its state: what the driver was told stays.
create or replace function refuse_decided_appeal_move() returns trigger language plpgsql as $$
begin
  raise exception 'an appeal cannot go from % to %', old.status, new.status using errcode = 'OS002';
end $$;
create or replace trigger fine_appeals_moves before update of status on fine_appeals
  for each row when (old.status <> 'OPEN' and old.status is distinct from new.status) execute function refuse_decided_appeal_move();

create or replace trigger fine_events_append_only before update or delete or truncate on fine_events
  for each statement execute function refuse_change();

-- Appends an event to the chain of a fine: its exact text, which contains the hash of the event before, and the hash of
-- that text. Queues the notices of the event. The caller must have locked the fine, or have just inserted it. Returns the hash.
create or replace function add_fine_event(
  p_now timestamptz, p_lot_id uuid, p_fine_id uuid, p_kind fine_event_kind, p_details jsonb
) returns text language plpgsql as $$
declare
  the_last fine_events;
  the_payload text;
  the_hash text;
begin
  select e.* into the_last from fine_events e where e.fine_id = p_fine_id and e.lot_id = p_lot_id order by e.seq desc limit 1;
  the_payload := jsonb_build_object('fine_id', p_fine_id, 'seq', coalesce(the_last.seq, 0) + 1, 'kind', p_kind,
    'at', to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'previous', the_last.hash, 'details', p_details)::text;
  the_hash := encode(sha256(convert_to(the_payload, 'UTF8')), 'hex');
  insert into fine_events (fine_id, lot_id, seq, kind, at, payload, hash)
    values (p_fine_id, p_lot_id, coalesce(the_last.seq, 0) + 1, p_kind, p_now, the_payload, the_hash);
  if p_kind not in ('PROCESSING', 'APPEAL_CLOSED') then
    perform queue_job('notify_fine', json_build_object('fine_id', p_fine_id, 'seq', coalesce(the_last.seq, 0) + 1, 'kind', p_kind));
  end if;
  return the_hash;
end $$;

-- Returns the SHA-256 of each photo of a fine, or of its appeal, as JSON.
create or replace function fine_photo_hashes(p_fine_id uuid, p_appeal_id uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('photo_id', f.id, 'sha256', encode(sha256(f.bytes), 'hex')) order by f.created_at, f.id), '[]')
  from photos f where f.fine_id = p_fine_id or f.fine_appeal_id = p_appeal_id
$$;

-- Writes the first event of a fine: the hashes of its facts and of its photos. Must run in the transaction that inserts it,
-- after its photos were attached.
create or replace function open_fine_chain(p_now timestamptz, p_lot_id uuid, p_fine_id uuid) returns text language sql as $$
  select add_fine_event(p_now, p_lot_id, p_fine_id, 'ISSUED', jsonb_build_object(
    'facts_sha256', encode(sha256(convert_to(f.facts, 'UTF8')), 'hex'), 'photos', fine_photo_hashes(f.id, null)))
  from fines f where f.id = p_fine_id and f.lot_id = p_lot_id
$$;

-- A fine has the state of its invoice, whatever changed it: the payer, the provider's event, a job, or a refund. A voided one
-- stays voided.
create or replace function keep_fine_status() returns trigger language plpgsql as $$
declare
  the_fine fines;
  -- No column says when a bank debit failed.
  the_time timestamptz := coalesce(
    (select max(x.settled_at) from refunds x where x.invoice_id = new.id and x.lot_id = new.lot_id and new.refunded_cents > old.refunded_cents),
    (select max(p.created_at) from payments p where p.invoice_id = new.id and p.lot_id = new.lot_id and new.status = 'PROCESSING'), now());
begin
  select f.* into the_fine from fines f where f.id = new.fine_id and f.lot_id = new.lot_id for no key update;
  if new.paid_cents > 0 and old.paid_cents = 0 then
    perform add_fine_event(new.paid_at, new.lot_id, new.fine_id, 'PAID', jsonb_build_object('amount_cents', new.paid_cents, 'currency', new.currency));
    if the_fine.status <> 'VOIDED' then
      update fines f set status = 'PAID', changed_at = new.paid_at where f.id = new.fine_id and f.lot_id = new.lot_id;
    end if;
  elsif new.status = 'PROCESSING' and old.status <> 'PROCESSING' then
    perform add_fine_event(the_time, new.lot_id, new.fine_id, 'PROCESSING', '{}');
    update fines f set status = 'PROCESSING' where f.id = new.fine_id and f.lot_id = new.lot_id and f.status = 'UNPAID';
  elsif old.status = 'PROCESSING' and new.paid_cents = 0 then
    perform add_fine_event(the_time, new.lot_id, new.fine_id, 'PAYMENT_FAILED', '{}');
    update fines f set status = 'UNPAID' where f.id = new.fine_id and f.lot_id = new.lot_id and f.status = 'PROCESSING';
  elsif new.refunded_cents > old.refunded_cents then
    perform add_fine_event(the_time, new.lot_id, new.fine_id, 'REFUNDED',
      jsonb_build_object('amount_cents', new.refunded_cents - old.refunded_cents, 'currency', new.currency));
    update fines f set status = 'REFUNDED', changed_at = the_time
      where f.id = new.fine_id and f.lot_id = new.lot_id and f.status = 'PAID' and new.refunded_cents = new.paid_cents;
  elsif new.refunded_cents < old.refunded_cents then
    -- The payer's bank didn't take it. That it was sent stays in the chain, and so does that it was sent again.
    update fines f set status = 'PAID' where f.id = new.fine_id and f.lot_id = new.lot_id and f.status = 'REFUNDED';
  end if;
  return null;
end $$;
create or replace trigger invoices_fine_status after update of status, paid_cents, refunded_cents on invoices
  for each row when (new.kind = 'FINE') execute function keep_fine_status();

-- Creates the invoice of a fine for the person who pays it, and the payment, in that person's own session. An invoice that
-- someone else began and did not pay is canceled. Locks the fine's invoice and the fine. outcome: made · not_payable ·
-- in_progress (`payment_id` is the payment that has not ended)
create or replace function pay_fine(
  p_now timestamptz, p_fine_id uuid, p_invoice_id uuid, p_payment_id uuid, p_payment_method_id uuid, p_user_id uuid, p_session_id uuid,
  out outcome text, out payment_id uuid
) language plpgsql as $$
declare
  the_fine fines;
  the_invoice invoices;
  the_lot lots;
  the_payment uuid;
begin
  perform from invoices i where i.fine_id = p_fine_id and i.status <> 'CANCELED' for no key update;
  select f.* into strict the_fine from fines f where f.id = p_fine_id for no key update;
  if the_fine.status <> 'UNPAID' then outcome := 'not_payable'; return; end if;
  select i.* into the_invoice from invoices i where i.fine_id = p_fine_id and i.lot_id = the_fine.lot_id and i.status <> 'CANCELED';
  if found then
    select p.id into the_payment from payments p
      where p.invoice_id = the_invoice.id and p.lot_id = the_invoice.lot_id and p.status not in ('FAILED', 'CANCELED');
    if found then outcome := 'in_progress'; payment_id := the_payment; return; end if;
    if the_invoice.user_id <> p_user_id then
      update invoices i set status = 'CANCELED' where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
      the_invoice := null;
    end if;
  end if;
  if the_invoice.id is null then
    select l.* into the_lot from lots l where l.id = the_fine.lot_id;
    insert into invoices (id, lot_id, fine_id, user_id, kind, status, currency, total_cents, service_fee_cents, platform_share_cents,
        payment_kind, created_at)
      select p_invoice_id, the_fine.lot_id, the_fine.id, p_user_id, 'FINE', 'PENDING', the_fine.currency, the_fine.amount_cents, 0,
        (the_fine.amount_cents::bigint * the_lot.platform_share_bps / 10000)::integer, m.kind, p_now
      from payment_methods m where m.id = p_payment_method_id and m.user_id = p_user_id and m.deleted_at is null
      returning * into the_invoice;
    if not found then outcome := 'not_payable'; return; end if;
    insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents)
      values (the_invoice.id, the_fine.lot_id, 1, 'FINE', 1, the_fine.amount_cents, the_fine.amount_cents);
  end if;
  payment_id := retry_payment(p_now, the_invoice.id, p_payment_id, p_payment_method_id, p_user_id, p_session_id);
  outcome := case when payment_id is null then 'not_payable' else 'made' end;
end $$;

-- Voids a fine and returns what was paid: at once, or when a payment in progress arrives. What staff return waits for a second
-- approval if it is above the lot's limit; what the system returns because a right existed never does. An open appeal
-- is closed. Locks the fine's invoice and the fine. outcome: voided · already_voided
create or replace function void_fine(
  p_now timestamptz, p_fine_id uuid, p_reason fine_void_reason, p_note text, p_user_id uuid, p_refund_id uuid, p_refund_reason text,
  p_approval_hours integer, out outcome text
) language plpgsql as $$
declare
  the_fine fines;
  the_invoice invoices;
  the_lot lots;
  rest integer;
begin
  perform from invoices i where i.fine_id = p_fine_id and i.status <> 'CANCELED' for no key update;
  select f.* into strict the_fine from fines f where f.id = p_fine_id for no key update;
  if the_fine.status = 'VOIDED' then outcome := 'already_voided'; return; end if;
  select l.* into the_lot from lots l where l.id = the_fine.lot_id;
  update fines f set status = 'VOIDED', void_reason = p_reason, void_note = p_note, voided_at = p_now, voided_by_user_id = p_user_id,
      check_at = null, changed_at = p_now
    where f.id = p_fine_id and f.lot_id = the_fine.lot_id;
  perform add_fine_event(p_now, the_fine.lot_id, p_fine_id, 'VOIDED', jsonb_build_object('reason', p_reason));
  update fine_appeals a set status = 'CLOSED', decided_at = p_now where a.fine_id = p_fine_id and a.lot_id = the_fine.lot_id and a.status = 'OPEN';
  if found then perform add_fine_event(p_now, the_fine.lot_id, p_fine_id, 'APPEAL_CLOSED', '{}'); end if;

  select i.* into the_invoice from invoices i where i.fine_id = p_fine_id and i.lot_id = the_fine.lot_id and i.status <> 'CANCELED';
  if found then
    rest := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.refund_pending_cents - the_invoice.disputed_cents;
    if rest > 0 then
      perform request_refund(p_now, p_refund_id, the_invoice.id, rest, p_refund_reason, p_user_id, null,
        p_user_id is not null and refund_needs_approval(p_now, the_lot, p_fine_id, the_invoice.user_id, p_user_id, rest, p_approval_hours),
        p_user_id is not null);
    elsif exists (select from payments p where p.invoice_id = the_invoice.id and p.lot_id = the_invoice.lot_id
      and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')) then
      update invoices i set refund_when_paid_cents = i.total_cents where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    elsif the_invoice.paid_cents = 0 then
      update invoices i set status = 'CANCELED' where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    end if;
  end if;
  outcome := 'voided';
end $$;

-- A right that was entered or corrected afterwards may concern fines of that moment: they are checked in the next round.
create or replace function check_fines_of_reservation() returns trigger language plpgsql as $$
begin
  update fines f set check_at = f.seen_at where f.lot_id = new.lot_id and f.check_at is not null
    and f.seen_at >= new.starts_at and (new.ends_at is null or f.seen_at < new.ends_at);
  return null;
end $$;
create or replace trigger reservations_check_fines after insert on reservations
  for each row when (new.created_by_user_id is distinct from new.user_id and new.starts_at < new.created_at)
  execute function check_fines_of_reservation();

-- The same for a plate that its owner corrected.
create or replace function check_fines_of_plate() returns trigger language plpgsql as $$
begin
  update fines f set check_at = f.seen_at where f.plate_normalized = new.plate_normalized and f.check_at is not null;
  return null;
end $$;
create or replace trigger cars_check_fines after update of plate_normalized on cars
  for each row when (old.plate_normalized is distinct from new.plate_normalized) execute function check_fines_of_plate();

-- The same for a plate that staff recorded.
create or replace function check_fines_of_note() returns trigger language plpgsql as $$
begin
  update fines f set check_at = f.seen_at
    where f.lot_id = new.lot_id and f.plate_normalized = new.plate_normalized and f.check_at is not null;
  return null;
end $$;
create or replace trigger lot_car_notes_check_fines after insert on lot_car_notes
  for each row execute function check_fines_of_note();
