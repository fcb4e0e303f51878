-- Signs and QR codes may also lead to the page that checks a plate and to what the cameras of a lot record (core/links/pages.ts).
alter table short_links add constraint short_links_path_is_page check (path ~ '^(/l/[A-Za-z0-9]{22,40}(/check|/cameras|\?(spot_id|gate_id)=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|/book/[A-Za-z0-9]{22,40}(\?spot_id=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|/v/[A-Za-z0-9]{22,40})$') not valid;

alter table maps
  add column picture_opacity_percent smallint not null default 100,
  -- Whether drivers see the picture. If not, staff only trace it.
  add column shows_picture boolean not null default true;
alter table maps add constraint maps_picture_opacity_percent_check check (picture_opacity_percent between 10 and 100) not valid;

-- The name of the account holder, as the card provider has it.
alter table payment_methods add column billing_name text;
alter table payment_methods add constraint payment_methods_billing_name_check check (length(billing_name) between 1 and 120) not valid;
