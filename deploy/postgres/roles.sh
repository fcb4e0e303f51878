#!/bin/sh
# Creates the database and its two roles in a new PostgreSQL server: the owner of the tables, and the role that the product runs as,
# which owns nothing. The image of PostgreSQL runs this once, before anyone can connect.
set -eu
psql --no-psqlrc --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$DATABASE_OWNER_PASSWORD" --set app_password="$DATABASE_APP_PASSWORD" <<'SQL'
create role openspot_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
create role openspot_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app_password';
create database openspot owner openspot_owner encoding 'UTF8' template template0;
SQL
