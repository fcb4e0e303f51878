import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { SourceMap } from '@openspot/core/error-monitoring/source-positions.ts'
import type pg from 'pg'
import { readStoredMap } from './source-maps.sql.ts'

const checkout = path.resolve(import.meta.dirname, '..', '..', '..')

/** Where the build of the pages leaves its source maps (`server/source-maps.ts`). Nothing in it is served. */
export const builtMapsFolder = path.join(checkout, 'web', '.next', 'source-maps')

const inflated = promisify(gunzip)
/** Maps that stay in memory: errors of one kind have the same files. */
const MAX_KEPT = 8
const MAX_MAP_BYTES = 40_000_000
/** Maps that one process reads in a minute. Anyone can report an error, and a large map takes a while to read. */
const MAX_READ_PER_MINUTE = 120

/** The name of the file of a build that a frame is in, as the build names it; null for other files. */
export function builtFileOf(file: string): string | null {
  const [, own] = /(?:\/_next\/|[\\/]\.next[\\/])((?:static|server)[\\/][^?#]+\.js)$/.exec(file) ?? []
  if (own === undefined) return null
  const name = decoded(own).replaceAll('\\', '/')
  return name.length <= 300 && !name.split('/').includes('..') ? name : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Finds source maps among those stored by earlier releases and other machines, and in the own build. */
export class MapFinder {
  private readonly kept = new Map<string, Promise<SourceMap | null>>()
  private minute = { at: 0, read: 0 }
  private readonly folder: string

  constructor(folder: string = builtMapsFolder) {
    this.folder = folder
  }

  async find(pool: pg.Pool, file: string, now: Date): Promise<SourceMap | null> {
    const known = this.kept.get(file)
    if (known) return known
    const at = Math.floor(now.getTime() / 60_000)
    if (this.minute.at !== at) this.minute = { at, read: 0 }
    if (this.minute.read++ >= MAX_READ_PER_MINUTE) return null
    const reading = this.read(pool, file)
    const [oldest] = this.kept.keys()
    if (this.kept.size >= MAX_KEPT && oldest !== undefined) this.kept.delete(oldest)
    this.kept.set(file, reading)
    return reading
  }

  private async read(pool: pg.Pool, file: string): Promise<SourceMap | null> {
    const packed =
      (await readFile(path.join(this.folder, `${file}.map.gz`)).catch(() => null)) ??
      (await readStoredMap(pool, file))
    if (packed === null) return null
    try {
      const text = await inflated(packed, { maxOutputLength: MAX_MAP_BYTES })
      return JSON.parse(text.toString('utf8')) as SourceMap
    } catch {
      // Without its map an error is still worth keeping.
      return null
    }
  }
}
