import type {
  createAssignmentRoute,
  deleteAssignmentRoute,
  UpcomingAssignment,
} from '@openspot/contract/lots/assignments.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { findMinutesOf, isoOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { insertAvailabilityRule } from '../../booking/availability/availability.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { getLot } from '../lots/lots.sql.ts'
import { type Assignee, checkAssignee, isAssigned, timeOfDays } from './assignee.ts'
import { insertUpcoming, listUpcoming, takeUpcoming } from './assignments.sql.ts'
import { lockSpot } from './change-spot.ts'
import { toSpot } from './spots.rules.ts'
import { findSpot, type SpotRow, updateSpot } from './spots.sql.ts'

/** Assigns a spot to a member or a group from a given day on: at once, or when that day comes. */
export async function assignSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: RouteInput<typeof createAssignmentRoute>,
): Promise<{ spot: StaffSpot; items: UpcomingAssignment[] }> {
  const lot_id = lotOf(request)
  const { time_zone } = await getLot(app.db, lot_id)
  const now = app.ports.now()
  const today = localDate(time_zone, minuteOf(now))
  const { assignee, starts_on, ends_on } = readAssignment(body, today)
  const time = timeOfDays(time_zone, starts_on, ends_on)
  const given = await app.db.transaction().execute(async (tx) => {
    const old = await lockSpot(tx, lot_id, params.spot_id)
    await checkAssignee(tx, old, assignee, now, time)
    if (starts_on <= today) await assignNow(tx, old, assignee, ends_on, now)
    else await assignLater(tx, request, old, { assignee, starts_on, ends_on, ...time })
    await materializeClosures(tx, lot_id, [old.id], now)
    const details = { ...assignee, starts_on, ends_on }
    const subject = { subject_kind: 'spot', subject_id: old.id }
    await writeAudit(tx, request, { action: 'spot.assign', ...subject, details })
    const spot = toSpot((await findSpot(tx, old.id)) ?? refuse('not_found'), true)
    return { spot, items: await listUpcoming(tx, lot_id, old.id) }
  })
  app.changes.announce(lot_id)
  return given
}

async function assignNow(
  tx: Tx,
  old: SpotRow,
  assignee: Assignee,
  ends_on: string | null,
  now: Date,
): Promise<void> {
  if (isAssigned(old)) refuse('spot_assigned', { details: { assigned_to: old.assigned_to } })
  await updateSpot(tx, old.id, { ...assignee, assigned_until_on: ends_on }, now)
}

interface Later {
  assignee: Assignee
  starts_on: string
  ends_on: string | null
  from: number
  to: number
}

/** An availability rule blocks that time for other drivers until the day comes. */
async function assignLater(tx: Tx, request: FastifyRequest, old: SpotRow, later: Later): Promise<void> {
  const { ports } = request.server
  const { assignee, starts_on, ends_on, from, to } = later
  const [created_at, created_by_user_id] = [ports.now().toISOString(), callerOf(request).user_id]
  const of = { lot_id: old.lot_id, spot_id: old.id, created_at, created_by_user_id }
  const { id: availability_id } = await insertAvailabilityRule(tx, {
    ...of,
    id: ports.id(),
    kind: 'CLOSED',
    note: 'Kept for who has it next',
    starts_at: isoOf(from),
    ends_at: Number.isFinite(to) ? isoOf(to) : null,
  })
  await insertUpcoming(tx, {
    ...of,
    id: ports.id(),
    user_id: assignee.assigned_user_id,
    group_id: assignee.assigned_group_id,
    starts_on,
    ends_on,
    availability_id,
  })
}

/** Cancels an upcoming assignment. */
export async function unassignSpot(
  app: FastifyInstance,
  request: FastifyRequest,
  { params }: RouteInput<typeof deleteAssignmentRoute>,
): Promise<{ items: UpcomingAssignment[] }> {
  const lot_id = lotOf(request)
  const items = await app.db.transaction().execute(async (tx) => {
    const spot = await lockSpot(tx, lot_id, params.spot_id)
    const now = app.ports.now()
    const [gone] = await takeUpcoming(tx, now, lot_id, spot.id, params.assignment_id)
    if (!gone) refuse('not_found')
    await materializeClosures(tx, lot_id, [spot.id], now)
    const subject = { subject_kind: 'spot', subject_id: spot.id }
    await writeAudit(tx, request, { action: 'spot.unassign', ...subject, details: { before: gone } })
    return listUpcoming(tx, lot_id, spot.id)
  })
  app.changes.announce(lot_id)
  return { items }
}

function readAssignment(body: RouteInput<typeof createAssignmentRoute>['body'], today: string) {
  const { user_id = null, group_id = null, starts_on = today, ends_on = null } = body
  if ((user_id === null) === (group_id === null)) {
    refuse('request_invalid', { field: 'user_id', message: (t) => t('apiErrors.spots.memberOrGroup') })
  }
  for (const [field, day] of Object.entries({ starts_on, ends_on })) {
    if (day !== null && !isDay(day)) {
      refuse('request_invalid', { field, message: (t) => t('apiErrors.time.notADate') })
    }
  }
  if (ends_on !== null && ends_on < (starts_on < today ? today : starts_on)) {
    refuse('request_invalid', {
      field: 'ends_on',
      message: (t) => t('apiErrors.spots.lastDay'),
    })
  }
  return { assignee: { assigned_user_id: user_id, assigned_group_id: group_id }, starts_on, ends_on }
}

const isDay = (text: string) => findMinutesOf(`${text}T00:00:00Z`) !== null
