-- The minimum and maximum charge for a reservation of one spot. Null: those of the lot.
alter table spots add column min_reservation_price integer;
alter table spots add column max_reservation_price integer;
-- No row has values yet, so that validating them would only lock the table.
alter table spots add constraint spots_price_bounds check (
  coalesce(min_reservation_price, 0) between 0 and 100000000 and coalesce(max_reservation_price, 0) between 0 and 100000000
  and min_reservation_price <= max_reservation_price is not false) not valid;
