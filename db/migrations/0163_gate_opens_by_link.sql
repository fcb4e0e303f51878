-- Whether who asked had only the link to the pass: the history of a gate says so, because the link may have been forwarded and the driver need
-- not have been there.
alter table gate_opens add column is_by_link boolean not null default false;
