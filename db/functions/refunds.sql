-- Refunds. The amount is reserved when a refund is requested (`refund_pending_cents`), so that nothing is promised
-- twice; a job sends it when it is due. Lock order: invoice, refund.

-- Requests a refund of a part of a paid invoice, in minor units. Refunds by staff wait for the undo period or for
-- approval. The refund of a validation names it. Returns the refund's ID.
drop function if exists request_refund(timestamptz, uuid, uuid, integer, text, uuid, timestamptz, boolean, boolean);
create or replace function request_refund(
  p_now timestamptz, p_refund_id uuid, p_invoice_id uuid, p_amount_cents integer, p_reason text, p_user_id uuid,
  p_send_at timestamptz default null, p_needs_approval boolean default false, p_by_staff boolean default false,
  p_validation_id uuid default null
) returns uuid language plpgsql as $$
declare
  the_payment payments;
begin
  select p.* into strict the_payment from payments p where p.invoice_id = p_invoice_id and p.status = 'SUCCEEDED';
  insert into refunds (id, lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, created_at, send_at, queued_at, by_staff,
      validation_id, validated_cents)
    values (p_refund_id, the_payment.lot_id, p_invoice_id, the_payment.id,
      case when p_needs_approval then 'AWAITING_APPROVAL' else 'PENDING' end::refund_status, p_amount_cents, p_reason, p_user_id, p_now, p_send_at,
      case when p_send_at is null and p_needs_approval is not true then p_now end, p_by_staff,
      p_validation_id, case when p_validation_id is null then 0 else p_amount_cents end);
  update invoices set status = 'PENDING_REFUND', refund_pending_cents = refund_pending_cents + p_amount_cents
    where id = p_invoice_id and lot_id = the_payment.lot_id;
  if p_send_at is null and p_needs_approval is not true then perform queue_refund(p_refund_id); end if;
  return p_refund_id;
end $$;

-- Queues the job that sends a refund, with the queue's own number of attempts (25).
create or replace function queue_refund(p_refund_id uuid) returns void language sql as $$
  select queue_job('send_refund', json_build_object('refund_id', p_refund_id))
$$;

-- Sends a refund whose undo period has ended. Locks the refund, skipping locked ones. Returns how many were queued, 0
-- or 1.
create or replace function send_due_refund(p_now timestamptz, p_refund_id uuid) returns integer language sql as $$
  with due as (
    update refunds f set send_at = null, queued_at = p_now from (
      select id, lot_id from refunds where id = p_refund_id and status = 'PENDING' and send_at <= p_now for no key update skip locked) d
    where f.id = d.id and f.lot_id = d.lot_id returning f.id)
  select count(*)::integer from due, lateral (select queue_refund(due.id)) q
$$;

-- Refunds a part of one invoice by a staff decision. `p_approval_hours` is that of refund_needs_approval. Locks the
-- invoice. outcome: asked · not_refundable
create or replace function refund_invoice(
  p_now timestamptz, p_refund_id uuid, p_invoice_id uuid, p_amount_cents integer, p_reason text, p_user_id uuid, p_approval_hours integer,
  out outcome text
) language plpgsql as $$
declare
  the_invoice invoices;
  the_lot lots;
begin
  select i.* into strict the_invoice from invoices i where i.id = p_invoice_id for no key update;
  if p_amount_cents > the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.refund_pending_cents - the_invoice.disputed_cents then
    outcome := 'not_refundable'; return;
  end if;
  select l.* into the_lot from lots l where l.id = the_invoice.lot_id;
  perform request_refund(p_now, p_refund_id, p_invoice_id, p_amount_cents, p_reason, p_user_id,
    p_now + make_interval(mins => the_lot.refund_undo_minutes),
    refund_needs_approval(p_now, the_lot, coalesce(the_invoice.reservation_id, the_invoice.fine_id), the_invoice.user_id, p_user_id, p_amount_cents,
      p_approval_hours), true);
  outcome := 'asked';
end $$;

