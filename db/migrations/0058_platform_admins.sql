-- outside a transaction: users are many
-- The platform admins: for the setup page, which anyone can open, for notices to them, and for the rule that keeps the last one.
drop index concurrently if exists users_platform_admins;
create index concurrently if not exists users_platform_admins on users (id) where 'OPENSPOT_ADMIN' = any (roles);
