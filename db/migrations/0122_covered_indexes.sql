-- outside a transaction: reservations are many
-- No query asks for the end of holds of one status; reservations_waiting (0011) serves those of both. These two only cost writes.
drop index concurrently if exists reservations_holds;
drop index concurrently if exists reservations_pending;
