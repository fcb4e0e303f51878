import type { Input } from '@openspot/contract/call.ts'
import type { createFineRoute } from '@openspot/contract/operations/fines.ts'
import { nextCheckAt } from '@openspot/core/fines/check-again.ts'
import { SAME_VIOLATION_MINUTES } from '@openspot/core/fines/limits.ts'
import { needsSpot, refutes } from '@openspot/core/fines/rights.ts'
import { nextFine } from '@openspot/core/fines/terms.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionId, writeAuditOnce } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import { attachPhotos } from '../photos/photos.sql.ts'
import { rightsOfPlate } from '../plates/look-up.ts'
import { readPlate, readSeenAt } from '../plates/read-plate.ts'
import { isPersonOfLot } from './fines.sql.ts'
import {
  findCar,
  findDriverOfPlate,
  findFineTerms,
  findSameViolation,
  getLotOfFine,
  insertFine,
  listEarlierFines,
  lockPlate,
  openFineChain,
} from './issue.sql.ts'

type Order = Input<typeof createFineRoute>['body']
const dayMs = 86_400_000

/**
 * Warns or fines a vehicle. The plate is looked up, the terms are applied, and everything is written in one transaction.
 * Returns the ID, also if the same request was committed before.
 */
export async function issueFine(
  app: FastifyInstance,
  request: FastifyRequest,
  order: Order,
): Promise<string> {
  const now = app.ports.now()
  const seen_at = readSeenAt(order.seen_at, now, 'seen_at').toISOString()
  const of = {
    lot_id: lotOf(request),
    plate_normalized: readPlate(order.plate, order.region),
    region: (order.region ?? '').trim().toUpperCase(),
  }
  if (needsSpot(order.reason) && order.spot_id === undefined)
    refuse('request_invalid', { field: 'spot_id', message: (t) => t('apiErrors.fines.spotMissing') })
  const id = actionId(request)
  await app.db.transaction().execute(async (tx) => {
    const isNew = await writeAuditOnce(tx, request, {
      action: 'fine.create',
      subject_kind: 'fine',
      subject_id: id,
      details: { ...of, reason: order.reason, seen_at },
    })
    if (!isNew) return
    await lockPlate(tx, of.lot_id, of.plate_normalized)
    const driver = await driverOf(tx, order, { ...of, seen_at })
    const lot = await getLotOfFine(tx, of.lot_id, order.spot_id ?? null, driver?.user_id ?? null)
    if (order.spot_id !== undefined && lot.spot_label === null)
      refuse('request_invalid', { field: 'spot_id', message: (t) => t('apiErrors.fines.spotUnknown') })
    const fine_id = await findSameViolation(tx, {
      ...of,
      reason: order.reason,
      seen_at,
      minutes: SAME_VIOLATION_MINUTES,
    })
    if (fine_id !== null) refuse('fine_exists', { details: { fine_id } })
    const similar = await refuseRights(tx, order, { ...of, seen_at, now, spot_label: lot.spot_label })

    const terms = await findFineTerms(tx, of.lot_id, driver?.user_id ?? null)
    const earlier = terms
      ? await listEarlierFines(tx, {
          ...of,
          reason: order.reason,
          seen_at,
          within_days: terms.fine_terms.within_days,
        })
      : []
    const step = terms ? nextFine(terms.fine_terms, order.reason, earlier.length) : null
    if (!terms || !step) return refuse('fine_not_in_rules', { field: 'reason' })
    // Nobody but its members knows a lot that the platform has not reviewed, so its notices could be a fraud.
    if (step.kind === 'FINE' && !lot.is_trusted && !lot.is_active_member)
      refuse('lot_not_trusted', { message: (t) => t('apiErrors.fines.notApproved') })

    const created_at = now.toISOString()
    const { kind, amount_cents, ...numbers } = step
    const explanation = { rule_set_name: terms.name, is_default: terms.is_default, ...numbers, earlier }
    const appeal_until = new Date(now.getTime() + lot.fine_appeal_days * dayMs).toISOString()
    const fine = {
      id,
      lot_id: of.lot_id,
      code: secretWord(app.ports),
      status: kind === 'WARNING' ? ('WARNING' as const) : ('UNPAID' as const),
      reason: order.reason,
      plate: order.plate.trim().toUpperCase(),
      plate_normalized: of.plate_normalized,
      region: of.region,
      is_plate_confirmed: similar.length > 0,
      seen_at,
      rule_set_id: terms.id,
      rule_set_version: terms.version,
      currency: lot.currency,
      amount_cents,
      created_at,
    }
    const { code: _, ...evident } = fine
    await insertFine(tx, {
      ...fine,
      note: order.note?.trim() || null,
      similar_plates: JSON.stringify(similar),
      user_id: driver?.user_id ?? null,
      car_id: driver?.car_id ?? null,
      spot_id: order.spot_id ?? null,
      explanation: JSON.stringify(explanation),
      due_at: kind === 'WARNING' ? null : new Date(now.getTime() + lot.fine_due_days * dayMs).toISOString(),
      appeal_until,
      // The salt keeps the few possible plates from being tried against the hash once the facts are erased.
      facts: JSON.stringify({
        ...evident,
        lot_name: lot.name,
        spot_label: lot.spot_label,
        note: order.note?.trim() || null,
        explanation,
        salt: secretWord(app.ports, 32),
      }),
      check_at: nextCheckAt(now, { created_at, appeal_until }),
      created_by_user_id: callerOf(request).user_id,
      changed_at: created_at,
    })
    const photo_ids = order.photo_ids ?? []
    const attached = await attachPhotos(tx, {
      lot_id: of.lot_id,
      user_id: callerOf(request).user_id,
      photo_ids,
      to: { fine_id: id },
    })
    if (attached !== photo_ids.length)
      refuse('request_invalid', { field: 'photo_ids', message: (t) => t('apiErrors.photos.unknown') })
    await openFineChain(tx, now, of.lot_id, id)
  })
  app.changes.announce(of.lot_id)
  return id
}

