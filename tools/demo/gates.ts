import { gateDefaults } from '@openspot/core/gates/limits.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'

/**
 * Two gates of the garage, one with a position sensor and one without, and one of each other lot that says that its gate opens by phone.
 * They are simulated, so they open nothing.
 */
export function gateRows(
  random: Random,
  lots: readonly TownLot[],
  created_at: string,
): Insertable<DB['gates']>[] {
  return lots.flatMap(({ row }) => {
    if (row.name === 'Wells Street Garage')
      return [gate(row.id, 'Entrance, Wells Street', 'OK'), gate(row.id, 'Exit, Lake Street', 'NO_SENSOR')]
    return row.entry_methods?.includes('PHONE_GATE') ? [gate(row.id, 'Entrance', 'OK')] : []
  })

  function gate(lot_id: string, name: string, script: 'OK' | 'NO_SENSOR'): Insertable<DB['gates']> {
    return {
      id: random.id(),
      lot_id,
      name,
      driver: 'SIMULATED',
      device: { driver: 'SIMULATED', script },
      actuation: 'OPEN_INPUT',
      has_position_sensor: script === 'OK',
      ...gateDefaults,
      travel_seconds: 8,
      emergency_access: 'Use the manual release on the inside of the left post.',
      created_at,
      changed_at: created_at,
    }
  }
}
