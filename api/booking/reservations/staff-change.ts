import type { changeByStaffRoute, StaffChangePreview } from '@openspot/contract/booking/staff-changes.ts'
import type { Output } from '@openspot/contract/call.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionId, writeAuditOnce } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { priceTerms } from '../pricing/offer.ts'
import { feeDifference } from './change.rules.ts'
import { changeOf, refusalOf, refuseChange } from './change.ts'
import { changeReservation } from './hold.sql.ts'
import { type ChangeInput, type Plan, planChange, previewOf } from './plan-change.ts'
import { getReservation } from './reservations.sql.ts'
import { billChange, findMadeChange, listConflicts } from './staff-change.sql.ts'

const staffView = { money: true, driver: true }

/** Returns what a change by the staff would cost or give back, and who has the spot then. Writes nothing. */
export async function previewStaffChange(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  requested: ChangeInput,
): Promise<StaffChangePreview> {
  const plan = await planChange(app, reservation_id, requested, 'STAFF')
  return {
    ...previewOf(translatorOf(request), plan),
    version: plan.state.version,
    can_override: plan.can_override,
    conflicts: await listConflicts(app.pool, {
      lot_id: plan.state.lot_id,
      spot_id: plan.spot.id,
      ...plan.times,
      except: plan.state.id,
      now: app.ports.now(),
    }),
  }
}

interface StaffChangeOrder extends ChangeInput {
  version: number
  difference_cents: number
  is_billed?: boolean | undefined
  reason?: string | undefined
  override_reason?: string | undefined
}

/**
 * Makes a previewed change at once. What it adds to the price is a bill, because staff can't charge a driver
 * (docs/decisions/0007-consent.md).
 */
export async function changeForDriver(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  order: StaffChangeOrder,
): Promise<Output<typeof changeByStaffRoute>> {
  const { starts_at, ends_at, spot_id } = order
  if (starts_at === undefined && ends_at === undefined && spot_id === undefined) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.reservations.changeNothing'),
    })
  }
  const id = actionId(request)
  // An interrupted request is repeated after its change was made, which the version would refuse.
  if (!(await findMadeChange(app.pool, id)).is_done) {
    const plan = await planChange(app, reservation_id, { starts_at, ends_at, spot_id }, 'STAFF')
    checkOrder(plan, order)
    await make(app, request, plan, order)
    app.changes.announce(plan.state.lot_id)
  }
  return {
    reservation: await getReservation(app.db, reservation_id, staffView, app.ports.now()),
    bill: (await findMadeChange(app.pool, id)).bill,
  }
}

function checkOrder(plan: Plan, order: StaffChangeOrder): void {
  if (plan.state.version !== order.version) refuse('reservation_changed')
  if (plan.refusal && !(plan.can_override && order.override_reason !== undefined)) refusalOf(plan.refusal)
  if (plan.difference_cents > 0 && !plan.added) {
    refuse('change_not_possible', { message: (t) => t('apiErrors.reservations.costsMore') })
  }
  if (plan.difference_cents !== order.difference_cents) {
    refuse('difference_changed', { details: { difference_cents: plan.difference_cents } })
  }
}

async function make(
  app: FastifyInstance,
  request: FastifyRequest,
  plan: Plan,
  order: StaffChangeOrder,
): Promise<void> {
  const { state, times, spot, difference_cents } = plan
  const { user_id } = callerOf(request)
  const is_billed = order.is_billed ?? true
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    const isNew = await writeAuditOnce(tx, request, {
      action: 'reservation.change',
      subject_kind: 'reservation',
      subject_id: state.id,
      details: {
        from: { spot_id: state.spot_id, starts_at: state.starts_at, ends_at: state.ends_at },
        to: { spot_id: spot.id, ...times },
        difference_cents,
        is_billed: difference_cents > 0 && is_billed,
        reason: order.reason ?? null,
        override_reason: order.override_reason ?? null,
      },
    })
    if (!isNew) return
    const reason = order.reason ?? order.override_reason
    const outcome = await changeReservation(tx, now, {
      ...changeOf(plan, { user_id, reason }),
      ...(difference_cents > 0 && !is_billed ? { total_cents: state.total_cents } : {}),
      is_override: order.override_reason !== undefined,
    })
    if (outcome !== 'changed') refuseChange(outcome)
    if (difference_cents <= 0) return
    const before = quote({ ...priceTerms(plan.terms, plan.old_spot, state), ...timesOf(state) })
    const billed = await billChange(tx, now, state, {
      bill_id: actionId(request),
      amount_cents: difference_cents,
      service_fee_cents: Math.min(difference_cents, feeDifference(plan.lines, before)),
      // The driver reads the reason of a bill from its first line.
      lines: plan.lines.map((line, at) =>
        at === 0 && reason !== undefined ? { ...line, because: reason.slice(0, 300) } : line,
      ),
      staff_user_id: user_id,
      is_billed,
    })
    if (billed.outcome === 'above_cap') {
      refuse('bill_too_high', { field: 'ends_at', details: { room_cents: billed.room_cents } })
    }
    if (billed.outcome === 'lot_not_trusted') refuse('lot_not_trusted')
    if (billed.outcome !== 'added') refuse('reservation_changed')
  })
}

const timesOf = ({ starts_at, ends_at }: Plan['state']) => ({ starts_at, ends_at })
