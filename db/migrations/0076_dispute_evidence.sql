-- What staff say to a bank about a disputed payment, sent once. See docs/decisions/0025-platform-administrators.md.
create type evidence_state as enum ('DRAFT', 'SENDING', 'SUBMITTED', 'FAILED');
create type evidence_failure as enum ('REFUSED', 'TOO_LATE');
create table dispute_evidence (
  dispute_id uuid not null,
  lot_id uuid not null,
  state evidence_state not null default 'DRAFT',
  product_description text check (length(product_description) between 1 and 20000),
  refund_refusal_explanation text check (length(refund_refusal_explanation) between 1 and 20000),
  cancellation_rebuttal text check (length(cancellation_rebuttal) between 1 and 20000),
  uncategorized_text text check (length(uncategorized_text) between 1 and 20000),
  -- Counts submissions, so that a corrected one is another request to the provider.
  attempt smallint not null default 0,
  failure evidence_failure,
  submitted_at timestamptz,
  submitted_by_user_id uuid references users,
  changed_at timestamptz not null,
  primary key (dispute_id, lot_id),
  foreign key (dispute_id, lot_id) references disputes (id, lot_id),
  check ((state = 'FAILED') = (failure is not null)),
  check (state in ('DRAFT', 'FAILED') or submitted_by_user_id is not null)
);
create table dispute_files (
  id uuid not null,
  lot_id uuid not null,
  dispute_id uuid not null,
  -- The provider's name of the evidence that it is.
  kind text not null check (length(kind) between 1 and 40),
  name text not null check (length(name) between 1 and 100),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes between 1 and 4500000),
  bytes bytea not null check (octet_length(bytes) = size_bytes),
  stripe_file_id text,
  uploaded_by_user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (id, lot_id),
  unique (dispute_id, lot_id, kind),
  foreign key (dispute_id, lot_id) references dispute_evidence (dispute_id, lot_id)
);
