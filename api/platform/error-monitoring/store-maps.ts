import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { builtMapsFolder } from './find-map.ts'
import { seeStoredMaps, storeMap } from './source-maps.sql.ts'

type StoreDeps = Pick<Deps, 'log' | 'ports'> & { database: Pick<Deps['database'], 'pool'> }

const END = '.map.gz'

/**
 * Stores the source maps of the build in this checkout, so that errors can be read that pages of this release report after the next one
 * was built, and on machines without a build. Does nothing if they are stored already or there is no build. Never throws.
 */
export async function storeMaps(
  { log, ports, database: { pool } }: StoreDeps,
  release: string,
  folder: string = builtMapsFolder,
): Promise<void> {
  try {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const files = names
      .filter((name) => name.endsWith(END))
      .map((name) => name.slice(0, -END.length).replaceAll('\\', '/'))
    if (files.length === 0) return
    const stored = new Set(await seeStoredMaps(pool, files, ports.now()))
    for (const file of files)
      if (!stored.has(file))
        await storeMap(pool, file, release, await readFile(path.join(folder, `${file}${END}`)), ports.now())
  } catch (error) {
    reportFailure(log, { task: 'store_source_maps', error })
  }
}
