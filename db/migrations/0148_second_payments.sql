-- A payment that the provider took although another one pays its invoice (settle_payment): when we learned of it, and when its return was
-- accepted by the provider. It is in no ledger entry, so it keeps its status.
alter table payments add column second_taken_at timestamptz;
alter table payments add column second_returned_at timestamptz;
