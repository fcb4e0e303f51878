-- Of 0134, which only checks new rows.
alter table short_links validate constraint short_links_path_is_page;
alter table short_links drop constraint short_links_path_check;
alter table maps validate constraint maps_picture_opacity_percent_check;
alter table payment_methods validate constraint payment_methods_billing_name_check;
