import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import pg from 'pg'
import { copyFile, type FileOf, treeOf } from './files.ts'
import { type Manifest, manifestOf } from './manifest.ts'

/**
 * Folders whose contents a copy must not have or does not need (PostgreSQL manual, "Making a Base Backup Using the Low
 * Level API"): the state of the running process, and files recreated at each start. The WAL is copied at the end.
 */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const isLeftOut = (name: string): boolean =>
  emptied.some((folder) => name.startsWith(`${folder}/`)) ||
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init(\..*)?|pgsql_tmp.*)$/.test(name)

interface BackupSource {
  /** URL of the database `postgres` as a superuser. */
  url: string
  /** URL of the product's database, for its schema version. */
  database_url: string
  /** Folder that contains the cluster and its password. */
  folder: string
  now: () => Date
}

/**
 * Copies the running embedded database to a new folder without interrupting it. The copy represents its end time:
 * PostgreSQL replays the WAL written during the copy when it is started from it.
 * @throws PlainError if the target folder already exists
 */
export async function backUp(
  { url, database_url, folder, now }: BackupSource,
  target: string,
): Promise<Manifest> {
  if (existsSync(target)) throw new PlainError(`${target} already exists. Choose a new folder.`)
  const draft = `${target}.unfinished-${randomBytes(3).toString('hex')}`
  const client = new pg.Client({ connectionString: url, application_name: 'openspot backup' })
  await client.connect()
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const { files, folders, made_at } = await copyCluster(client, path.join(folder, 'cluster'), draft, now)
    const password = await copyFile(path.join(folder, 'password'), path.join(draft, 'password'))
    if (password) files['password'] = password
    const { rows } = await client.query<{ major: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as major`,
    )
    const manifest: Manifest = {
      kind: 'openspot-backup',
      made_at,
      postgres: rows[0]?.major ?? '',
      schema: await schemaOf(database_url),
      files,
      folders,
    }
    await writeFile(manifestOf(draft), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
    await rename(draft, target)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function copyCluster(
  client: pg.Client,
  data: string,
  draft: string,
  now: () => Date,
): Promise<Pick<Manifest, 'files' | 'folders' | 'made_at'>> {
  const files: Record<string, FileOf> = {}
  const copy = async (name: string) => {
    const file = await copyFile(path.join(data, name), path.join(draft, 'cluster', name))
    if (file) files[`cluster/${name}`] = file
  }
  const add = async (name: string, text: string) => {
    const from = path.join(draft, `${name}.new`)
    await writeFile(from, text, { mode: 0o600 })
    const file = await copyFile(from, path.join(draft, 'cluster', name))
    await rm(from)
    if (file) files[`cluster/${name}`] = file
  }
  // The slot keeps the WAL that the copy needs; it is temporary, so it disappears with this session, however that ends.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    `openspot_backup_${randomBytes(4).toString('hex')}`,
  ])
  const begin = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('openspot backup', true)) as segment`,
  )
  const tree = await treeOf(data, isLeftOut)
  for (const name of tree.files) await copy(name)
  const made_at = now().toISOString()
  const end = await client.query<{ segment: string; label: string; spaces: string }>(
    `select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)`,
  )
  const [first, last] = [begin.rows[0], end.rows[0]]
  if (!first || !last) throw new Error('PostgreSQL did not return the range of WAL that the backup needs.')
  if (last.spaces.trim() !== '') {
    throw new PlainError('Openspot cannot back up a database with its own tablespaces.')
  }
  const isNeeded = (name: string) =>
    /^[\dA-F]{24}$/.test(name) ? name >= first.segment && name <= last.segment : name.endsWith('.history')
  const log = await treeOf(path.join(data, 'pg_wal'))
  for (const name of log.files.filter(isNeeded)) await copy(path.posix.join('pg_wal', name))
  if (files[`cluster/pg_wal/${last.segment}`] === undefined) {
    throw new Error(`The last WAL segment, ${last.segment}, is missing.`)
  }
  await add('backup_label', last.label)
  return { made_at, files, folders: tree.folders.map((name) => `cluster/${name}`) }
}

async function schemaOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>('select version from schema_state')
    return rows[0]?.version ?? 0
  } finally {
    await client.end()
  }
}
