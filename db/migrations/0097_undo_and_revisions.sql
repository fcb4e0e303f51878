-- Of 0095, which only checks new rows.
alter table lot_car_notes validate constraint lot_car_notes_of_reservation;
alter table lot_car_notes validate constraint lot_car_notes_reservation;
-- Every change of a rule set, also of its name and whether it is the default. `version` counts only those of its rules.
alter table rule_sets add column revision integer not null default 1;
-- What was deleted with a spot, so that the deletion can be undone for a while: its availability rules and upcoming assignments.
alter table spots add column removed_parts jsonb;
