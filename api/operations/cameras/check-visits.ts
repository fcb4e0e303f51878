import type { VisitState } from '@openspot/core/cameras/enums.ts'
import { checkVisitMinutes } from '@openspot/core/cameras/limits.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { type DispatchDeps, dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import { matchColumns, matchRead } from './match-read.ts'
import { type DueVisit, listDueVisits, listStaffOfVisit, lockVisit, updateVisit } from './visits.sql.ts'

type CheckDeps = Pick<PaymentDeps, 'db' | 'pool' | 'ports' | 'log' | 'changes'> & DispatchDeps
type Visit = NonNullable<Awaited<ReturnType<typeof lockVisit>>>

const minuteMs = 60_000

/**
 * Checks whether the vehicles that cameras saw have a right to be there: when they are seen, and when their right ends.
 * The staff are notified of those that stay without one. Nobody is fined by this: a person has to look.
 */
export async function checkVisits(deps: CheckDeps, tried = new Tried()): Promise<void> {
  const visits = await listDueVisits(deps.pool, deps.ports.now(), tried.ids())
  await eachByItself(
    { log: deps.log, task: 'check_visit', tried },
    visits,
    ({ id }) => id,
    (visit) => checkVisit(deps, visit),
  )
}

async function checkVisit(deps: CheckDeps, due: DueVisit): Promise<void> {
  const { db, ports, changes } = deps
  const now = ports.now()
  await db.transaction().execute(async (tx) => {
    const visit = await lockVisit(tx, due.lot_id, due.id)
    if (!visit?.check_at) return
    const at = visit.exited_at === null ? now : new Date(visit.exited_at)
    const question = {
      lot_id: visit.lot_id,
      plate_normalized: visit.plate,
      region: visit.region,
      at,
    }
    const found = await matchRead(tx, question, due.early_minutes, now)
    // Its right may have ended longer ago than the grace period, which a gate's own early minutes don't extend.
    const isOver =
      found.right?.ends_at != null &&
      Date.parse(found.right.ends_at) + due.grace_minutes * minuteMs <= at.getTime()
    const hasRight = found.right !== null && !isOver
    const state: VisitState = hasRight
      ? 'AUTHORIZED'
      : visit.match === null && !isOver
        ? 'NO_RIGHT'
        : 'OVERSTAY'
    const grace_ends = Date.parse(visit.first_seen_at) + due.grace_minutes * minuteMs
    const check_at = nextCheck({ visit, state, ends_at: found.right?.ends_at ?? null, now, due, grace_ends })
    await updateVisit(tx, visit, {
      // The plate of the visit is that of the right already, so this would call every match exact.
      ...(found.right ? { ...matchColumns(found), match: visit.match ?? found.right.match } : {}),
      state,
      check_at: check_at?.toISOString() ?? null,
      changed_at: now.toISOString(),
    })
    const isStaying = visit.exited_at === null && (state === 'OVERSTAY' || grace_ends <= now.getTime())
    if (state !== 'AUTHORIZED' && isStaying) await notifyStaff(deps, tx, visit, state)
  })
  changes.announce(due.lot_id)
}

/** Returns when a visit is checked again; null once the vehicle has left. */
function nextCheck(of: {
  visit: Visit
  state: VisitState
  ends_at: string | null
  now: Date
  due: DueVisit
  grace_ends: number
}): Date | null {
  if (of.visit.exited_at !== null) return null
  const soon = of.now.getTime() + checkVisitMinutes * minuteMs
  if (of.state !== 'AUTHORIZED')
    return new Date(of.grace_ends > of.now.getTime() ? Math.min(of.grace_ends, soon) : soon)
  // Rights also end early, when a reservation is canceled or a spot is assigned to someone else.
  const hourly = of.now.getTime() + 60 * minuteMs
  if (of.ends_at === null) return new Date(hourly)
  return new Date(
    Math.min(
      hourly,
      Math.max(Date.parse(of.ends_at) + of.due.grace_minutes * minuteMs, of.now.getTime() + minuteMs),
    ),
  )
}

/** Notifies the staff once of each visit and state. */
async function notifyStaff(
  deps: DispatchDeps,
  tx: Tx,
  visit: Visit,
  state: 'OVERSTAY' | 'NO_RIGHT',
): Promise<void> {
  const kind = state === 'OVERSTAY' ? 'OVERSTAY' : 'UNKNOWN_VEHICLE'
  const staff = await listStaffOfVisit(tx, visit.lot_id)
  const notices = staff.map(({ user_id, email, language, lot_name, time_zone }): Notice => {
    const t = translatorFor(language)
    const since = formatInFullWithZone(visit.right_ends_at ?? visit.first_seen_at, {
      zone: time_zone,
      locale: localeOf(t),
    })
    const values = { plate: visit.plate, lot: lot_name, since }
    return {
      user_id,
      lot_id: visit.lot_id,
      kind,
      about: visit.id,
      title: t(`cameraNotices.${kind}.heading`, values),
      text: t(`cameraNotices.${kind}.text`, values),
      path: `/lots/${visit.lot_id}/visits`,
      to_address: email,
    }
  })
  await dispatchNotices(deps, tx, notices)
}
