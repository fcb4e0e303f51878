import type { Input } from '@openspot/contract/call.ts'
import type { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { type LiveReservation, listLiveReservations } from '../../booking/availability/availability.sql.ts'
import { endOf } from '../../booking/availability/moments.rules.ts'
import { refuse } from '../../errors.ts'
import { listGroupMembers } from './assignments.sql.ts'
import { isMember, type SpotRow } from './spots.sql.ts'

/** The current or future assignee of a spot: a member or a group. */
export interface Assignee {
  assigned_user_id: string | null
  assigned_group_id: string | null
}

export const isSame = (a: Assignee, b: Assignee) =>
  a.assigned_user_id === b.assigned_user_id && a.assigned_group_id === b.assigned_group_id

export const isAssigned = (assignee: Assignee) =>
  assignee.assigned_user_id !== null || assignee.assigned_group_id !== null

type AssigneeInput = Pick<
  Input<typeof updateSpotRoute>['body'],
  'assigned_user_id' | 'assigned_group_id' | 'assigned_until_on'
>

/** Returns the assignee after a change. Naming a member removes the group, and the other way around. */
export function readAssignee(
  old: Assignee & { assigned_until_on: string | null },
  requested: AssigneeInput,
  today: string,
): Assignee & { assigned_until_on: string | null } {
  const { assigned_user_id: user, assigned_group_id: group, assigned_until_on: until } = requested
  if (user && group) {
    const message: Message = (t) => t('apiErrors.spots.notBoth')
    refuse('request_invalid', { field: 'assigned_group_id', message })
  }
  const next = {
    assigned_user_id: user === undefined ? (group ? null : old.assigned_user_id) : user,
    assigned_group_id: group === undefined ? (user ? null : old.assigned_group_id) : group,
  }
  const keeps = isSame(old, next) && until === undefined
  const assigned_until_on = keeps ? old.assigned_until_on : (until ?? null)
  if (until && !isAssigned(next)) {
    refuse('request_invalid', {
      field: 'assigned_until_on',
      message: (t) => t('apiErrors.spots.notAssigned'),
    })
  }
  if (until && until < today) {
    refuse('request_invalid', {
      field: 'assigned_until_on',
      message: (t) => t('apiErrors.time.pastDay'),
    })
  }
  return { ...next, assigned_until_on }
}

/** An interval in whole minutes. `to` is Infinity if it has no end. */
interface Time {
  from: number
  to: number
}

/** Returns the interval from the first to the last local day of the lot, both included. */
export function timeOfDays(zone: string, starts_on: string, ends_on: string | null): Time {
  const from = startOfDate(zone, starts_on)
  const to = ends_on === null ? Number.POSITIVE_INFINITY : plusLocalDays(zone, startOfDate(zone, ends_on), 1)
  return { from, to }
}

/** Checks that the assignee belongs to the lot and that nobody else has booked the spot for that time. */
export async function checkAssignee(
  tx: Tx,
  spot: SpotRow,
  assignee: Assignee,
  now: Date,
  time?: Time,
): Promise<void> {
  const theirs = await whoMayHaveBooked(tx, spot.lot_id, assignee)
  await refuseUsed(tx, spot, theirs, now, time)
}

async function whoMayHaveBooked(tx: Tx, lot_id: string, assignee: Assignee): Promise<string[]> {
  const { assigned_user_id, assigned_group_id } = assignee
  if (assigned_group_id !== null) {
    const message: Message = (t) => t('apiErrors.lot.groupUnknown')
    const members = await listGroupMembers(tx, lot_id, assigned_group_id)
    return members ?? refuse('request_invalid', { field: 'assigned_group_id', message })
  }
  if (assigned_user_id === null) return []
  if (!(await isMember(tx, lot_id, assigned_user_id))) {
    const message: Message = (t) => t('apiErrors.spots.onlyMembers')
    refuse('request_invalid', { field: 'assigned_user_id', message })
  }
  return [assigned_user_id]
}

/** Throws `spot_in_use` with the next reservation if anybody else has one on the spot that has not ended. */
async function refuseUsed(
  tx: Tx,
  spot: SpotRow,
  except: readonly string[],
  now: Date,
  time: Time = { from: 0, to: Number.POSITIVE_INFINITY },
): Promise<void> {
  const reservations = await listLiveReservations(tx, spot.lot_id, [spot.id], now)
  const others = reservations.filter(
    (reservation) => !except.includes(reservation.user_id) && touches(reservation, time),
  )
  const [next] = others
  if (!next) return
  const { starts_at, ends_at } = next
  refuse('spot_in_use', { details: { count: others.length, starts_at, ends_at } })
}

const touches = ({ starts_at, ends_at }: LiveReservation, { from, to }: Time) =>
  new Date(starts_at).getTime() / 60_000 < to && endOf(ends_at) > from
