import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { MAX_EVENT_BYTES, MIN_SEGMENT_BYTES } from '@openspot/core/error-monitoring/limits.ts'
import type { Deps } from '../../deps.ts'
import type { Drops } from './drops.ts'
import { type Envelope, objectOf, type Recording, readRecording, UnreadableEnvelope } from './envelope.ts'
import { fieldsOf, uuidOf } from './fields.ts'
import type { MapFinder } from './find-map.ts'
import { insertEvent, keepGroup, keepRelease, reopenGroup } from './keep-error.sql.ts'
import { countIntake, type Intake, keepSegment } from './keep-replay.sql.ts'
import { mapStack } from './map-stack.ts'
import { notifyAdmins } from './notify-errors.ts'
import { readErrorEvent } from './read-event.ts'
import { maskRecording, readReplayEvent } from './read-replay.ts'
import { countNewError, eventRefusal } from './room.sql.ts'

export type ReceiveDeps = Pick<Deps, 'ports' | 'secrets' | 'settings'> & {
  database: Pick<Deps['database'], 'db' | 'pool'>
  maps: MapFinder
  drops: Pick<Drops, 'add'>
}

const compressed = promisify(deflate)

/** Stores what an envelope has: an error, or a segment of a replay. Traces, sessions, and other items are ignored. */
export async function storeEnvelope(deps: ReceiveDeps, { items }: Envelope): Promise<void> {
  const counts: Intake = { events: 0, event_bytes: 0, segments: 0, segment_bytes: 0 }
  for (const { header, payload } of items) {
    if (header.type !== 'event') continue
    if (payload.length > MAX_EVENT_BYTES) deps.drops.add('TOO_LARGE')
    else await storeEvent(deps, payload, counts)
  }
  const replayEvent = items.find(({ header }) => header.type === 'replay_event')
  const recording = items.find(({ header }) => header.type === 'replay_recording')
  if (replayEvent && recording)
    await storeSegment(deps, objectOf(replayEvent.payload), await readRecording(recording.payload), counts)
  if (Object.values(counts).some((count) => count > 0))
    await countIntake(deps.database.pool, counts, deps.ports.now())
}

/** The same person gets the same pseudonym, which nobody can turn back. */
const pseudonymOf = ({ secrets }: ReceiveDeps, person_id: string | null) =>
  person_id === null ? null : secrets.sign('error person', person_id).slice(0, 22)

async function storeEvent(deps: ReceiveDeps, payload: Buffer, counts: Intake): Promise<void> {
  const now = deps.ports.now()
  const event = await readErrorEvent(objectOf(payload), now, (frames) =>
    mapStack(deps.database.pool, deps.maps, frames, now),
  )
  if (event === null) throw new UnreadableEnvelope('event without ID')
  await deps.database.db.transaction().execute(async (tx) => {
    const refusal = await eventRefusal(tx, event.fingerprint, now)
    if (refusal !== null) return deps.drops.add(refusal)
    if (event.release !== null) await keepRelease(tx, event.release, now)
    const group = await keepGroup(tx, event, now)
    if (group.is_new) await countNewError(tx, now)
    const person = pseudonymOf(deps, event.person_id)
    if (!(await insertEvent(tx, group.id, { ...event, person }, now))) return
    counts.events++
    counts.event_bytes += payload.length
    if (group.reopens || group.mute_is_over)
      await reopenGroup(tx, group.id, group.reopens, event.release, now)
    else if (!group.is_new) return
    // Warnings and less are only listed.
    if (event.level !== 'FATAL' && event.level !== 'ERROR') return
    await notifyAdmins(deps, tx, group.is_new ? 'ERROR_NEW' : 'ERROR_REOPENED', { ...event, id: group.id })
  })
}

async function storeSegment(
  deps: ReceiveDeps,
  given: ReturnType<typeof objectOf>,
  { segment_id, events }: Recording,
  counts: Intake,
): Promise<void> {
  const now = deps.ports.now()
  const replay = readReplayEvent(given, now)
  if (replay === null) throw new UnreadableEnvelope('replay without ID')
  const recording = await compressed(JSON.stringify(maskRecording(events)))
  const refusal = await deps.database.db
    .transaction()
    .execute((tx) =>
      keepSegment(
        tx,
        { ...replay, person: pseudonymOf(deps, replay.person_id) },
        { number: segment_id, recording },
        now,
      ),
    )
  if (refusal !== null) return deps.drops.add(refusal)
  counts.segments++
  counts.segment_bytes += Math.max(recording.length, MIN_SEGMENT_BYTES)
}

/** The ID that Sentry answers with. */
export const idOf = ({ header }: Envelope): string | undefined =>
  uuidOf(fieldsOf(header)['event_id'])?.replaceAll('-', '')
