import type { CameraEventOutcome, CameraEventReason } from '@openspot/core/cameras/enums.ts'
import { clockAheadSeconds, oldestEventHours } from '@openspot/core/cameras/limits.ts'
import { inLatin } from '@openspot/core/plates/plate-entry.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { encodePicture } from '../../lots/files/encode-picture.ts'
import { isWritable } from '../../plugins/reject-unstorable-text.ts'
import { updateCamera } from './cameras.sql.ts'
import { findUnreadEvent, finishEvent, type UnreadEvent } from './events.sql.ts'
import { readEvent } from './formats/formats.ts'
import { ignore, NoReading, type Reading, unreadable } from './formats/reading.ts'
import { matchColumns, matchRead, plateOfRight } from './match-read.ts'
import { openByPlate } from './open-by-plate.ts'
import { insertImage, setGateResult, upsertRead } from './reads.sql.ts'
import { rebuildVisits } from './rebuild-visits.ts'

/**
 * Reads a stored event. Safe to run more than once: the database recognizes passages that it knows. One that is read again after
 * it failed (`is_replay`) opens no gate, whatever the clock of its camera says.
 */
export async function readCameraEvent(deps: Deps, event_id: string, is_replay = false): Promise<void> {
  const { pool } = deps.database
  const event = await findUnreadEvent(pool, event_id)
  if (!event) return
  const finish = (outcome: CameraEventOutcome, reason: CameraEventReason | null) =>
    finishEvent(pool, {
      id: event.id,
      outcome,
      reason,
      now: deps.ports.now(),
      keeps_body: event.image_hours > 0,
    })
  try {
    for (const reading of await readingsOf(event)) await takeReading(deps, event, reading, is_replay)
    await finish('READ', null)
  } catch (error) {
    if (!(error instanceof NoReading)) throw error
    await finish(error.outcome, error.reason)
  }
  deps.changes.announce(event.lot_id)
}

/** A reading that can be stored. */
type PlainReading = Omit<Reading, 'captured_at'> & { captured_at: Date; plate_normalized: string }

/** Returns what an event says about vehicles. Throws `NoReading`. */
async function readingsOf(event: UnreadEvent): Promise<PlainReading[]> {
  if (!event.is_active) ignore('INACTIVE')
  if (event.body === null) return unreadable('TOO_LARGE')
  const { kind, content_type, body } = event
  const readings = await readEvent(kind, { content_type, body })
  return readings.map((reading) => {
    // A camera sees shapes: a letter of another alphabet is the Latin one on the plate.
    const plate = inLatin(reading.plate).slice(0, 40)
    const plate_normalized = normalizePlate(plate)
    if (!/^[A-Z0-9]{1,15}$/.test(plate_normalized) || !isWritable(plate)) unreadable('PLATE_UNREADABLE')
    const event_key = isWritable(reading.event_key)
      ? reading.event_key.slice(0, 200)
      : unreadable('FIELD_MISSING')
    return { ...reading, plate, plate_normalized, event_key, captured_at: capturedAt(reading, event) }
  })
}

/** Returns when the picture was taken. The clock of a camera may be ahead, or have lost its battery. */
function capturedAt({ captured_at }: Reading, event: UnreadEvent): Date {
  const received = new Date(event.received_at)
  if (captured_at === null) return received
  const age = received.getTime() - captured_at.getTime()
  if (age > oldestEventHours * 3_600_000) unreadable('CLOCK_WRONG')
  return age < -clockAheadSeconds * 1000 ? received : captured_at
}

const directions = { ENTRY: 'IN', EXIT: 'OUT', INSIDE: 'INSIDE' } as const

/** Stores a reading with its match, updates the visits of the vehicle, and opens the gate of the camera. */
async function takeReading(
  deps: Deps,
  event: UnreadEvent,
  reading: PlainReading,
  is_replay: boolean,
): Promise<void> {
  const { database, ports } = deps
  const { lot_id, camera_id, gate_id } = event
  const { plate_normalized, region, captured_at } = reading
  const minutes = Math.max(event.grace_minutes, event.gate_minutes)
  const now = ports.now()
  const found = await matchRead(
    database.pool,
    { lot_id, plate_normalized, region, at: captured_at },
    minutes,
    now,
  )
  const right_plate = plateOfRight(found)
  const visit_key = lookAlikeKey(right_plate ?? plate_normalized)
  const taken_at = captured_at.toISOString()
  const read = await database.db.transaction().execute(async (tx) => {
    const stored = await upsertRead(tx, {
      id: ports.id(),
      lot_id,
      camera_id,
      event_key: reading.event_key,
      plate: reading.plate,
      plate_normalized,
      region,
      visit_key,
      confidence: reading.confidence,
      captured_at: taken_at,
      received_at: event.received_at,
      direction: event.direction === 'BOTH' ? reading.direction : directions[event.direction],
      stage: reading.stage,
      stage_at: taken_at,
      is_ambiguous: found.is_ambiguous,
      right_plate,
      ...matchColumns(found),
    })
    const keys = new Set([stored.visit_key, stored.before_key ?? stored.visit_key])
    // In one order, so that two events never wait for each other.
    for (const key of [...keys].toSorted()) await rebuildVisits(tx, ports, { lot_id, visit_key: key, now })
    const delay_ms = Math.max(
      0,
      Math.min(Date.parse(event.received_at) - captured_at.getTime(), 2_000_000_000),
    )
    await updateCamera(tx, { lot_id, camera_id }, { read_at: event.received_at, delay_ms })
    return stored
  })
  const isOpened = read.gate_result === 'REQUESTED' || read.gate_result === 'JOINED'
  const isSettled = isOpened || (is_replay && read.gate_result !== null)
  // A better reading of the plate may find a right that the first one did not.
  if (gate_id !== null && !isSettled) {
    const opening = {
      lot_id,
      camera_id,
      gate_id,
      read_id: read.id,
      // A clock that is ahead buys no time: the vehicle was there when the event arrived at the latest.
      seen_at: new Date(Math.min(captured_at.getTime(), Date.parse(event.received_at))),
      user_id: read.user_id,
      is_replay,
    }
    const { pool, db } = database
    const result = await openByPlate({ pool, ports, gates: deps.gates, changes: deps.changes }, opening)
    await setGateResult(db, { lot_id, read_id: read.id, ...result })
  }
  if (reading.image !== null && event.image_hours > 0) await storeImage(deps, event, read.id, reading.image)
}

/** Stores the picture of a read, encoded again. A picture that is none is left out: the read counts without it. */
async function storeImage(deps: Deps, event: UnreadEvent, read_id: string, bytes: Buffer): Promise<void> {
  try {
    const picture = await encodePicture(bytes, 'PHOTO')
    const created_at = deps.ports.now().toISOString()
    await insertImage(deps.database.db, { ...picture, read_id, lot_id: event.lot_id, created_at })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    deps.log.info({ event: 'camera_picture_unusable', camera_id: event.camera_id }, 'camera picture unusable')
  }
}
