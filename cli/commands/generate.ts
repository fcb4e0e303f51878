import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeSchema } from '@openspot/db/describe-schema.ts'
import { hashRelease, readSchemaFile, schemaFile, thisRelease } from '@openspot/db/release.ts'
import { root } from '@openspot/server/settings.ts'
import pg from 'pg'
import { onMigratedServer } from '../checks/migrated-server.ts'
import { runTool } from '../processes/run-tool.ts'
import { generateMessages } from './generate-messages.ts'

const dumpFile = path.join(root, 'db', 'schema.txt')

/**
 * Generates the types of messages, then `db/types.ts` and `db/schema.txt` from the migrations on a temporary PostgreSQL,
 * and increments the schema version.
 */
export function generate(): Promise<number> {
  generateMessages()
  countSchemaOn()
  return generateFrom([], (dump) => {
    writeFileSync(dumpFile, dump)
    return 0
  })
}

/** Checks that `db/types.ts` and `db/schema.txt` match the migrations and `db/schema.json` matches the files. */
export async function generatedIsCurrent(): Promise<number> {
  const isCounted = readSchemaFile().hash === hashRelease(thisRelease())
  if (!isCounted)
    console.error('db/schema.json does not match the migrations and functions. Run npm run generate.')
  const isGenerated = await generateFrom(['--verify'], (dump) => {
    if (existsSync(dumpFile) && readFileSync(dumpFile, 'utf8') === dump) return 0
    console.error('db/schema.txt does not match the migrations. Run npm run generate.')
    return 1
  })
  return Math.max(isGenerated, isCounted ? 0 : 1)
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

const generateFrom = (more: string[], useDump: (dump: string) => number): Promise<number> =>
  onMigratedServer(async (url) => {
    const types = await runTool('kysely-codegen', [
      `--url=${url}`,
      '--dialect=postgres',
      '--out-file=db/types.ts',
      '--default-schema=public',
      '--include-pattern=public.*',
      '--type-mapping={"timestamptz":"string","date":"string","int8":"number"}',
      ...more,
    ])
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return Math.max(types, useDump(await describeSchema(client)))
    } finally {
      await client.end()
    }
  })
