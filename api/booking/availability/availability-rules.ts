import type {
  Availability,
  createSpotAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { getLot, type LotRow } from '../../lots/lots/lots.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { noteColumn, rateColumns, toAvailability } from './availability.rules.ts'
import {
  type AvailabilityRuleRow,
  deleteAvailabilityRule,
  findAvailabilityRule,
  insertAvailabilityRule,
  updateAvailabilityRule,
} from './availability.sql.ts'
import {
  availabilityRulesOf,
  checkRates,
  isAssignee,
  refuseMore,
  refuseUsed,
  stillTheirs,
} from './availability-checks.ts'
import type { LockedSpot } from './materialize-closures.sql.ts'
import { withLockedSpots } from './materialize-closures.ts'
import { changedRecurrence, readRecurrence } from './recurrence.rules.ts'
import { isReservingRule } from './reserving-rules.sql.ts'

/** Creates an availability rule that opens or closes a spot. */
export async function createAvailabilityRule(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: RouteInput<typeof createSpotAvailabilityRoute>,
): Promise<Availability> {
  const lot = await getLot(app.db, lotOf(request))
  const now = app.ports.now()
  const { kind } = body
  const requested = readRecurrence(lot.time_zone, body, now)
  const rates = rateColumns(body.rates)
  return withLockedSpots(app, lot.id, { spot_ids: [params.spot_id] }, async (tx, spots) => {
    const spot = stillTheirs(request, spots)
    if (kind === 'OPEN' && spot.assigned_user_id === null) {
      const message: Message = (t) => t('apiErrors.availability.openAnyway')
      refuse('availability_not_possible', { field: 'kind', message })
    }
    await checkRates(tx, lot, spot, kind, rates)
    const rules = await availabilityRulesOf(tx, lot, spot, now)
    refuseMore(rules.filter(({ spot_id }) => spot_id === spot.id))
    const row = await insertAvailabilityRule(tx, {
      id: app.ports.id(),
      lot_id: lot.id,
      spot_id: spot.id,
      kind,
      ...requested,
      weekdays: [...requested.weekdays],
      ...rates,
      note: noteColumn(body.note),
      created_by_user_id: callerOf(request).user_id,
      created_at: now.toISOString(),
    })
    if (isAssignee(request) && kind === 'CLOSED') {
      await refuseUsed(tx, lot, spot, now, rules, [...rules, row])
    }
    await auditStaff(tx, request, 'availability.create', row, { after: toAvailability(row) })
    return toAvailability(row)
  })
}

/** Changes an availability rule of a spot, a zone, or the lot. It can't be moved to another of them. */
export async function changeAvailabilityRule(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body: { version, ...body } }: RouteInput<typeof updateAvailabilityRoute>,
): Promise<Availability> {
  refuseNoChange(body)
  return onAvailabilityRule(app, request, params.availability_id, async (tx, { lot, spot, old, now }) => {
    if (version !== undefined && version !== old.version) refuse('availability_changed', { field: 'version' })
    const requested = readRecurrence(lot.time_zone, changedRecurrence(old, body), now)
    const rates = body.rates === undefined ? {} : rateColumns(body.rates)
    await checkRates(tx, lot, spot, old.kind, rates)
    const rules = await availabilityRulesOf(tx, lot, spot, now)
    const row = await updateAvailabilityRule(tx, now, old, {
      ...requested,
      weekdays: [...requested.weekdays],
      ...rates,
      ...(body.note === undefined ? {} : { note: noteColumn(body.note) }),
    })
    if (spot && (isAssignee(request) || old.kind === 'OPEN')) {
      const others = rules.filter(({ id }) => id !== old.id)
      await refuseUsed(tx, lot, spot, now, rules, [...others, row])
    }
    const details = { before: toAvailability(old), after: toAvailability(row) }
    await auditStaff(tx, request, 'availability.change', row, details)
    return toAvailability(row)
  })
}

/** Deletes an availability rule. */
export async function dropAvailabilityRule(
  app: FastifyInstance,
  request: FastifyRequest,
  availability_id: string,
): Promise<void> {
  await onAvailabilityRule(app, request, availability_id, async (tx, { lot, spot, old, now }) => {
    if (spot && old.kind === 'OPEN') {
      const rules = await availabilityRulesOf(tx, lot, spot, now)
      const others = rules.filter(({ id }) => id !== old.id)
      await refuseUsed(tx, lot, spot, now, rules, others)
    }
    await deleteAvailabilityRule(tx, now, old)
    await auditStaff(tx, request, 'availability.delete', old, { before: toAvailability(old) })
  })
}

interface Found {
  lot: LotRow
  /** Null if the availability rule belongs to a zone or to the lot. */
  spot: LockedSpot | null
  old: AvailabilityRuleRow
  now: Date
}

async function onAvailabilityRule<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  id: string,
  work: (tx: Tx, found: Found) => Promise<T>,
): Promise<T> {
  const lot = await getLot(app.db, lotOf(request))
  // An availability rule never moves, so its spot and zone can be read before the lock.
  const { spot_id, zone_id } = (await findAvailabilityRule(app.db, id)) ?? refuse('not_found')
  const scope = spot_id === null ? { zone_id } : { spot_ids: [spot_id] }
  return withLockedSpots(app, lot.id, scope, async (tx, spots) => {
    const old = (await findAvailabilityRule(tx, id)) ?? refuse('not_found')
    const spot = spot_id === null ? null : stillTheirs(request, spots)
    if (
      isAssignee(request) &&
      old.kind === 'CLOSED' &&
      old.created_by_user_id !== callerOf(request).user_id
    ) {
      refuse('forbidden', { message: (t) => t('apiErrors.availability.closedByStaff') })
    }
    if (await isReservingRule(tx, old.lot_id, old.id)) {
      const message: Message = (t) => t('apiErrors.availability.keptForNext')
      refuse('availability_not_possible', { message })
    }
    return work(tx, { lot, spot, old, now: app.ports.now() })
  })
}

/** Audits changes by staff. What assignees do with their own spot is not audited. */
async function auditStaff(
  tx: Tx,
  request: FastifyRequest,
  action: AuditAction,
  rule: AvailabilityRuleRow,
  details: Record<string, unknown>,
): Promise<void> {
  if (isAssignee(request)) return
  await writeAudit(tx, request, { action, subject_kind: 'availability', subject_id: rule.id, details })
}