/** Returns whose vehicle it is: as named, or as the lot knows the plate. */
async function driverOf(
  tx: Tx,
  order: Order,
  of: { lot_id: string; plate_normalized: string; region: string; seen_at: string },
): Promise<{ user_id: string; car_id: string | null } | null> {
  const { user_id, car_id } = order
  if (user_id === undefined && car_id === undefined) return findDriverOfPlate(tx, of)
  const car = car_id === undefined ? undefined : await findCar(tx, car_id)
  const person = user_id ?? car?.user_id
  if (person === undefined || !(await isPersonOfLot(tx, of.lot_id, person)))
    return refuse('request_invalid', {
      field: user_id === undefined ? 'car_id' : 'user_id',
      message: (t) => t('apiErrors.fines.personUnknown'),
    })
  if (car_id !== undefined && (car?.user_id !== person || car.plate_normalized !== of.plate_normalized))
    refuse('request_invalid', { field: 'car_id', message: (t) => t('apiErrors.fines.carUnknown') })
  return { user_id: person, car_id: car_id ?? null }
}

/**
 * Looks the plate up at the moment of the violation and now. Throws `plate_may_park` if a right shows that there was
 * none, and `plate_similar` if it may be another vehicle and nobody compared a photo. Returns the similar plates.
 */
async function refuseRights(
  tx: Tx,
  order: Order,
  of: {
    lot_id: string
    plate_normalized: string
    region: string
    seen_at: string
    now: Date
    spot_label: string | null
  },
) {
  const present = await rightsOfPlate(tx, { ...of, at: of.now }, of.now)
  const seen = new Date(of.seen_at)
  const isPast = seen.getTime() < of.now.getTime()
  const rights = isPast ? [...(await rightsOfPlate(tx, { ...of, at: seen }, of.now)), ...present] : present
  const exact = rights.filter(({ match }) => match === 'EXACT')
  const refuting = exact.find(({ spot_label }) => refutes(order.reason, spot_label, of.spot_label))
  if (refuting) {
    const { plate, spot_label, right, ends_at } = refuting
    refuse('plate_may_park', { field: 'plate', details: { plate, spot_label, right, ends_at } })
  }
  if (exact.length > 0) return []
  const similar = [
    ...new Map(
      rights.map(({ plate, region, match, spot_label }) => [
        `${plate} ${region} ${spot_label}`,
        { plate, region, match, spot_label },
      ]),
    ).values(),
  ]
  if (similar.length === 0) return []
  if (order.confirmed_plate !== true) refuse('plate_similar', { field: 'plate', details: { similar } })
  if ((order.photo_ids ?? []).length === 0)
    refuse('request_invalid', { field: 'photo_ids', message: (t) => t('apiErrors.fines.photoMissing') })
  return similar
}
