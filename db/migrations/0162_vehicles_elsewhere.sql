-- A lot that sells out may want no spot booked for a vehicle that has another one at the same time.
alter table lots add column refuses_vehicles_elsewhere boolean not null default false;
