import { findZoneDifferences } from '@openspot/api/lots/lot-settings/zone-differences.ts'
import { loadPlaces } from '@openspot/api/lots/places/load-places.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

/**
 * Lists the places and lots whose clocks differ from those of the exact shapes of time zones. Returns 1 if a place does; the zone of a
 * lot may have been chosen.
 */
export async function zones(): Promise<number> {
  const { compared, different } = await withDatabase(settingsOfProcess(), async ({ database }) => {
    await loadPlaces(database)
    return findZoneDifferences(database.pool, realPorts.now())
  })
  for (const { kind, name, time_zone, exact } of different)
    console.log(`${kind} ${name}: ${time_zone || 'none'}, by the shapes ${exact}`)
  const lots = different.filter(({ kind }) => kind === 'LOT').length
  console.log(`${compared} compared, ${different.length - lots} places and ${lots} lots differ.`)
  return different.length > lots ? 1 : 0
}
