-- Of 0110, which only checks new rows.
alter table payment_methods validate constraint payment_methods_default_is_saved;
