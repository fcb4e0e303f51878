-- Price guidance changes prices only within the bounds that the owner set, whatever the application calculated.

-- Raises OS053 if a price of guidance is outside of the bounds of its lot, or if there are none.
create or replace function refuse_unbounded_guidance() returns trigger language plpgsql as $$
begin
  perform 1 from price_guidance g where g.lot_id = new.lot_id and new.percent_bps between g.lowest_bps and g.highest_bps for share;
  if not found then
    raise exception 'calendar price % is outside of the bounds of its lot', new.id using errcode = 'OS053';
  end if;
  return new;
end $$;
create or replace trigger calendar_prices_bounds before insert or update on calendar_prices
  for each row when (new.is_guidance and new.deleted_at is null) execute function refuse_unbounded_guidance();

-- Raises OS053 if prices of guidance that are in effect would be outside of changed bounds.
create or replace function refuse_bounds_within_prices() returns trigger language plpgsql as $$
begin
  if exists (
    select from calendar_prices p where p.lot_id = new.lot_id and p.deleted_at is null and p.is_guidance
      and p.percent_bps not between new.lowest_bps and new.highest_bps
  ) then
    raise exception 'lot % has prices outside of these bounds', new.lot_id using errcode = 'OS053';
  end if;
  return new;
end $$;
create or replace trigger price_guidance_bounds before insert or update of lowest_bps, highest_bps on price_guidance
  for each row execute function refuse_bounds_within_prices();
