-- Bills of a lot's plan that its earnings do not cover: an invoice to one of its owners, charged to a payment method that they chose.
-- Old code ignores these invoices: they have neither a reservation nor a fine.
alter table invoices add column plan_bill_id uuid;
-- When a failed charge is repeated, in days after the first failure, and how long after it there is to pay. Null: as the lot's rules say.
alter table invoices add column retry_days integer[];
alter table invoices add column grace_days integer;
alter table invoices add constraint invoices_plan_bill foreign key (plan_bill_id, lot_id) references plan_bills (id, lot_id) not valid;
-- Earlier rows fulfill the constraints, so that validating them would only lock the table.
alter table invoices drop constraint invoices_about;
alter table invoices add constraint invoices_about check (
  (kind = 'FINE') = (fine_id is not null) and (kind = 'PLAN') = (plan_bill_id is not null)
  and num_nonnulls(reservation_id, fine_id, plan_bill_id) = 1) not valid;
alter table invoices drop constraint invoices_kind_check;
alter table invoices add constraint invoices_kind_check check (kind in ('BOOKING', 'CHANGE', 'PERIOD', 'CORRECTION', 'FINE', 'PLAN')) not valid;
alter table invoices add constraint invoices_plan_schedule check (kind <> 'PLAN' or num_nonnulls(retry_days, grace_days) = 2) not valid;
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check check (kind in (
  'PARKING', 'MINIMUM', 'NTH_SPOT', 'SERVICE_FEE', 'PRICE_CHANGE', 'PAID_BEFORE', 'STAFF_PRICE', 'CORRECTION', 'PART_MONTH', 'FINE', 'PLAN')) not valid;

-- PLAN_CHARGES: bills of a lot's plan, charged to a payment method of one of its owners.
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in ('MONTHLY_CHARGES', 'STAFF_RESERVATIONS', 'PLAN_CHARGES')) not valid;
alter table consents drop constraint consents_check;
alter table consents add constraint consents_check check (
  (purpose in ('MONTHLY_CHARGES', 'PLAN_CHARGES')) = (num_nonnulls(subscription_id, payment_method_id, currency, agreed_cents, max_cents) = 5)) not valid;
alter table consents drop constraint consents_check1;
alter table consents add constraint consents_check1 check (
  purpose in ('MONTHLY_CHARGES', 'PLAN_CHARGES')
  or num_nonnulls(subscription_id, payment_method_id, currency, agreed_cents, max_cents) = 0) not valid;
