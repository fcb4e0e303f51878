-- outside a transaction: payments are many
-- The last payment with a payment method, for the list of a person's payment methods.
drop index concurrently if exists payments_of_method;
create index concurrently if not exists payments_of_method on payments (payment_method_id, created_at desc) where status in ('SUCCEEDED', 'FAILED');
