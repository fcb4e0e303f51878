import type pg from 'pg'

/** Subscribes a connection to the notifications of a channel. */
export async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${channel}`)
}

/** Succeeds if the server answers. */
export async function ping(client: pg.Client): Promise<void> {
  await client.query('select 1')
}
