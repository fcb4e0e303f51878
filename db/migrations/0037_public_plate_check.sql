-- Whether anyone may ask whether a license plate may park in a lot. Off: the answer also tells where a vehicle is.
alter table lots add column is_plate_check_public boolean not null default false;
