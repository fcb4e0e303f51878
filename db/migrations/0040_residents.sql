-- Residents from property-management systems and files. See docs/decisions/0020-residents.md.

create type integration_provider as enum ('ENTRATA', 'REALPAGE', 'REALPAGE_RPX', 'YARDI');
create type data_source_kind as enum ('CONNECTION', 'FILE');
create type credential_status as enum ('PENDING_CREDENTIAL_VALIDATION', 'CREDENTIAL_INVALID', 'VERIFIED');
create type integration_status as enum ('ENABLED', 'DISABLED', 'ARCHIVED');
create type sync_job_status as enum ('NEW', 'PROCESSING', 'SUCCEEDED', 'FAILED');
create type import_status as enum ('IN_PROGRESS', 'SUCCESS', 'FAILURE', 'NOT_FOUND');
create type import_stage as enum ('READING', 'CHECKING', 'PREVIEW', 'APPLYING', 'DONE', 'DISCARDED', 'UNDOING', 'UNDONE');
create type resident_validation_code as enum (
  'INVALID_FIRST_NAME', 'INVALID_LAST_NAME', 'INVALID_EMAIL', 'INVALID_PHONE', 'PHONE_OR_EMAIL_REQUIRED', 'EMAIL_REQUIRED',
  'PHONE_REQUIRED', 'INVALID_LEASE_STATUS', 'INVALID_LEASE_START_DATE', 'INVALID_LEASE_END_DATE', 'LEASE_END_DATE_IN_PAST', 'LEASE_ENDED',
  'INVALID_MOVE_IN_DATE', 'INVALID_MOVE_OUT_DATE', 'MOVE_OUT_DATE_IN_PAST', 'MORE_RECENT_LEASE_EXISTS', 'EMAIL_CHANGED', 'PHONE_CHANGED',
  'RESIDENT_ID_MISMATCH');
create type resident_severity as enum ('BLOCK', 'REVIEW', 'END', 'SKIP', 'WARN');
create type resident_action as enum ('CREATE', 'UPDATE', 'LINK', 'END', 'UNCHANGED', 'SKIP', 'BLOCK', 'REVIEW');
create type contact_rule as enum ('EITHER', 'EMAIL', 'PHONE', 'BOTH');
create type roommate_rule as enum ('ALL', 'WITH_EMAIL', 'NONE');
create type resident_grouping as enum ('UNIT', 'BUILDING', 'NONE');
create type sync_trigger as enum ('SCHEDULE', 'STAFF', 'FILE');
create type import_failure as enum (
  'CREDENTIALS', 'UNAVAILABLE', 'VENDOR', 'EMPTY_PULL', 'TOO_MANY_REMOVALS', 'FILE_UNREADABLE', 'STOPPED', 'INTERNAL');
create type resident_decision as enum ('IMPORT', 'LINK', 'END', 'IGNORE');

-- Where the residents of a lot come from.
create table data_sources (
  id uuid not null default uuidv7(),
  lot_id uuid not null references lots,
  kind data_source_kind not null,
  -- Null for files.
  provider integration_provider,
  name text not null check (length(name) between 1 and 80),
  -- What is entered besides secrets, such as an address and a company ID: core/residents/credentials.ts.
  connection jsonb not null default '{}',
  -- The secrets, encrypted. Null for files, and after it was archived.
  sealed_secrets text check (length(sealed_secrets) <= 20000),
  credential_status credential_status not null default 'PENDING_CREDENTIAL_VALIDATION',
  -- What the vendor said when it rejected the credentials, without them.
  credential_message text check (length(credential_message) <= 500),
  -- When the credentials were last checked, and since when they could not be.
  checked_at timestamptz,
  unreachable_since timestamptz,
  integration_status integration_status not null default 'DISABLED',
  contact_rule contact_rule not null default 'EITHER',
  early_in_days integer not null default 0 check (early_in_days between 0 and 90),
  late_out_days integer not null default 0 check (late_out_days between 0 and 90),
  requires_lease_end boolean not null default false,
  requires_move_out boolean not null default false,
  roommates roommate_rule not null default 'WITH_EMAIL',
  imports_vehicles boolean not null default true,
  grouping resident_grouping not null default 'UNIT',
  -- The rule set of the groups that an import creates.
  rule_set_id uuid,
  sends_invites boolean not null default true,
  -- Raw statuses that are left out, and what unknown ones mean.
  excluded_statuses text[] not null default '{}' check (cardinality(excluded_statuses) <= 50),
  status_meanings jsonb not null default '{}',
  -- Which column means what, remembered for the next file.
  file_mapping jsonb,
  sync_hours integer not null default 6 check (sync_hours between 1 and 168),
  next_sync_at timestamptz,
  created_by_user_id uuid not null references users,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (lot_id, rule_set_id) references rule_sets (lot_id, id),
  constraint data_sources_provider check ((provider is null) = (kind = 'FILE')),
  constraint data_sources_file check (kind = 'CONNECTION' or sealed_secrets is null),
  constraint data_sources_archived check (integration_status <> 'ARCHIVED' or sealed_secrets is null and next_sync_at is null),
  -- The database refuses to enable what was not verified.
  constraint data_sources_enabled check (integration_status <> 'ENABLED' or kind = 'FILE' or checked_at is not null)
);
-- Names are unique in a lot; also lists its data sources.
create unique index data_sources_name on data_sources (lot_id, lower(name)) where integration_status <> 'ARCHIVED';
-- The task that looks for data sources whose next sync is due.
create index data_sources_due on data_sources (next_sync_at) where next_sync_at is not null;
-- The task that checks credentials again that could not be checked.
create index data_sources_unchecked on data_sources (unreachable_since) where unreachable_since is not null;

