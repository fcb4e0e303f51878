-- Emails whose link has expired are not sent, and stored emails do not keep usable links.
alter type email_state add value 'EXPIRED';
alter table emails
  -- When the link in it stops working. It is sent within the first half of that time, or not at all.
  add link_expires_at timestamptz,
  -- When the link was removed from what is stored.
  add redacted_at timestamptz;
update emails set link_expires_at = created_at + interval '7 days'
  where body_text like '%token=%' or body_text like '%/invite/%';
create index emails_links on emails (link_expires_at) where link_expires_at is not null and redacted_at is null;

-- What the operator was alerted to.
create table alerts (
  id uuid primary key default uuidv7(),
  event text not null check (event ~ '^[A-Z_]{3,40}$'),
  summary text not null,
  created_at timestamptz not null,
  -- Null: not sent that way, or not yet.
  email_sent_at timestamptz,
  webhook_sent_at timestamptz,
  -- When it was over; null: it goes on, or nobody can tell.
  resolved_at timestamptz
);
create index alerts_event on alerts (event, created_at desc);
create index alerts_created on alerts (created_at desc);
