-- Why each property that an import could not read was left out: its ID, the failure, and what the system said. The lock lasts for no time: the
-- table has one row for each import, and a constant default rewrites nothing.
alter table resident_imports add column missed jsonb not null default '[]' check (jsonb_typeof(missed) = 'array');