-- The properties (sites) of a data source, and which of them belong to the lot.
create table data_source_properties (
  lot_id uuid not null,
  data_source_id uuid not null,
  property_id text not null check (length(property_id) between 1 and 100),
  name text not null check (length(name) <= 200),
  address text check (length(address) <= 300),
  is_mapped boolean not null default false,
  -- Whether the vendor listed it when it was last asked.
  is_listed boolean not null default true,
  -- When all of its residents were last read.
  pulled_at timestamptz,
  problem text check (length(problem) <= 500),
  primary key (data_source_id, property_id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id)
);

-- A file that staff uploaded, until its import is done or a day has passed.
create table resident_files (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  data_source_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  bytes bytea not null check (length(bytes) <= 20000000),
  uploaded_by_user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id)
);
-- Files that are deleted because they are old.
create index resident_files_created on resident_files (created_at);

-- Turning what a source says into residents.
create table resident_imports (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  data_source_id uuid not null,
  status import_status not null default 'IN_PROGRESS' check (status <> 'NOT_FOUND'),
  stage import_stage not null default 'READING',
  -- Whether it stops at PREVIEW and waits for a person.
  is_preview boolean not null,
  -- Whether every mapped property was read completely. Only then can a missing resident mean anything.
  is_complete boolean not null default false,
  -- Properties that could not be read.
  missed_properties text[] not null default '{}',
  file_id uuid,
  failure import_failure,
  failure_text text check (length(failure_text) <= 1000),
  rows_read integer not null default 0,
  rows_checked integer not null default 0,
  rows_applied integer not null default 0,
  -- How many rows have each action and each code.
  action_counts jsonb not null default '{}',
  code_counts jsonb not null default '{}',
  created_by_user_id uuid references users,
  -- Who applied it, although it would end many memberships or after a preview.
  confirmed_by_user_id uuid references users,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  finished_at timestamptz,
  undone_by_user_id uuid references users,
  primary key (id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id),
  constraint resident_imports_status check (
    case when stage in ('DONE', 'UNDOING', 'UNDONE') then status = 'SUCCESS' when stage = 'DISCARDED' then status = 'FAILURE'
      else status in ('IN_PROGRESS', 'FAILURE') end),
  constraint resident_imports_failure check ((failure is not null) = (status = 'FAILURE'))
);
-- The imports of a lot, newest first.
create index resident_imports_lot on resident_imports (lot_id, created_at desc, id desc);
-- One import of a data source at a time is open.
create unique index resident_imports_open on resident_imports (data_source_id)
  where status = 'IN_PROGRESS' or stage = 'UNDOING';

-- One pull of a data source.
create table sync_jobs (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  data_source_id uuid not null,
  import_id uuid not null,
  trigger sync_trigger not null,
  status sync_job_status not null default 'NEW',
  created_at timestamptz not null,
  started_at timestamptz,
  -- When it last got further; a job that does not is stuck.
  progress_at timestamptz,
  finished_at timestamptz,
  primary key (id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id),
  foreign key (import_id, lot_id) references resident_imports (id, lot_id),
  constraint sync_jobs_finished check ((finished_at is not null) = (status in ('SUCCEEDED', 'FAILED')))
);
-- A data source runs one job at a time.
create unique index sync_jobs_running on sync_jobs (data_source_id) where status in ('NEW', 'PROCESSING');
-- The jobs of a data source, newest first.
create index sync_jobs_source on sync_jobs (data_source_id, created_at desc);
-- The job of an import.
create index sync_jobs_import on sync_jobs (import_id);

