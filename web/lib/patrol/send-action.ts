import { CallError } from '@openspot/contract/call.ts'
import { createFineRoute } from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { lookUpPlateRoute, type PlateLookup } from '@openspot/contract/operations/plates.ts'
import { setProblemFindingRoute } from '@openspot/contract/operations/problems.ts'
import { keyOf, type Outcome } from '@openspot/core/patrol/outbox.ts'
import { callApi } from '@/lib/api.ts'
import type { ActionProblem, PatrolAction, PatrolActionOf } from './action.ts'
import { afterRefusal } from './action-problem.ts'
import { readShown, writeAction } from './device.ts'

/** The pause after the server said that there were too many requests. */
const BUSY_SECONDS = 60

/** What became of sending an action, and the action with what the server said. */
export interface Sent {
  outcome: Outcome
  action: PatrolAction
  /** The answer to a lookup. */
  lookup?: PlateLookup
}

/** Sends one action. Never throws for an answer of the server or a missing connection. */
export async function sendAction(action: PatrolAction, signal: AbortSignal): Promise<Sent> {
  try {
    if (action.kind === 'FINE') return await sendFine(action, signal)
    if (action.kind === 'LOOKUP') return await sendLookup(action, signal)
    return await sendFinding(action, signal)
  } catch (error) {
    if (!(error instanceof CallError)) return { outcome: { kind: 'UNANSWERED' }, action }
    const { status, body } = error
    if (status >= 500 || status === 401 || status === 429 || body.code === 'request_in_flight') {
      const pause = status === 429 ? { retry_after_seconds: BUSY_SECONDS } : {}
      return { outcome: { kind: 'UNANSWERED', ...pause }, action }
    }
    return { outcome: { kind: 'REFUSED' }, action: afterRefusal(action, error) }
  }
}

async function sendFine(action: PatrolActionOf<'FINE'>, signal: AbortSignal): Promise<Sent> {
  let sending = action
  for (const photo of action.photos) {
    if (photo.photo_id !== null || photo.blob === null) continue
    const photo_id = await upload(action.lot_id, photo.blob, signal)
    const photos = sending.photos.map((each) => (each.id === photo.id ? { ...each, photo_id } : each))
    sending = { ...sending, photos }
    // A repeated request must name the same photos, or the server takes it for another one.
    await writeAction(sending)
  }
  const { lot_id, done_at, fine, photos } = sending
  const photo_ids = photos.flatMap((each) => each.photo_id ?? [])
  const body = { ...fine, lot_id, seen_at: done_at, photo_ids }
  const created = await callApi(
    createFineRoute,
    { body, idempotency_key: keyOf(sending.id, sending) },
    { client: 'admin', signal },
  )
  // The photos are on the server now.
  return { outcome: { kind: 'DONE' }, action: { ...sending, photos: [], fine_id: created.id, problem: null } }
}

async function upload(lot_id: string, blob: Blob, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.append('image', blob, 'picture')
  return (await callApi(uploadPhotoRoute, { params: { lot_id }, body }, { client: 'admin', signal })).id
}

async function sendLookup(action: PatrolActionOf<'LOOKUP'>, signal: AbortSignal): Promise<Sent> {
  const { lot_id, plate, region, done_at } = action
  const body = { plate, region, reason: 'PATROL', looked_up_at: done_at } as const
  const lookup = await callApi(
    lookUpPlateRoute,
    { params: { lot_id }, body, idempotency_key: keyOf(action.id, action) },
    { client: 'admin', signal },
  )
  const shown = await readShown(action.id)
  const hasChanged = shown !== null && shown !== 'UNKNOWN' && shown !== lookup.result
  if (!hasChanged) return { outcome: { kind: 'DONE' }, action, lookup }
  const problem: ActionProblem = {
    code: `lookup_${lookup.result}`,
    message: '',
    right: lookup.result === 'MAY_PARK' ? (lookup.rights[0] ?? null) : null,
    similar: lookup.result === 'SIMILAR' ? lookup.rights : [],
    fine_id: null,
  }
  return { outcome: { kind: 'CHANGED' }, action: { ...action, problem }, lookup }
}

async function sendFinding(action: PatrolActionOf<'FINDING'>, signal: AbortSignal): Promise<Sent> {
  const { problem_id, finding, note, shown } = action
  // What someone else found meanwhile is replaced only if this person says so.
  const body = { finding, seen_finding: shown, ...(note ? { note } : {}) }
  await callApi(setProblemFindingRoute, { params: { problem_id }, body }, { client: 'admin', signal })
  return { outcome: { kind: 'DONE' }, action: { ...action, problem: null } }
}
