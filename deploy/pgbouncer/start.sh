#!/bin/sh
# Writes the password of the one role that may connect, which the configuration can't read from the environment, and starts PgBouncer.
set -eu
umask 077
printf '"openspot_app" "%s"\n' "$DATABASE_APP_PASSWORD" > "${PGBOUNCER_FOLDER:-/tmp}/userlist.txt"
exec pgbouncer "${PGBOUNCER_FILE:-/etc/openspot/pgbouncer.ini}"
