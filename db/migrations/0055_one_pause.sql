-- outside a transaction: availability rules are many
drop index concurrently if exists availability_one_pause;
create unique index concurrently if not exists availability_one_pause on availability (spot_id, lot_id) where is_pause;
