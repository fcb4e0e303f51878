-- Returns how many days after a reservation its driver may rate the lot. A function, because a trigger has no parameters;
-- api/shared-constants.test.ts compares it with RATING_DAYS.
create or replace function rating_days() returns integer language sql immutable return 30;

-- Accepts a rating only from the driver of a confirmed reservation that is over, and for as long as rating_days says. Raises
-- OS062. Locks the reservation, so that it can't be canceled meanwhile.
create or replace function check_rating() returns trigger language plpgsql as $$
begin
  perform from reservations r
    where r.id = new.reservation_id and r.lot_id = new.lot_id and r.user_id = new.user_id and r.status = 'ACTIVE'
      and r.confirmed_at is not null and r.ends_at <= new.created_at
      and r.ends_at > new.created_at - make_interval(days => rating_days())
    for share;
  if not found then
    raise exception 'only the driver of a past reservation can rate its lot' using errcode = 'OS062';
  end if;
  return new;
end $$;
create or replace trigger ratings_of_driver before insert on ratings for each row execute function check_rating();

-- Refuses that a rating changes its lot, its reservation, or its stars. Raises OS063.
create or replace function keep_rating() returns trigger language plpgsql as $$
begin
  if (new.id, new.lot_id, new.reservation_id, new.stars, new.created_at)
    is distinct from (old.id, old.lot_id, old.reservation_id, old.stars, old.created_at) then
    raise exception 'a rating keeps its stars' using errcode = 'OS063';
  end if;
  return new;
end $$;
create or replace trigger ratings_kept before update on ratings for each row execute function keep_rating();

-- Keeps the number and the sum of the stars of the ratings that a lot shows.
create or replace function count_ratings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.hidden_at is null then
    update lots set rating_count = rating_count - 1, rating_stars = rating_stars - old.stars where id = old.lot_id;
  end if;
  if tg_op <> 'DELETE' and new.hidden_at is null then
    update lots set rating_count = rating_count + 1, rating_stars = rating_stars + new.stars where id = new.lot_id;
  end if;
  return null;
end $$;
create or replace trigger ratings_counted after insert or delete or update of hidden_at on ratings
  for each row execute function count_ratings();
