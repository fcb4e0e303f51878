-- Each is implied by invoices_check7 or invoices_check8, because no share and no disputed amount is negative (db/implied-checks.test.ts).
-- PostgreSQL reads every condition again for every statement that writes an invoice.
alter table invoices
  drop constraint invoices_check1,
  drop constraint invoices_check2,
  drop constraint invoices_total_cents_check;
