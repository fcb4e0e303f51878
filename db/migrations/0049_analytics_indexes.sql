-- outside a transaction: reservations, refunds, and visits are many
-- What happened since a moment, for figures and for PostHog. Rows are mostly stored in the order of these times, so the smallest kind of index suffices.
drop index concurrently if exists reservations_times;
create index concurrently if not exists reservations_times on reservations using brin (created_at, confirmed_at, canceled_at) with (pages_per_range = 32);
drop index concurrently if exists reservation_events_at;
create index concurrently if not exists reservation_events_at on reservation_events using brin (at) with (pages_per_range = 32);
drop index concurrently if exists refunds_settled;
create index concurrently if not exists refunds_settled on refunds using brin (settled_at) with (pages_per_range = 32);
drop index concurrently if exists plate_visits_entered;
create index concurrently if not exists plate_visits_entered on plate_visits using brin (entered_at) with (pages_per_range = 32);
drop index concurrently if exists problems_created;
create index concurrently if not exists problems_created on problems using brin (created_at) with (pages_per_range = 32);
