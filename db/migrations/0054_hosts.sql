-- What a host sets for their spot. See docs/decisions/0024-hosts.md.

-- A pause closes a spot from now on. Unlike a closure by its assignee, it leaves reservations valid.
alter table availability add column is_pause boolean not null default false;
alter table availability add constraint availability_pause check (
  not is_pause or (kind = 'CLOSED' and spot_id is not null and ends_at is null and repeat_frequency = 'NEVER')) not valid;
