-- Emails that are not sent are counted every few seconds; sent ones are many.
create index if not exists emails_unsent on emails (state) where state in ('WAITING', 'FAILED');
