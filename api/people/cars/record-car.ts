import type { Input } from '@openspot/contract/call.ts'
import type { createLotCarRoute, patchLotCarRoute } from '@openspot/contract/people/cars.ts'
import { carFactsOf } from '@openspot/core/cars/car-facts.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { dispatchNotice } from '../../platform/notifications/dispatch.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import {
  changeNote,
  closeNote,
  getOwnerToNotify,
  isActingMember,
  lockNote,
  recordCar,
  recordCorrection,
  withdrawCorrection,
} from './car-notes.sql.ts'
import { carColumns, plateColumns } from './cars.rules.ts'
import { countLiveReservations, lockCar } from './cars.sql.ts'
import { findLotCar, removeFromLot } from './lot-cars.sql.ts'

type Api = Pick<FastifyInstance, 'db' | 'ports' | 'settings'>

const subjectOf = (id: string) => ({ subject_kind: 'car', subject_id: id })

/**
 * Records a vehicle that staff add for a member, as a note of this lot and a proposal to the member. Returns its id.
 * Throws `not_found` unless the person is an ACTIVE member who asked for or accepted the membership.
 */
export async function addCar(
  app: Api,
  request: FastifyRequest,
  user_id: string,
  body: Input<typeof createLotCarRoute>['body'],
): Promise<string> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  const { reason, ...written } = body
  const columns = { ...carColumns(written, now), ...plateColumns(written.plate, written.region ?? '') }
  const id = app.ports.id()
  await app.db.transaction().execute(async (tx) => {
    if (!(await isActingMember(tx, lot_id, user_id))) refuse('not_found')
    const note = {
      ...columns,
      id,
      lot_id,
      user_id,
      ...(reason === undefined ? {} : { reason }),
      created_at: now.toISOString(),
      created_by_user_id: callerOf(request).user_id,
    }
    const outcome = await recordCar(tx, note)
    if (outcome === 'exists') refuse('car_exists', { message: (t) => t('apiErrors.cars.recorded') })
    if (outcome === 'full') {
      const message: Message = (t) => t('apiErrors.cars.recordedLimit')
      refuse('request_invalid', { field: 'plate', message })
    }
    await writeAudit(tx, request, {
      action: 'car.create',
      ...subjectOf(id),
      details: { user_id, after: columns, reason: reason ?? null },
    })
    await notifyOwner(app, tx, { lot_id, user_id, note_id: id, plate: columns.plate, car_plate: null })
  })
  return id
}

/**
 * Records how a vehicle is read in this lot. The person's own vehicle stays as it is; they see the record and can
 * accept it. A vehicle that staff added themselves is changed in place.
 */
export async function correctCar(
  app: Api,
  request: FastifyRequest,
  car_id: string,
  body: Input<typeof patchLotCarRoute>['body'],
): Promise<void> {
  const lot_id = lotOf(request)
  const now = app.ports.now()
  const { reason, ...written } = body
  const patch = carColumns(written, now)
  await app.db.transaction().execute(async (tx) => {
    await lockCar(tx, car_id)
    const car = (await findLotCar(tx, lot_id, car_id, now)) ?? refuse('not_found')
    const before = car.note?.state === 'OPEN' ? car.note : car
    const read = { ...before, ...patch }
    const { plate, region, valid_until } = read
    // What is stored may have a character that is refused today.
    const unchanged = { plate, plate_normalized: normalizePlate(plate) }
    const after = {
      ...(written.plate === undefined ? unchanged : plateColumns(written.plate, region)),
      region,
      ...carFactsOf(read),
      valid_until,
      reason: reason ?? null,
    }
    const details = {
      before: { plate: before.plate, region: before.region, ...carFactsOf(before) },
      after,
    }
    await writeAudit(tx, request, { action: 'car.change', ...subjectOf(car_id), details })
    if (car.is_recorded_by_staff) {
      const note = (await lockNote(tx, { id: car_id, lot_id })) ?? refuse('not_found')
      return changeNote(tx, note, after)
    }
    const note_id = app.ports.id()
    const { user_id } = car
    await recordCorrection(tx, {
      ...after,
      id: note_id,
      lot_id,
      user_id,
      car_id,
      created_at: now.toISOString(),
      created_by_user_id: callerOf(request).user_id,
    })
    await notifyOwner(app, tx, { lot_id, user_id, note_id, plate: after.plate, car_plate: car.plate })
  })
}

/** Removes a vehicle from the lot, with what staff recorded about it. Its owner keeps it. */
export async function removeCar(app: Api, request: FastifyRequest, car_id: string): Promise<void> {
  const lot_id = lotOf(request)
  const { user_id } = callerOf(request)
  const now = app.ports.now()
  await app.db.transaction().execute(async (tx) => {
    await lockCar(tx, car_id)
    const car = (await findLotCar(tx, lot_id, car_id, now)) ?? refuse('not_found')
    if (car.is_recorded_by_staff) {
      const note = (await lockNote(tx, { id: car_id, lot_id })) ?? refuse('not_found')
      await closeNote(tx, note, 'WITHDRAWN', now)
    } else {
      if ((await countLiveReservations(tx, { car_id, lot_id }, now)) > 0) refuse('car_in_use')
      await withdrawCorrection(tx, { lot_id, car_id }, now)
      await removeFromLot(tx, { lot_id, car_id, user_id, now })
    }
    const { plate, region } = car
    const details = { before: { user_id: car.user_id, plate, region } }
    await writeAudit(tx, request, { action: 'car.remove', ...subjectOf(car_id), details })
  })
}

/** Notifies the owner once for each record. */
async function notifyOwner(
  app: Api,
  tx: Tx,
  of: { lot_id: string; user_id: string; note_id: string; plate: string; car_plate: string | null },
): Promise<void> {
  const { lot_id, user_id, note_id, plate, car_plate } = of
  const { lot, email, language } = await getOwnerToNotify(tx, lot_id, user_id)
  const t = translatorFor(language)
  const values = { lot, plate, car_plate: car_plate ?? '', has_car: String(car_plate !== null) }
  await dispatchNotice(app, tx, {
    user_id,
    lot_id,
    kind: 'VEHICLE_RECORDED',
    about: note_id,
    title: t('lotNotices.VEHICLE_RECORDED.heading', values),
    text: t('lotNotices.VEHICLE_RECORDED.text', values),
    path: '/me/cars',
    to_address: email,
    // The subject has no text by the owner of the lot, which the platform may not have reviewed.
    email: {
      subject: t('lotNotices.VEHICLE_RECORDED.subject'),
      button: t('lotNotices.VEHICLE_RECORDED.button'),
    },
  })
}
