-- Consent: no payment, reservation, or bill without an act of the person it concerns. Design: docs/decisions/0007-consent.md

create table consents (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  user_id uuid not null references users,
  -- MONTHLY_CHARGES: later months of one monthly reservation. STAFF_RESERVATIONS: free reservations that staff make.
  purpose text not null check (purpose in ('MONTHLY_CHARGES', 'STAFF_RESERVATIONS')),
  subscription_id uuid,
  payment_method_id uuid references payment_methods,
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- One month as it was shown, service fee included, and the most that a month may cost without asking again.
  agreed_cents integer check (agreed_cents > 0),
  max_cents integer,
  -- Which act of the person it was, and the session in which it happened. Sessions are purged; the id stays as evidence.
  given_by text not null check (given_by in ('BOOKING', 'ACCEPTANCE', 'PRICE', 'METHOD', 'MONTH_PAID', 'SETTING', 'MIGRATION')),
  session_id uuid,
  given_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, lot_id),
  foreign key (lot_id, subscription_id) references subscriptions (lot_id, id),
  check ((purpose = 'MONTHLY_CHARGES') = (num_nonnulls(subscription_id, payment_method_id, currency, agreed_cents, max_cents) = 5)),
  check (purpose = 'MONTHLY_CHARGES' or num_nonnulls(subscription_id, payment_method_id, currency, agreed_cents, max_cents) = 0),
  check (max_cents::bigint <= agreed_cents::bigint * 125 / 100 + 1),
  check ((session_id is null) = (given_by = 'MIGRATION')),
  check (ended_at >= given_at)
);
-- One consent is in effect at a time; also finds it when a month is billed and when staff reserve for a member.
create unique index consents_of_subscription on consents (subscription_id, lot_id) where ended_at is null and purpose = 'MONTHLY_CHARGES';
create unique index consents_of_member on consents (lot_id, user_id) where ended_at is null and purpose = 'STAFF_RESERVATIONS';
create index consents_user on consents (user_id);

alter table payments
  add session_id uuid,
  add consent_id uuid,
  add check (num_nonnulls(session_id, consent_id) <= 1),
  add foreign key (lot_id, consent_id) references consents (lot_id, id);

alter table reservations add accepted_in_session uuid;

-- Bills: who asked for them, who approved them, and what the payer answered.
alter table invoices
  add requested_by_user_id uuid references users,
  add needs_approval boolean not null default false,
  add approved_by_user_id uuid references users,
  add approved_at timestamptz,
  add contested_at timestamptz,
  add contest_reason text check (length(contest_reason) between 1 and 500),
  add check (approved_by_user_id <> requested_by_user_id),
  add check (kind = 'CORRECTION' or (not needs_approval and num_nonnulls(contested_at, contest_reason) = 0)),
  add check ((contested_at is null) = (contest_reason is null));
-- Sums of bills by payer and by staff member, for the second approval.
create index invoices_bills on invoices (lot_id, created_at) where kind = 'CORRECTION';

alter table refunds add by_staff boolean not null default false;
update refunds f set by_staff = true from invoices i
  where i.id = f.invoice_id and i.lot_id = f.lot_id and f.requested_by_user_id <> i.user_id;
create index refunds_by_staff on refunds (lot_id, created_at) where by_staff;

alter table subscription_changes
  add needs_acceptance boolean not null default false,
  add accepted_at timestamptz,
  add check (not needs_acceptance or kind = 'PRICE');

-- Corrections that are not paid are bills from now on: never charged by themselves, never due.
update invoices set status = 'PENDING', next_attempt_at = null, grace_ends_at = null
  where kind = 'CORRECTION' and status = 'FAILED';
update invoices set next_attempt_at = null where kind <> 'PERIOD' and next_attempt_at is not null;

-- Monthly reservations that their driver booked and paid for go on as agreed.
insert into consents (lot_id, user_id, purpose, subscription_id, payment_method_id, currency, agreed_cents, max_cents, given_by, given_at)
  select s.lot_id, s.user_id, 'MONTHLY_CHARGES', s.id, p.payment_method_id, s.currency, p.amount_cents,
    (p.amount_cents::bigint * 125 / 100)::integer, 'MIGRATION', p.created_at
  from subscriptions s
    join reservations r on r.id = s.reservation_id and r.lot_id = s.lot_id
    join lateral (
      select p.payment_method_id, p.amount_cents, p.created_at from invoices i
        join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
        join payment_methods m on m.id = p.payment_method_id and m.user_id = s.user_id and m.deleted_at is null
      where i.reservation_id = r.id and i.lot_id = r.lot_id and i.kind in ('BOOKING', 'PERIOD') and p.status in ('SUCCEEDED', 'PROCESSING')
        and i.user_id = s.user_id
      order by p.created_at desc limit 1) p on true
  where s.kind = 'STAY' and s.ended_at is null and s.month_cents > 0;

-- Replaced by functions with other parameters (db/functions).
drop function if exists ask_refund(timestamptz, uuid, uuid, integer, text, uuid, timestamptz, boolean);
drop function if exists method_of_stay(uuid, uuid, uuid);
drop function if exists try_again(timestamptz, uuid, uuid, uuid, uuid);

-- Cursors of lists carry milliseconds: two people made in one millisecond must not be skipped between pages.
alter table users alter column created_at set default date_trunc('milliseconds', now());
