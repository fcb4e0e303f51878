-- What a letter carries: the receipts of these invoices. They are made when it is delivered or opened, not kept.
alter table emails add column if not exists receipt_invoice_ids uuid[] not null default '{}';
