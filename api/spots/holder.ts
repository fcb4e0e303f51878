import type { Input } from '@openspot/contract/call.ts'
import type { updateSpot } from '@openspot/contract/spots.ts'
import { plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'
import type { Db } from '@openspot/db/database.ts'
import { type LiveStay, listLiveStays } from '../availability/availability.sql.ts'
import { endOf } from '../availability/moments.rules.ts'
import { refuse } from '../errors.ts'
import { listGroupMembers } from './assignments.sql.ts'
import { isMember, type SpotRow } from './spots.sql.ts'

/** Whose a spot is or will be: a member's or a group's. */
export interface Holder {
  assigned_user_id: string | null
  assigned_group_id: string | null
}

export const isSame = (a: Holder, b: Holder) =>
  a.assigned_user_id === b.assigned_user_id && a.assigned_group_id === b.assigned_group_id

export const isSomebody = (holder: Holder) =>
  holder.assigned_user_id !== null || holder.assigned_group_id !== null

type Asked = Pick<
  Input<typeof updateSpot>['body'],
  'assigned_user_id' | 'assigned_group_id' | 'assigned_until_on'
>

/** Whose a spot is after a change: naming a member ends a group's time, and the other way round. */
export function readHolder(
  old: Holder & { assigned_until_on: string | null },
  asked: Asked,
  today: string,
): Holder & { assigned_until_on: string | null } {
  const { assigned_user_id: user, assigned_group_id: group, assigned_until_on: until } = asked
  if (user && group) {
    const message = 'A spot is a member’s or a group’s, not both.'
    refuse('request_invalid', { field: 'assigned_group_id', message })
  }
  const next = {
    assigned_user_id: user === undefined ? (group ? null : old.assigned_user_id) : user,
    assigned_group_id: group === undefined ? (user ? null : old.assigned_group_id) : group,
  }
  const keeps = isSame(old, next) && until === undefined
  const assigned_until_on = keeps ? old.assigned_until_on : (until ?? null)
  if (until && !isSomebody(next)) {
    refuse('request_invalid', { field: 'assigned_until_on', message: 'Nobody has this spot: say who first.' })
  }
  if (until && until < today) {
    refuse('request_invalid', { field: 'assigned_until_on', message: 'That day is over.' })
  }
  return { ...next, assigned_until_on }
}

/** A time in whole minutes; without an end where `to` is Infinity. */
interface Time {
  from: number
  to: number
}

/** From the first to the last day on the lot's clock, both included. */
export function timeOfDays(zone: string, starts_on: string, ends_on: string | null): Time {
  const from = startOfDate(zone, starts_on)
  const to = ends_on === null ? Number.POSITIVE_INFINITY : plusLocalDays(zone, startOfDate(zone, ends_on), 1)
  return { from, to }
}

/** A spot becomes somebody's own if they belong to the lot and nobody else has booked it for that time. */
export async function checkHolder(
  tx: Db,
  spot: SpotRow,
  holder: Holder,
  now: Date,
  time?: Time,
): Promise<void> {
  const theirs = await whoMayHaveBooked(tx, spot.lot_id, holder)
  await refuseUsed(tx, spot, theirs, now, time)
}

async function whoMayHaveBooked(tx: Db, lot_id: string, holder: Holder): Promise<string[]> {
  const { assigned_user_id, assigned_group_id } = holder
  if (assigned_group_id !== null) {
    const message = 'There is no such group in this lot.'
    const members = await listGroupMembers(tx, lot_id, assigned_group_id)
    return members ?? refuse('request_invalid', { field: 'assigned_group_id', message })
  }
  if (assigned_user_id === null) return []
  if (!(await isMember(tx, lot_id, assigned_user_id))) {
    const message = 'A spot can be given to members of this lot alone. Invite them first.'
    refuse('request_invalid', { field: 'assigned_user_id', message })
  }
  return [assigned_user_id]
}

/** Refuses where somebody else has booked the spot and is not over, naming the next of them. */
async function refuseUsed(
  tx: Db,
  spot: SpotRow,
  except: readonly string[],
  now: Date,
  time: Time = { from: 0, to: Number.POSITIVE_INFINITY },
): Promise<void> {
  const stays = await listLiveStays(tx, spot.lot_id, [spot.id], now.toISOString())
  const others = stays.filter((stay) => !except.includes(stay.user_id) && touches(stay, time))
  const [next] = others
  if (!next) return
  const { starts_at, ends_at } = next
  refuse('spot_in_use', { details: { count: others.length, starts_at, ends_at } })
}

const touches = ({ starts_at, ends_at }: LiveStay, { from, to }: Time) =>
  new Date(starts_at).getTime() / 60_000 < to && endOf(ends_at) > from
