import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { hashRelease, readSchemaFile, schemaFile, thisRelease } from '@openspot/db/release.ts'
import { runTool } from '../run.ts'

/** Generates `db/types.ts` from the migrations on a temporary PostgreSQL, and increments the schema version. */
export function generate(): Promise<number> {
  countSchemaOn()
  return codegen([])
}

/** Checks that `db/types.ts` matches the migrations and `db/schema.json` matches the files. */
export async function generatedIsCurrent(): Promise<number> {
  const isCounted = readSchemaFile().hash === hashRelease(thisRelease())
  if (!isCounted) console.error('db/schema.json is of other migrations or functions: run npm run generate.')
  return Math.max(await codegen(['--verify']), isCounted ? 0 : 1)
}

/**
 * Fails closed: a new schema does not run beside older versions until someone lowers `runs_with` (docs/releases.md).
 */
function countSchemaOn(): void {
  const { version, hash } = readSchemaFile()
  const now = hashRelease(thisRelease())
  if (now === hash) return
  const next = { version: version + 1, runs_with: version + 1, hash: now }
  writeFileSync(schemaFile, `${JSON.stringify(next, null, 2)}\n`)
}

async function codegen(more: string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-generate-'))
  const cluster = await startCluster(folder, ['fsync=off'])
  try {
    const url = cluster.url('postgres')
    await migrate(url)
    return await runTool('kysely-codegen', [
      `--url=${url}`,
      '--dialect=postgres',
      '--out-file=db/types.ts',
      '--default-schema=public',
      '--include-pattern=public.*',
      '--type-mapping={"timestamptz":"string","date":"string","int8":"number"}',
      ...more,
    ])
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