-- Returns the status of an invoice from its paid, pending, and refunded amounts.
create or replace function status_by_refunds(p_paid integer, p_pending integer, p_refunded integer) returns invoice_status language sql immutable
  return case when p_pending > 0 then 'PENDING_REFUND' when p_refunded = 0 then 'PAID'
    when p_refunded = p_paid then 'REFUNDED' else 'PARTIALLY_REFUNDED' end::invoice_status;

-- Gives a refund its second approval. Locks the refund. outcome: approved · not_waiting · same_person
create or replace function approve_refund(
  p_now timestamptz, p_refund_id uuid, p_user_id uuid, out outcome text
) language plpgsql as $$
declare
  the_refund refunds;
  sent_at timestamptz;
begin
  select r.* into strict the_refund from refunds r where r.id = p_refund_id for no key update;
  if the_refund.status <> 'AWAITING_APPROVAL' then outcome := 'not_waiting'; return; end if;
  if the_refund.requested_by_user_id = p_user_id then outcome := 'same_person'; return; end if;
  select p_now + make_interval(mins => l.refund_undo_minutes) into sent_at from lots l where l.id = the_refund.lot_id;
  update refunds r set status = 'PENDING', approved_by_user_id = p_user_id, approved_at = p_now, send_at = sent_at
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  outcome := 'approved';
end $$;

-- Undoes a refund that was not queued for sending. Locks invoice and refund. outcome: undone · too_late · owed
create or replace function undo_refund(p_now timestamptz, p_refund_id uuid, p_user_id uuid, out outcome text) language plpgsql as $$
declare
  the_refund refunds;
begin
  select r.* into strict the_refund from refunds r where r.id = p_refund_id;
  perform from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id for no key update;
  outcome := case
    when not may_undo(p_now, the_refund.status, the_refund.send_at, the_refund.queued_at) then 'too_late'
    when pays_voided_fine(the_refund.lot_id, the_refund.invoice_id) then 'owed'
    else 'undone' end;
  if outcome = 'undone' then perform drop_refund(p_now, the_refund.lot_id, the_refund.id, p_user_id); end if;
end $$;

-- Whether a refund has certainly not been sent and is not about to be: it waits for approval, or its undo period lasts.
create or replace function may_undo(p_now timestamptz, p_status refund_status, p_send_at timestamptz, p_queued_at timestamptz)
  returns boolean language sql immutable
  return p_queued_at is null and (p_status = 'AWAITING_APPROVAL' or p_status = 'PENDING' and coalesce(p_send_at > p_now, false));

-- Whether an invoice is that of a fine that was voided: nobody may decide against its refunds.
create or replace function pays_voided_fine(p_lot_id uuid, p_invoice_id uuid) returns boolean language sql stable
  return exists (select from invoices i join fines f on f.id = i.fine_id and f.lot_id = i.lot_id
    where i.id = p_invoice_id and i.lot_id = p_lot_id and f.status = 'VOIDED');

-- Whether a person may decide about the refunds of an invoice: those of a plan, which a lot pays the platform, are the platform's.
create or replace function may_decide_refund(p_lot_id uuid, p_invoice_id uuid, p_user_id uuid) returns boolean language sql stable
  return not exists (select from invoices i where i.id = p_invoice_id and i.lot_id = p_lot_id and i.kind = 'PLAN')
    or exists (select from users u where u.id = p_user_id and 'OPENSPOT_ADMIN' = any (u.roles));

