-- What a change by the staff added to the price is billed (docs/decisions/0027-overview-timeline.md). For such a bill: how much of
-- the added price the reservation still has, whether the driver paid it, owes it, or was never billed for it. Null for other
-- invoices.
alter table invoices add column change_cents integer;
alter table invoices add constraint invoices_change check (change_cents is null or (change_cents >= 0 and kind = 'CORRECTION')) not valid;
