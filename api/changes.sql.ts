import type pg from 'pg'

/**
 * Sends a notification for each id, and wakes the workers once, because a change has usually queued jobs without waking them
 * (queue_job in db/functions/jobs.sql). Must not run in a transaction, whose commit would wait for all others.
 */
export async function notifyChanges(
  client: pg.Client,
  channel: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `select pg_notify($1, id) from unnest($2::text[]) id
     union all select pg_notify('jobs:insert', json_build_object('r', random(), 'count', cardinality($2::text[]))::text)`,
    [channel, ids],
  )
}
