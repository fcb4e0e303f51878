/** Where `.ci/pgbouncer` installs it; tests that need it are no part of the run without it. */
export const pgBouncer = '/usr/local/sbin/pgbouncer'
