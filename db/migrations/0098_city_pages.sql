-- outside a transaction: lots are many
-- The listed lots of a city by the path of its page (api/lots/cities/), and the list of these pages.
drop index concurrently if exists lots_city_path;
create index concurrently if not exists lots_city_path on lots
  ((lower(country) || '/' || trim(both '-' from regexp_replace(lower(coalesce(region, 'all')), '[^[:alnum:]]+', '-', 'g'))
    || '/' || trim(both '-' from regexp_replace(lower(city), '[^[:alnum:]]+', '-', 'g'))))
  where is_listed and city is not null;
