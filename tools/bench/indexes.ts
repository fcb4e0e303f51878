import type pg from 'pg'

/**
 * Drops what slows a load and can be recreated: indexes, and unique and exclusion constraints. Primary keys stay,
 * because ascending rows do not slow them, and so do unique constraints to which a foreign key refers. Returns the
 * statements that recreate everything exactly as the database describes it.
 */
export async function putOff(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ take: string; make: string }>(
    `select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as take,
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make
     from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype in ('u', 'x')
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i where i.indrelid = any($2::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
    [tables, [...tables, 'occupancy']],
  )
  for (const { take } of rows) await client.query(take)
  return rows.map(({ make }) => make)
}

export async function later(client: pg.Client, statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
