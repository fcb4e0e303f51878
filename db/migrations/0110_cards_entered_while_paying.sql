-- A card that is entered on the booking page pays once. It is kept only if its payer asks for that, and from its first payment on. All
-- cards from before were saved on the provider's page.
alter table payment_methods add column is_saved boolean not null default true;
alter table payment_methods add column saves_when_paid boolean not null default false;
alter table payment_methods add constraint payment_methods_default_is_saved check (is_saved or not is_default) not valid;
