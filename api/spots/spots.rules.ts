import type { StaffSpot, updateSpot } from '@openspot/contract/spots.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Updateable } from 'kysely'
import type { Asked } from '../availability/asked.ts'
import { noteColumn, rateColumns } from '../availability/availability.rules.ts'
import { refuseNoChange } from '../errors.ts'
import { readName } from '../prices/names.rules.ts'
import type { SpotRow } from './spots.sql.ts'

/** A spot as anyone may see it; what concerns its lot's people alone is for them. */
export function shownSpot(row: SpotRow, byStaff: boolean): StaffSpot {
  const { id, lot_id, label, type, features, level, zone_id, shape } = row
  const spot = { id, lot_id, label, type, features: [...features], level, zone_id, shape }
  if (!byStaff) return spot
  const { note, assigned_user_id, assigned_group_id, assigned_until_on, assigned_to } = row
  const holder = { assigned_user_id, assigned_group_id, assigned_until_on, assigned_to }
  return { ...spot, rates: rateColumns(row), note, ...holder }
}

/** What is to change about a spot but for whose it is, as its columns. Rates that are given take the place of all it had. */
export function spotColumns(body: Asked<typeof updateSpot>['body']): Updateable<DB['spots']> {
  refuseNoChange(body)
  const {
    label,
    rates,
    note,
    assigned_user_id: _user,
    assigned_group_id: _group,
    assigned_until_on: _until,
    ...rest
  } = body
  return {
    ...rest,
    ...(label === undefined ? {} : { label: readName(label, 20, 'label') }),
    ...(rates === undefined ? {} : rateColumns(rates)),
    ...(note === undefined ? {} : { note: noteColumn(note) }),
  }
}
