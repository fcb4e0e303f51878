-- outside a transaction: there are many invoices and photos
-- The invoices of a fine; one of them is open or paid.
drop index concurrently if exists invoices_of_fine;
create unique index concurrently if not exists invoices_of_fine on invoices (fine_id, lot_id) where fine_id is not null and status <> 'CANCELED';
-- The photos of a fine, and of an appeal.
drop index concurrently if exists photos_of_fine;
create index concurrently if not exists photos_of_fine on photos (fine_id) where fine_id is not null;
drop index concurrently if exists photos_of_fine_appeal;
create index concurrently if not exists photos_of_fine_appeal on photos (fine_appeal_id) where fine_appeal_id is not null;
