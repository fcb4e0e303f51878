import type { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { Input } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { TestApi } from '../api.ts'
import { closedRows } from './calendars.ts'
import { aLot, type TestLot } from './lots.ts'
import { aMember, type Person } from './people.ts'

/** Helpers for the tests of availability: a lot with an assigned spot, and its availability rules. */

export interface HeldLot {
  lot: TestLot
  admin: Person
  assignee: Person
  /** The assigned spot and an unassigned one. */
  own: string
  plain: string
}

export async function aHeldLot(api: TestApi): Promise<HeldLot> {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const assignee = await aMember(api, lot.lot_id, 'MEMBER')
  const [own = '', plain = ''] = lot.spot_ids
  await api.call(
    updateSpotRoute,
    { params: { spot_id: own }, body: { assigned_user_id: assignee.user_id } },
    admin.token,
  )
  return { lot, admin, assignee, own, plain }
}

export type AvailabilityRuleBody = Input<typeof createSpotAvailabilityRoute>['body']
/** Two hours from noon tomorrow in Chicago. */
export const noon = { starts_at: '2026-03-03T18:00:00.000Z', ends_at: '2026-03-03T20:00:00.000Z' }
export const open: AvailabilityRuleBody = { kind: 'OPEN', ...noon }
export const closed: AvailabilityRuleBody = { kind: 'CLOSED', ...noon }
export const said = (spot_id: string, body: AvailabilityRuleBody) => ({ params: { spot_id }, body })

/** Returns when a spot cannot be booked, as month-day and time. `ever` means no bound. */
export async function closedTimes(api: TestApi, spot_id: string): Promise<string[][]> {
  return (await closedRows(api, spot_id)).map(({ from, to }) => [
    from === 0 ? 'ever' : isoOf(from).slice(5, 16),
    Number.isFinite(to) ? isoOf(to).slice(5, 16) : 'ever',
  ])
}
