import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { runTool } from '../run.ts'

/** Makes `db/types.ts` from the migrations, on a PostgreSQL of its own. */
export const generate = (): Promise<number> => codegen([])

/** Whether `db/types.ts` is what the migrations make. */
export const generatedIsCurrent = (): Promise<number> => codegen(['--verify'])

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
