-- How a driver at the entrance reaches someone: shown on the pass (docs/decisions/0037-arriving.md).
alter table lots
  -- E.164.
  add column contact_phone text,
  add column contact_email text;
alter table lots add constraint lots_contact_phone_check check (contact_phone ~ '^\+[1-9][0-9]{5,14}$') not valid;
alter table lots add constraint lots_contact_email_check check (contact_email like '_%@_%' and length(contact_email) <= 254) not valid;
