-- What a vendor said while its residents were read, although the pull went on.
alter table resident_imports add column warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array');
