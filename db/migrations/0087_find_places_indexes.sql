-- outside a transaction: there are 180,000 places
-- Cities and ZIP codes that begin with a text, the most populous first (api/lots/places/places.sql.ts).
drop index concurrently if exists places_key;
create index concurrently if not exists places_key on places (key text_pattern_ops, population desc);
-- Cities that resemble a text.
drop index concurrently if exists places_similar;
create index concurrently if not exists places_similar on places using gin (key gin_trgm_ops) where kind = 'CITY' and population >= 15000;
