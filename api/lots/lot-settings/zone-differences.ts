import type pg from 'pg'
import { haveSameClocks, timeZoneAt } from './time-zone-at.ts'
import { listPlaced, type Placed } from './zone-differences.sql.ts'

export interface ZoneDifferences {
  compared: number
  /** Those whose clocks differ from those of the exact shapes within a year, with the zone of the shapes. */
  different: (Placed & { exact: string })[]
}

/** Compares the time zone of each place of the search and of each lot with the exact shapes. */
export async function findZoneDifferences(pool: pg.Pool, now: Date): Promise<ZoneDifferences> {
  const all = await listPlaced(pool)
  const different: ZoneDifferences['different'] = []
  for (const each of all) {
    const exact = await timeZoneAt(each)
    if (each.time_zone === '' || !haveSameClocks(each.time_zone, exact, now))
      different.push({ ...each, exact })
  }
  return { compared: all.length, different }
}
