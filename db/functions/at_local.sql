-- Returns the instant of a local time. A time that the clock skips is moved forward by the length of the gap, and one that occurs
-- twice is the first, as core/time/zone.ts and RFC 5545 have it. `at time zone` takes the second one: with it, a day whose midnight
-- occurs twice would begin an hour late. The second is later than the first by as much as the clock was set back within the day
-- before. One expression, which PostgreSQL puts in place of the call.
create or replace function at_local(p_local timestamp, p_time_zone text) returns timestamptz language sql stable parallel safe
  return case
    when ((p_local at time zone p_time_zone)
      - (((p_local at time zone p_time_zone) - interval '24 hours') at time zone p_time_zone - (p_local - interval '24 hours')))
      at time zone p_time_zone = p_local
    then (p_local at time zone p_time_zone)
      - (((p_local at time zone p_time_zone) - interval '24 hours') at time zone p_time_zone - (p_local - interval '24 hours'))
    else p_local at time zone p_time_zone end;
