import { gateDefaults } from '@openspot/core/gates/limits.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'

/** The gates of the garage: one with a position sensor, one without. They are simulated, so they open nothing. */
export function gateRows(
  random: Random,
  lots: readonly TownLot[],
  created_at: string,
): Insertable<DB['gates']>[] {
  const garage = lots.find(({ row }) => row.name === 'Wells Street Garage')
  if (!garage) return []
  return (
    [
      ['Entrance, Wells Street', 'OK'],
      ['Exit, Lake Street', 'NO_SENSOR'],
    ] as const
  ).map(([name, script]) => ({
    id: random.id(),
    lot_id: garage.row.id,
    name,
    driver: 'SIMULATED' as const,
    device: { driver: 'SIMULATED', script },
    actuation: 'OPEN_INPUT' as const,
    has_position_sensor: script === 'OK',
    ...gateDefaults,
    travel_seconds: 8,
    emergency_access: 'Use the manual release on the inside of the left post.',
    created_at,
    changed_at: created_at,
  }))
}
