-- Whether the mail server of the recipient said that there is no such mailbox. An import of residents does not use such an address again
-- until an email reaches it (docs/decisions/0020-residents.md).
alter table emails add column is_undeliverable boolean not null default false;
