-- outside a transaction: invoices and consents are many
-- The invoice of a plan's bill; one of them is open. What arrives late for one that was replaced is refunded.
drop index concurrently if exists invoices_of_plan_bill;
create unique index concurrently if not exists invoices_of_plan_bill on invoices (plan_bill_id, lot_id) where plan_bill_id is not null and status in ('PENDING', 'PROCESSING', 'FAILED');
-- All invoices of a bill, for the list of bills, and so that none is also deducted from earnings.
drop index concurrently if exists invoices_of_bill;
create index concurrently if not exists invoices_of_bill on invoices (plan_bill_id) where plan_bill_id is not null;
-- The unpaid bills of a lot's plan: what keeps it from taking bookings, and what its owners are asked to pay.
drop index concurrently if exists invoices_unpaid_plan;
create index concurrently if not exists invoices_unpaid_plan on invoices (lot_id, created_at) where kind = 'PLAN' and status in ('PENDING', 'PROCESSING', 'FAILED');
-- One consent is in effect for a plan at a time; also finds it when a bill is charged.
drop index concurrently if exists consents_of_plan;
create unique index concurrently if not exists consents_of_plan on consents (subscription_id, lot_id) where ended_at is null and purpose = 'PLAN_CHARGES';
