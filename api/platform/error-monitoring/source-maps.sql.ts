import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const stored = statement(
  'read_source_map',
  { content: 'bytea' },
  'select content from source_maps where file = $1',
)

export async function readStoredMap(pool: pg.Pool, file: string): Promise<Buffer | null> {
  const [row] = await queryPrepared(pool, stored, [file])
  return row?.content ?? null
}

const seen = statement(
  'see_source_maps',
  { file: 'text' },
  'update source_maps set seen_at = $2 where file = any($1::text[]) returning file',
)

/** Notes that these files are served, and returns those that are stored. */
export async function seeStoredMaps(pool: pg.Pool, files: readonly string[], now: Date): Promise<string[]> {
  return (await queryPrepared(pool, seen, [files, now.toISOString()])).map(({ file }) => file)
}

const insert = statement(
  'store_source_map',
  {},
  `insert into source_maps (file, release, seen_at, content) values ($1, $2, $3, $4)
   on conflict (file) do update set seen_at = excluded.seen_at`,
)

export const storeMap = (pool: pg.Pool, file: string, release: string, content: Buffer, now: Date) =>
  queryPrepared(pool, insert, [file, release, now.toISOString(), content])
