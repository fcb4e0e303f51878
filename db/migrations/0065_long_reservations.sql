-- squawk-ignore-file ban-drop-column
-- From how many local days on a reservation counts as long is each lot's decision. A price for events was stored but never charged;
-- prices for dates of events are calendar prices. Nothing is released that reads that column.
drop trigger if exists lots_terms on lots;
alter table lots
  add column long_term_days integer not null default 45 check (long_term_days between 1 and 366),
  drop column event_cents;
