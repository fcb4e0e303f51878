import type pg from 'pg'

/** Sends a notification for each id. Must not run in a transaction, whose commit would wait for all others. */
export async function notifyChanges(
  client: pg.Client,
  channel: string,
  ids: readonly string[],
): Promise<void> {
  await client.query('select pg_notify($1, id) from unnest($2::text[]) id', [channel, ids])
}
