-- Why the platform decided about a lot as it did, and when, so that its owner can read it.
alter table lots add column trust_reason text check (length(trust_reason) between 1 and 500);
alter table lots add column trust_decided_at timestamptz;
