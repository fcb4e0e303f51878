-- outside a transaction: problems are many
-- What a host sets for their spot and reports about a guest. See docs/decisions/0024-hosts.md.

-- How long before its start others must book the spot.
alter table spots add column if not exists min_notice_minutes integer not null default 0;
alter table spots drop constraint if exists spots_min_notice;
alter table spots add constraint spots_min_notice check (min_notice_minutes between 0 and 10080) not valid;
-- Whether a spot of the lot has one, so that search looks at its spots one by one.
alter table lots add column if not exists has_min_notice boolean not null default false;

-- One open report of each person about a reservation, because its driver and its host can both report a problem.
drop index concurrently if exists problems_reporter_open;
create unique index concurrently if not exists problems_reporter_open on problems (reservation_id, lot_id, kind, user_id) where status = 'OPEN';
drop index concurrently if exists problems_reservation_open;
