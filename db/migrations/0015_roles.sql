-- The second layer under the application's checks: references that carry the lot and what it is about. What they
-- cannot say is in db/functions/second_layer.sql, what the application may change in db/privileges.ts.

alter table payments add constraint payments_of_invoice unique (lot_id, id, invoice_id);

-- A refund or dispute is about the payment of its own invoice, not of another one of the lot.
alter table refunds add constraint refunds_payment_of_invoice
  foreign key (lot_id, payment_id, invoice_id) references payments (lot_id, id, invoice_id) not valid;
alter table refunds validate constraint refunds_payment_of_invoice;
alter table disputes add constraint disputes_payment_of_invoice
  foreign key (lot_id, payment_id, invoice_id) references payments (lot_id, id, invoice_id) not valid;
alter table disputes validate constraint disputes_payment_of_invoice;

-- The books of a lot are about invoices of that lot.
alter table ledger_transactions add constraint ledger_transactions_invoice
  foreign key (lot_id, invoice_id) references invoices (lot_id, id) not valid;
alter table ledger_transactions validate constraint ledger_transactions_invoice;
