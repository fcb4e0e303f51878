-- Problems that drivers report.

-- Raises OS002 if a settled problem changes its state: what the driver was told stays.
create or replace function refuse_settled_problem_move() returns trigger language plpgsql as $$
begin
  raise exception 'a problem cannot go from % to %', old.status, new.status using errcode = 'OS002';
end $$;
create or replace trigger problems_moves before update of status on problems
  for each row when (old.status <> 'OPEN' and old.status is distinct from new.status) execute function refuse_settled_problem_move();

create or replace trigger problem_plates_append_only before update or delete or truncate on problem_plates
  for each statement execute function refuse_change();
