-- A vehicle may open a gate by its license plate, read by a camera. This is a migration of its own because PostgreSQL
-- can't use a new value of an enum type in the transaction that adds it.
alter type gate_right add value 'PLATE_EVENT';
