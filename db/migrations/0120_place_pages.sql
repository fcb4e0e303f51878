-- outside a transaction: like the other indexes of places
-- A place by the path of its page (api/lots/cities/place-pages.sql.ts).
drop index concurrently if exists landmarks_page;
create index concurrently if not exists landmarks_page on landmarks
  ((lower(country) || '/' || trim(both '-' from regexp_replace(lower(coalesce(region, 'all')), '[^[:alnum:]]+', '-', 'g'))
    || '/' || trim(both '-' from regexp_replace(lower(city), '[^[:alnum:]]+', '-', 'g'))
    || '/' || trim(both '-' from regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g'))))
  where shown_as is null and kind <> 'STREET' and city is not null;
