import { PlainError } from '@openspot/core/plain-error.ts'
import type pg from 'pg'
import { migrationNames, type Release, thisRelease } from './release.ts'
import type { Schemas } from './schemas.ts'

/** The recorded state of a database; null if it was never migrated, or by a version that did not record it. */
interface SchemaState {
  version: number
  runs_with: number
  hashes: Record<string, string>
}

export interface FoundState {
  /** The database's OID on its server. */
  database: string
  /** The applied migrations in order. */
  names: string[]
  state: SchemaState | null
  /** True if the current role is not a member of the one that the tables belong to, or may not create any in an empty database. */
  is_foreign: boolean
}

/** Reads the migrations and the schema version of a database, which may be empty. Takes no lock. */
export async function readState(client: pg.ClientBase, { schema, local }: Schemas): Promise<FoundState> {
  const { rows } = await client.query<{
    database: string
    is_foreign: boolean | null
    may_create: boolean
    has_state: boolean
  }>(
    `select (select oid::text from pg_database where datname = current_database()) as database,
       (select not pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass(quote_ident($1) || '.migrations')) as is_foreign,
       case when $2 = 'public' then has_database_privilege(current_database(), 'create') else has_schema_privilege($2, 'create') end as may_create,
       to_regclass('schema_state') is not null as has_state`,
    [local, schema],
  )
  const [found] = rows
  if (!found) throw new Error('PostgreSQL did not say which database this is')
  const { database, is_foreign, may_create, has_state } = found
  // Without a migrations table, the database is empty.
  if (is_foreign === null) return { database, names: [], state: null, is_foreign: !may_create }
  const names = await client.query<{ name: string }>('select name from migrations order by id')
  const state = has_state
    ? await client.query<SchemaState>('select version, runs_with, hashes from schema_state')
    : null
  return { database, names: names.rows.map(({ name }) => name), state: state?.rows[0] ?? null, is_foreign }
}

/** Records the release and the hashes of what was applied. The table has at most one row. */
export const writeState = (
  client: pg.ClientBase,
  { version, runs_with }: Release,
  hashes: Record<string, string>,
): Promise<unknown> =>
  client.query(
    `insert into schema_state (version, runs_with, hashes) values ($1, $2, $3)
     on conflict (is_only) do update set version = excluded.version, runs_with = excluded.runs_with, hashes = excluded.hashes`,
    [version, runs_with, JSON.stringify(hashes)],
  )

const missingIn = ({ names }: Pick<FoundState, 'names'>, release: Release): string[] => {
  const done = new Set(names)
  return migrationNames(release).filter((name) => !done.has(name))
}

/** Whether the database is up to date. A role that owns nothing grants no privileges, so those are not compared. */
export function isCurrent(
  found: FoundState,
  release: Release,
  { rights, ...functions }: Record<string, string>,
): boolean {
  const { state, is_foreign } = found
  if (state === null || state.version !== release.version || state.runs_with !== release.runs_with)
    return false
  const wanted = is_foreign || rights === undefined ? functions : { ...functions, rights }
  return (
    missingIn(found, release).length === 0 &&
    Object.entries(wanted).every(([name, hash]) => state.hashes[name] === hash)
  )
}

/**
 * Whether a newer release has migrated the database and this one can run beside it, in which case it must change
 * nothing.
 * @throws PlainError if this release cannot run beside it
 */
export function refuseNewer(found: FoundState, release: Release, print: (line: string) => void): boolean {
  const { state } = found
  if (state !== null && state.version > release.version) {
    if (state.runs_with > release.version) {
      throw new PlainError(
        `A newer version of Openspot has migrated this database (schema ${state.version}; this version is schema ${release.version}, and at least ${state.runs_with} is needed). Start the newer version.`,
      )
    }
    print(
      `database: schema ${state.version} of a newer version; this one (schema ${release.version}) works on it`,
    )
    return true
  }
  const known = new Set(migrationNames(release))
  const unknown = found.names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new PlainError(
      `The database has migrations that this version of Openspot does not know: ${unknown.join(', ')}. Start the version that made them, or a newer one.`,
    )
  }
  return false
}

/**
 * Rejects a role that cannot migrate.
 * @throws PlainError that names what the database lacks
 */
export function refuseMissing(found: FoundState, release: Release): never {
  const missing = missingIn(found, release)
  if (found.names.length === 0)
    throw new PlainError(
      'The database is empty, and this role may not fill it. Set DATABASE_MIGRATE_URL to the role that owns it, or run `openspot migrate` with that first.',
    )
  const lacks = missing.length > 0 ? missing.join(', ') : `the functions of schema ${release.version}`
  throw new PlainError(
    `The database lacks ${lacks}. Set DATABASE_MIGRATE_URL to the role that owns the tables.`,
  )
}

/** Returns the migrations of this version that a database lacks, in order. */
export async function missingMigrations(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return missingIn({ names: rows.map(({ name }) => name) }, thisRelease())
}
