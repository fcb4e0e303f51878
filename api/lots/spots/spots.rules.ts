import type { StaffSpot, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { changedSpotFacts, eachSpotFact, type SpotFact } from '@openspot/core/spots/spot-facts.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Updateable } from 'kysely'
import { noteColumn, rateColumns } from '../../booking/availability/availability.rules.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { readName } from '../../names.ts'
import type { RouteInput } from '../../route-input.ts'
import type { SpotRow } from './spots.sql.ts'

/** Maps a row to a spot. Only staff get its rates, what they wrote about it, and its assignee. */
export function toSpot(row: SpotRow, byStaff: boolean): StaffSpot {
  const { id, lot_id, label, type, features, level, zone_id, shape } = row
  const spot = { id, lot_id, label, type, features: [...features], level, zone_id, shape }
  if (!byStaff) return spot
  const { assigned_user_id, assigned_group_id, assigned_until_on, assigned_to } = row
  const assignee = { assigned_user_id, assigned_group_id, assigned_until_on, assigned_to }
  return { ...spot, rates: rateColumns(row), ...boundColumns(row), ...writtenOf(row), ...assignee }
}

/** What staff wrote about a spot. */
export const writtenOf = (row: Pick<SpotRow, SpotFact>) => eachSpotFact((fact) => row[fact])

type Bounds = Partial<Pick<SpotRow, 'min_reservation_price' | 'max_reservation_price'>>

/** The bounds of a spot's charge, null where they are those of the lot. */
export const boundColumns = ({ min_reservation_price = null, max_reservation_price = null }: Bounds) => ({
  min_reservation_price,
  max_reservation_price,
})

/** Whether the minimum charge of a spot is above its maximum. */
export function areBoundsCrossed(spot: Bounds): boolean {
  const { min_reservation_price: min, max_reservation_price: max } = boundColumns(spot)
  return min !== null && max !== null && min > max
}

/** Throws if the minimum charge of a spot is above its maximum. */
export function checkBounds(spot: Bounds, isAbout: (field: keyof Bounds) => boolean): void {
  if (!areBoundsCrossed(spot)) return
  refuse('request_invalid', {
    field: isAbout('max_reservation_price') ? 'max_reservation_price' : 'min_reservation_price',
    message: (t) => t('apiErrors.lot.maxCharge'),
  })
}

/** Maps a request body to `spots` columns, without the assignee. Given rates replace all previous ones. */
export function spotColumns(body: RouteInput<typeof updateSpotRoute>['body']): Updateable<DB['spots']> {
  refuseNoChange(body)
  const {
    label,
    rates,
    assigned_user_id: _user,
    assigned_group_id: _group,
    assigned_until_on: _until,
    ...rest
  } = body
  return {
    ...rest,
    ...(label === undefined ? {} : { label: readName(label, 20, 'label') }),
    ...(rates === undefined ? {} : rateColumns(rates)),
    ...changedSpotFacts(body, (fact) => noteColumn(body[fact])),
  }
}