-- Ends a refund that was queued and that the provider has refused for good, because the bank returns the payment. Locks invoice and
-- refund. outcome: refused · already
create or replace function refuse_refund(p_now timestamptz, p_refund_id uuid, out outcome text, out lot_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  the_refund refunds;
begin
  select r.* into strict the_refund from refunds r where r.id = p_refund_id;
  lot_id := the_refund.lot_id;
  perform from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id for no key update;
  if the_refund.status <> 'PENDING' or the_refund.stripe_refund_id is not null then outcome := 'already'; return; end if;
  update refunds r set refused_at = p_now where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  perform drop_refund(p_now, the_refund.lot_id, the_refund.id, null);
  outcome := 'refused';
end $$;

-- Marks a refund as undone and releases its reserved amount. The caller must have locked invoice and refund.
drop function if exists drop_refund(timestamptz, refunds, uuid);
create or replace function drop_refund(p_now timestamptz, p_lot_id uuid, p_refund_id uuid, p_user_id uuid) returns void language plpgsql as $$
begin
  update refunds r set status = 'UNDONE', undone_by_user_id = p_user_id, undone_at = p_now where r.id = p_refund_id and r.lot_id = p_lot_id;
  perform release_refund(p_now, p_lot_id, p_refund_id);
end $$;

-- Leaves the amount of a failed refund to the payer's bank, which returns the payment. The caller must have locked invoice and refund.
create or replace function leave_failed_refund(p_now timestamptz, p_lot_id uuid, p_refund_id uuid) returns void language plpgsql as $$
begin
  update refunds r set resolution = 'DISPUTED', resolved_at = p_now where r.id = p_refund_id and r.lot_id = p_lot_id;
  perform release_refund(p_now, p_lot_id, p_refund_id);
end $$;

-- Releases the amount that an invoice keeps for a refund that is not made; that of a validation returns to its partner. The caller must have
-- locked invoice and refund.
create or replace function release_refund(p_now timestamptz, p_lot_id uuid, p_refund_id uuid) returns void language plpgsql as $$
declare
  the_refund refunds;
begin
  select r.* into strict the_refund from refunds r where r.id = p_refund_id and r.lot_id = p_lot_id;
  if the_refund.validated_cents > 0 then
    perform return_validated(p_now, p_lot_id, the_refund.validation_id, the_refund.validated_cents);
    update refunds r set validated_cents = 0 where r.id = p_refund_id and r.lot_id = p_lot_id;
  end if;
  update invoices i set refund_pending_cents = refund_pending_cents - the_refund.amount_cents,
      status = status_by_refunds(paid_cents, refund_pending_cents - the_refund.amount_cents, refunded_cents)
    where i.id = the_refund.invoice_id and i.lot_id = p_lot_id;
end $$;

-- Settles a refund that the provider has made. Locks invoice and refund. outcome: settled · already · unknown_refund
create or replace function settle_refund(
  p_now timestamptz, p_refund_id uuid, p_stripe_refund_id text, out outcome text, out lot_id uuid, out reservation_id uuid
) language plpgsql as $$
declare
  the_refund refunds;
  the_invoice invoices;
  net bigint;
begin
  select r.* into the_refund from refunds r where r.id = p_refund_id;
  if not found then outcome := 'unknown_refund'; return; end if;
  lot_id := the_refund.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  reservation_id := the_invoice.reservation_id;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id for no key update;
  if the_refund.status <> 'PENDING' then outcome := 'already'; return; end if;

  update refunds r set status = 'SUCCEEDED', stripe_refund_id = p_stripe_refund_id, settled_at = p_now, failure_message = null
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  update invoices i set refunded_cents = refunded_cents + the_refund.amount_cents,
      refund_pending_cents = refund_pending_cents - the_refund.amount_cents,
      status = status_by_refunds(paid_cents, refund_pending_cents - the_refund.amount_cents, refunded_cents + the_refund.amount_cents)
    where i.id = the_invoice.id and i.lot_id = the_refund.lot_id;
  net := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.disputed_cents;
  perform move_money(p_now, 'REFUND', p_refund_id, the_invoice, net, net - the_refund.amount_cents,
    (select case when p.kind = 'EARNINGS_DEDUCTION' then the_invoice.user_id end from payments p
      where p.id = the_refund.payment_id and p.lot_id = the_refund.lot_id));
  if the_refund.validated_cents > 0 then
    select i.* into the_invoice from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id;
    perform move_validated(p_now, p_refund_id, the_invoice, the_invoice.validated_cents + the_refund.validated_cents);
  end if;
  -- The driver was notified of the validation.
  if the_refund.validation_id is null then
    perform queue_job('notify', json_build_object('kind', 'REFUND_MADE', 'refund_id', p_refund_id));
  end if;
  outcome := 'settled';
end $$;

-- Records that the payer's bank didn't take a refund that the provider had: its money is with the platform again and still owed, so the
-- invoice keeps its amount for it. Locks invoice and refund. outcome: failed · already · unknown_refund
create or replace function fail_refund(
  p_now timestamptz, p_refund_id uuid, p_stripe_refund_id text, p_message text, out outcome text, out lot_id uuid
) language plpgsql as $$
declare
  the_refund refunds;
  the_invoice invoices;
  net bigint;
begin
  select r.* into the_refund from refunds r where r.id = p_refund_id;
  if not found then outcome := 'unknown_refund'; return; end if;
  lot_id := the_refund.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id for no key update;
  if the_refund.status not in ('PENDING', 'SUCCEEDED') then outcome := 'already'; return; end if;

  if the_refund.status = 'SUCCEEDED' then
    if the_refund.validated_cents > 0 then
      perform move_validated(p_now, md5('failed:' || p_refund_id)::uuid, the_invoice, the_invoice.validated_cents - the_refund.validated_cents);
      select i.* into the_invoice from invoices i where i.id = the_invoice.id and i.lot_id = the_refund.lot_id;
    end if;
    update invoices i set refunded_cents = refunded_cents - the_refund.amount_cents,
        refund_pending_cents = refund_pending_cents + the_refund.amount_cents, status = 'PENDING_REFUND'
      where i.id = the_invoice.id and i.lot_id = the_refund.lot_id;
    net := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.disputed_cents;
    perform move_money(p_now, 'REFUND_FAILURE', p_refund_id, the_invoice, net, net + the_refund.amount_cents, null);
  end if;
  update refunds r set status = 'FAILED', failed_at = p_now, settled_at = null, stripe_refund_id = p_stripe_refund_id, failure_message = p_message
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  perform queue_job('notify_refund_failed', json_build_object('refund_id', p_refund_id));
  if the_invoice.reservation_id is not null then
    perform queue_job('notify', json_build_object('kind', 'REFUND_FAILED', 'refund_id', p_refund_id));
  elsif the_invoice.fine_id is not null then
    perform queue_job('notify_fine', json_build_object('fine_id', the_invoice.fine_id, 'failed_refund_id', p_refund_id));
  end if;
  outcome := 'failed';
end $$;

-- Sends a failed refund once more, as a refund of its own: the provider keeps the first one as failed. Its approval counts for both. Locks
-- invoice and refund. outcome: sent · not_failed
create or replace function send_refund_again(p_now timestamptz, p_refund_id uuid, p_new_id uuid, p_user_id uuid, out outcome text) language plpgsql as $$
declare
  the_refund refunds;
begin
  the_refund := lock_failed_refund(p_refund_id);
  if the_refund.id is null then outcome := 'not_failed'; return; end if;
  update refunds r set resolution = 'SENT_AGAIN', resolved_at = p_now, resolved_by_user_id = p_user_id, validated_cents = 0
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  insert into refunds (id, lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, approved_by_user_id, approved_at,
      created_at, queued_at, by_staff, validation_id, validated_cents, retries_refund_id)
    values (p_new_id, the_refund.lot_id, the_refund.invoice_id, the_refund.payment_id, 'PENDING', the_refund.amount_cents, the_refund.reason,
      the_refund.requested_by_user_id, the_refund.approved_by_user_id, the_refund.approved_at, p_now, p_now, the_refund.by_staff,
      the_refund.validation_id, the_refund.validated_cents, p_refund_id);
  perform queue_refund(p_new_id);
  outcome := 'sent';
end $$;

-- Records that the lot paid a failed refund back itself, and leaves its amount to the lot: the provider still has it. Locks invoice and
-- refund. Raises OS054 for the refund of a plan. outcome: paid_back · not_failed
create or replace function record_paid_back(p_now timestamptz, p_refund_id uuid, p_user_id uuid, p_note text, out outcome text) language plpgsql as $$
declare
  the_refund refunds;
  the_invoice invoices;
  changed invoices;
  net bigint;
begin
  the_refund := lock_failed_refund(p_refund_id);
  if the_refund.id is null then outcome := 'not_failed'; return; end if;
  select i.* into strict the_invoice from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id;
  -- What a lot pays for its plan is paid back by the platform, which has the money.
  if the_invoice.kind = 'PLAN' then
    raise exception 'refund % of a plan would be paid back by the lot itself', p_refund_id using errcode = 'OS054';
  end if;
  update refunds r set resolution = 'PAID_BACK', resolved_at = p_now, resolved_by_user_id = p_user_id, resolution_note = p_note, settled_at = p_now
    where r.id = p_refund_id and r.lot_id = the_refund.lot_id;
  update invoices i set refunded_cents = refunded_cents + the_refund.amount_cents, lot_returned_cents = lot_returned_cents + the_refund.amount_cents,
      refund_pending_cents = refund_pending_cents - the_refund.amount_cents,
      status = status_by_refunds(paid_cents, refund_pending_cents - the_refund.amount_cents, refunded_cents + the_refund.amount_cents)
    where i.id = the_invoice.id and i.lot_id = the_refund.lot_id returning i.* into changed;
  net := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.disputed_cents;
  insert into ledger_transactions (lot_id, kind, source_id, invoice_id, occurred_at)
    values (the_refund.lot_id, 'REFUND_BY_LOT', p_refund_id, the_invoice.id, p_now);
  insert into ledger_entries (transaction_id, lot_id, account, user_id, currency, amount_cents)
    select t.id, t.lot_id, e.account, e.user_id, the_invoice.currency, sum(e.cents)
    from ledger_transactions t cross join lateral (
      select account, user_id, -cents from shares_of(changed, net - the_refund.amount_cents)
      union all select account, user_id, cents from shares_of(the_invoice, net)
    ) e(account, user_id, cents)
    where t.lot_id = the_refund.lot_id and t.kind = 'REFUND_BY_LOT' and t.source_id = p_refund_id
    group by t.id, t.lot_id, e.account, e.user_id having sum(e.cents) <> 0;
  perform set_earnings(p_now, changed, net - the_refund.amount_cents);
  if the_refund.validated_cents > 0 then
    perform move_validated(p_now, md5('paid_back:' || p_refund_id)::uuid, changed, changed.validated_cents + the_refund.validated_cents);
  end if;
  if changed.reservation_id is not null then
    perform queue_job('notify', json_build_object('kind', 'REFUND_PAID_BACK', 'refund_id', p_refund_id));
  elsif changed.fine_id is not null then
    perform queue_job('notify_fine', json_build_object('fine_id', changed.fine_id, 'paid_back_refund_id', p_refund_id));
  end if;
  outcome := 'paid_back';
end $$;

-- Locks the invoice of a refund, and the refund. Returns it if it failed and its amount is still owed, null otherwise.
create or replace function lock_failed_refund(p_refund_id uuid) returns refunds language plpgsql as $$
declare
  the_refund refunds;
begin
  select r.* into strict the_refund from refunds r where r.id = p_refund_id;
  perform from invoices i where i.id = the_refund.invoice_id and i.lot_id = the_refund.lot_id for no key update;
  select r.* into the_refund from refunds r where r.id = p_refund_id and r.lot_id = the_refund.lot_id and r.status = 'FAILED' and r.resolution is null
    for no key update;
  return case when found then the_refund end;
end $$;

-- Returns the maximum amount of an invoice that a dispute can hold.
create or replace function refundable_cents(the_invoice invoices, the_dispute disputes) returns integer language sql immutable
  return the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.refund_pending_cents
    - (the_invoice.disputed_cents - the_dispute.withdrawn_cents);

-- Records the bank's current state of a disputed payment; may be called any number of times and in any order.
-- `p_withdrawn` says whether the bank currently holds the money. Locks invoice and dispute. outcome: noted ·
-- unknown_payment
create or replace function record_dispute(
  p_now timestamptz, p_stripe_charge_id text, p_stripe_dispute_id text, p_status text, p_reason text, p_amount_cents integer,
  p_withdrawn boolean, p_evidence_due_at timestamptz, p_opened_at timestamptz, out outcome text, out lot_id uuid, out is_new boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  the_payment payments;
  the_invoice invoices;
  the_dispute disputes;
  waiting refunds;
  wanted integer;
  net bigint;
begin
  is_new := false;
  select p.* into the_payment from payments p where p.stripe_charge_id = p_stripe_charge_id;
  if not found then outcome := 'unknown_payment'; return; end if;
  lot_id := the_payment.lot_id;
  select i.* into the_invoice from invoices i where i.id = the_payment.invoice_id and i.lot_id = the_payment.lot_id for no key update;
  insert into disputes as d (lot_id, invoice_id, payment_id, stripe_dispute_id, status, reason, amount_cents, evidence_due_at, opened_at)
    values (the_payment.lot_id, the_invoice.id, the_payment.id, p_stripe_dispute_id, p_status, p_reason, p_amount_cents, p_evidence_due_at, p_opened_at)
    on conflict (stripe_dispute_id, lot_id) do nothing;
  is_new := found;
  select d.* into the_dispute from disputes d where d.stripe_dispute_id = p_stripe_dispute_id and d.lot_id = the_payment.lot_id for no key update;

  -- Refunds that were not queued for sending, or failed, are dropped as far as necessary, newest first: the bank already returns the money, and the
  -- provider does not refund a disputed payment. What was queued ends by the provider's answer, after which this runs again.
  if p_withdrawn then
    for waiting in
      select r.* from refunds r where r.invoice_id = the_invoice.id and r.lot_id = the_invoice.lot_id
        and (r.status = 'FAILED' and r.resolution is null or r.stripe_refund_id is null and r.queued_at is null
          and (r.status = 'AWAITING_APPROVAL' or r.status = 'PENDING' and r.send_at is not null))
      order by r.created_at desc, r.id desc for no key update
    loop
      exit when p_amount_cents <= refundable_cents(the_invoice, the_dispute);
      if waiting.status = 'FAILED' then perform leave_failed_refund(p_now, waiting.lot_id, waiting.id);
      else perform drop_refund(p_now, waiting.lot_id, waiting.id, null); end if;
      select i.* into the_invoice from invoices i where i.id = the_invoice.id and i.lot_id = the_payment.lot_id;
    end loop;
    -- What still keeps an amount from the dispute is sent once more, also if its job was given up.
    if p_amount_cents > refundable_cents(the_invoice, the_dispute) then
      perform queue_refund(r.id) from refunds r
        where r.invoice_id = the_invoice.id and r.lot_id = the_invoice.lot_id and r.status = 'PENDING' and r.send_at is null
          and r.stripe_refund_id is null;
    end if;
  end if;

  wanted := case when p_withdrawn then least(p_amount_cents, refundable_cents(the_invoice, the_dispute)) else 0 end;
  if wanted <> the_dispute.withdrawn_cents then
    net := the_invoice.paid_cents - the_invoice.refunded_cents - the_invoice.disputed_cents;
    update invoices i set disputed_cents = disputed_cents + wanted - the_dispute.withdrawn_cents
      where i.id = the_invoice.id and i.lot_id = the_invoice.lot_id;
    perform move_money(p_now, case when wanted > the_dispute.withdrawn_cents then 'DISPUTE' else 'DISPUTE_RETURNED' end,
      -- A reinstated dispute moves the same money again, so each move has its own source ID.
      md5(the_dispute.id::text || ':' || the_dispute.moves)::uuid, the_invoice, net, net - wanted + the_dispute.withdrawn_cents, null);
    update disputes d set withdrawn_cents = wanted, moves = moves + 1 where d.id = the_dispute.id and d.lot_id = the_dispute.lot_id;
  end if;
  update disputes d set status = p_status, reason = p_reason, evidence_due_at = p_evidence_due_at,
      closed_at = case when p_status in ('won', 'lost', 'warning_closed', 'prevented') then coalesce(d.closed_at, p_now) end
    where d.id = the_dispute.id and d.lot_id = the_dispute.lot_id;
  outcome := 'noted';
end $$;
