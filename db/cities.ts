import { PlainError } from '@openspot/core/plain-error.ts'
import pg from 'pg'
import { directorySchema, directoryTables } from './directory.ts'
import { migrate } from './migrate.ts'
import { schemasOfCity, sharedSchema } from './schemas.ts'
import { withoutLimits } from './session-limits.ts'

/** How the two roles of a city log in. */
export interface CityRoles {
  owner: { name: string; password: string }
  app: { name: string; password: string }
}

/** Names become parts of names of schemas and roles. */
const cityName = /^[a-z][a-z0-9_]{1,30}$/

/** The names of a city's roles: one owns everything, and the product runs as the other. */
export const rolesOfCity = (city: string, owner_password: string, app_password: string): CityRoles => ({
  owner: { name: `${city}_owner`, password: owner_password },
  app: { name: `${city}_app`, password: app_password },
})

/** Returns the URL of a database with another role. */
export function urlAs(url: string, { name, password }: { name: string; password: string }): string {
  const address = new URL(url)
  address.username = name
  address.password = encodeURIComponent(password)
  return address.href
}

/**
 * Makes the schemas and roles of a city, and migrates it. `admin_url` leads to the database as a superuser. The search path of the roles
 * says which city a session is in: on Citus, a setting of the session would not reach the workers.
 */
export async function makeCity(
  admin_url: string,
  city: string,
  roles: CityRoles,
  print: (line: string) => void = () => {},
): Promise<void> {
  if (!cityName.test(city) || city === 'public' || city === sharedSchema)
    throw new PlainError(`"${city}" can't be the name of a city: use small letters, digits, and _.`)
  await asAdmin(admin_url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    const database = admin.escapeIdentifier(rows[0]?.name ?? '')
    const { path, ...names } = schemasOfCity(city)
    await admin.query(`create schema if not exists ${sharedSchema}`)
    for (const extension of ['btree_gist', 'pg_trgm'])
      await admin.query(`create extension if not exists ${extension} schema ${sharedSchema}`)
    await admin.query(directoryTables)
    for (const { name, password } of [roles.owner, roles.app]) {
      await admin.query(`create role ${name} login password ${admin.escapeLiteral(password)}`)
      await admin.query(`alter role ${name} in database ${database} set search_path = ${path.join(', ')}`)
      await admin.query(`grant usage on schema ${sharedSchema} to ${name}`)
    }
    await admin.query(`grant create on database ${database} to ${roles.owner.name}`)
    await admin.query(`grant usage on schema ${directorySchema} to ${roles.app.name}`)
    await admin.query(`grant select, insert, delete on ${directorySchema}.names to ${roles.app.name}`)
    for (const schema of [names.schema, names.jobs, names.local])
      await admin.query(`create schema ${schema} authorization ${roles.owner.name}`)
  })
  await migrate(urlAs(admin_url, roles.owner), print, roles.app.name)
}

/** A server of Citus. */
interface CitusNode {
  host: string
  port: number
}

/**
 * Distributes a city on Citus: all tables of its schema move to one worker, `node` if given. Functions are made again, because those
 * that take a row reach the workers only when its table is there.
 */
export async function distributeCity(
  admin_url: string,
  city: string,
  roles: CityRoles,
  node?: CitusNode,
): Promise<void> {
  const { schema, local } = schemasOfCity(city)
  await asAdmin(admin_url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    const database = admin.escapeIdentifier(rows[0]?.name ?? '')
    // Safe here: all tables of a city are on one server, so its triggers and functions never leave it.
    await admin.query(`alter database ${database} set citus.enable_unsafe_triggers = on`)
    for (const { name } of [roles.owner, roles.app])
      await admin.query(
        `alter role ${name} in database ${database} set citus.allow_nested_distributed_execution = on`,
      )
    await admin.query('set citus.enable_unsafe_triggers = on')
    await admin.query(
      `select create_reference_table(oid) from pg_class where oid = '${directorySchema}.names'::regclass
         and not exists (select from pg_dist_partition p where p.logicalrelid = oid)`,
    )
    await admin.query('select citus_schema_distribute($1)', [schema])
    if (node) await moveCity(admin, city, node)
    await admin.query(`update ${local}.schema_state set hashes = '{}'`)
  })
  await migrate(urlAs(admin_url, roles.owner), () => {}, roles.app.name)
}

/** Moves the tables of a city to another worker while they are used; writes wait at the end for a moment. */
export const moveToWorker = (admin_url: string, city: string, node: CitusNode): Promise<void> =>
  asAdmin(admin_url, (admin) => moveCity(admin, city, node))

async function moveCity(admin: pg.Client, city: string, { host, port }: CitusNode): Promise<void> {
  const { schema } = schemasOfCity(city)
  const { rows } = await admin.query<{ is_there: boolean }>(
    `select bool_and(nodename = $2 and nodeport = $3) as is_there from citus_shards
     where table_name in (select oid::regclass from pg_class where relnamespace = $1::regnamespace)`,
    [schema, host, port],
  )
  if (rows[0]?.is_there) return
  await admin.query(`select citus_schema_move($1, $2, $3, shard_transfer_mode => 'force_logical')`, [
    schema,
    host,
    port,
  ])
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  admin.on('notice', () => {})
  await admin.connect()
  try {
    await admin.query(withoutLimits)
    await work(admin)
  } finally {
    await admin.end()
  }
}
