import pg from 'pg'

/** Runs one statement as the owner of the database, for what the application's role may not do. */
export async function asOwner<Row extends pg.QueryResultRow>(
  api: { owner_url: string },
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: api.owner_url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
