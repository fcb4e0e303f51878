-- Of 0106, which only checks new rows.
alter table lots validate constraint lots_contact_phone_check;
alter table lots validate constraint lots_contact_email_check;
