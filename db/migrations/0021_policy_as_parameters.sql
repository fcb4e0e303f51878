-- Numbers and texts of policy are parameters of the functions (docs/data-access.md), so these take other arguments from
-- now on. The new versions are in db/functions.
drop function if exists settle_payment(timestamptz, uuid, text, text);
drop function if exists use_for_months(timestamptz, payments, invoices);
drop function if exists note_payment(timestamptz, uuid, payment_status, text, text, text);
drop function if exists accept_processing(timestamptz, uuid, text);
drop function if exists settle_deduction(timestamptz, uuid);
drop function if exists consent_to_months(timestamptz, uuid, uuid, uuid, integer, text, uuid);
drop function if exists start_months(timestamptz, reservations);
drop function if exists end_unpaid(timestamptz, uuid);
drop function if exists refund_invoice(timestamptz, uuid, uuid, integer, text, uuid);
drop function if exists refund_needs_approval(timestamptz, lots, uuid, uuid, uuid, integer);
drop function if exists bill_needs_approval(timestamptz, lots, uuid, uuid, uuid, integer);
drop function if exists add_bill(timestamptz, uuid, uuid, integer, text, uuid);
drop function if exists activate_stay(timestamptz, uuid, uuid);
drop function if exists accept_free(timestamptz, uuid, uuid);
drop function if exists end_reservation(timestamptz, uuid, reservation_status, text, integer, uuid, boolean);
drop function if exists give_back(timestamptz, uuid, uuid, integer, text, uuid, boolean);
drop function if exists hold_refusal(timestamptz, uuid, text, text, uuid, boolean, integer);
drop function if exists note_decline(timestamptz, uuid);
drop function if exists seen_person(uuid, uuid, timestamptz);
drop function if exists retry_job_soon(bigint);
drop function if exists raise_alert(text, text, text[], timestamptz);
drop function if exists resolve_alert(text, text[], timestamptz);
drop function if exists platform_standing(timestamptz);
drop function if exists find_differences(timestamptz, jsonb);
drop function if exists note_differences(timestamptz, jsonb);

-- What the message of a difference names; the API writes the message. A later release drops the stored one.
alter table reconciliation_differences
  add facts jsonb not null default '{}',
  alter message set default '';