-- What an import read and decided, a row for each person and lease.
create table resident_rows (
  lot_id uuid not null,
  import_id uuid not null,
  row_no integer not null check (row_no >= 1),
  -- The key of the person within the data source; empty if the row has none.
  person_id text not null check (length(person_id) <= 200),
  household_id text check (length(household_id) <= 200),
  -- As the rules cleaned it: core/residents/decision.ts. Null after its person was forgotten.
  record jsonb,
  action resident_action,
  severity resident_severity,
  codes resident_validation_code[] not null default '{}',
  -- Left out without a code: core/residents/decision.ts, DropReason.
  dropped text check (length(dropped) <= 30),
  user_id uuid references users,
  resident_id uuid,
  -- Between whom staff have to decide, a new ID of the person, and contacts to suggest.
  details jsonb,
  decision resident_decision,
  decided_user_id uuid references users,
  decided_by_user_id uuid references users,
  decided_at timestamptz,
  applied_at timestamptz,
  -- What there was before, so that it can be undone. Null if nothing was changed.
  before jsonb,
  undone_at timestamptz,
  -- What undoing left as it is, because the person had acted: JOINED or ERASED.
  kept text check (length(kept) <= 40),
  primary key (import_id, row_no, lot_id),
  foreign key (import_id, lot_id) references resident_imports (id, lot_id)
);
-- The rows of one person, when it is decided which lease counts.
create index resident_rows_person on resident_rows (import_id, person_id);
-- The rows of an import by what becomes of them.
create index resident_rows_action on resident_rows (import_id, action, row_no);
-- Finds what imports store about a person who is merged or forgotten.
create index resident_rows_user on resident_rows (user_id) where user_id is not null;

-- What a data source says about a person: what should be true in the lot, by date.
create table residents (
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  data_source_id uuid not null,
  -- Null after the person was forgotten; the row stays, so that the next import does not invite them again.
  user_id uuid references users,
  property_id text not null,
  person_id text not null check (length(person_id) between 1 and 200),
  lease_id text not null check (length(lease_id) <= 200),
  household_id text check (length(household_id) <= 200),
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  -- As last imported; not what the person signs in with.
  email text check (length(email) <= 254),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  unit_id text check (length(unit_id) <= 100),
  unit text check (length(unit) <= 40),
  building text check (length(building) <= 40),
  spots text[] not null default '{}',
  lease_status text not null check (length(lease_status) between 1 and 20),
  -- Everything that was imported, to find out what changed: core/residents/decision.ts, StoredRecord. Null after the person was forgotten.
  record jsonb,
  access_from date,
  access_until date,
  next_unit jsonb,
  -- A contact that the source says has changed, for a person who signs in with the previous one.
  suggested_email text check (length(suggested_email) <= 254),
  suggested_phone text check (length(suggested_phone) <= 20),
  group_id uuid,
  -- How many complete pulls in a row did not contain them.
  missed_pulls integer not null default 0,
  -- The day on which something about them is due next; null if nothing is.
  due_on date,
  invited_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- When an import removed the membership; if staff changed it later, theirs counts.
  removed_at timestamptz,
  -- The person left the lot or had their data erased, so imports leave them alone.
  opted_out_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id),
  foreign key (lot_id, group_id) references groups (lot_id, id),
  constraint residents_plain_name check (is_plain_name(coalesce(first_name, '')) and is_plain_name(coalesce(last_name, ''))),
  constraint residents_window check (access_until >= access_from)
);
-- A person of a data source is one resident.
create unique index residents_person on residents (data_source_id, person_id);
-- The residents of a household, whose IDs change when a roommate becomes its head.
create index residents_household on residents (data_source_id, household_id) where household_id is not null;
-- The residents of a lot, by person; also what its staff see of a person who has not acted.
create index residents_user on residents (lot_id, user_id) where user_id is not null;
-- Finds what is stored about a person who is merged or forgotten.
create index residents_person_of on residents (user_id) where user_id is not null;
-- Residents for whom something is due.
create index residents_due on residents (due_on) where due_on is not null;

-- Earlier IDs of a resident in the vendor's system.
create table resident_id_changes (
  id bigint generated always as identity primary key,
  lot_id uuid not null,
  resident_id uuid not null,
  from_person_id text not null,
  to_person_id text not null,
  reason text not null check (reason in ('VENDOR', 'HOUSEHOLD', 'CONTACT', 'STAFF')),
  changed_at timestamptz not null,
  foreign key (resident_id, lot_id) references residents (id, lot_id) on delete cascade
);
-- The earlier IDs of a resident.
create index resident_id_changes_resident on resident_id_changes (resident_id);

-- What staff decided about a person, so that the next import does not ask again.
create table resident_decisions (
  lot_id uuid not null,
  data_source_id uuid not null,
  person_id text not null,
  codes resident_validation_code[] not null,
  decision resident_decision not null,
  user_id uuid references users,
  decided_by_user_id uuid references users,
  decided_at timestamptz not null,
  primary key (data_source_id, person_id, lot_id),
  foreign key (data_source_id, lot_id) references data_sources (id, lot_id)
);
-- Finds what is stored about a person who is merged or forgotten.
create index resident_decisions_user on resident_decisions (user_id) where user_id is not null;
