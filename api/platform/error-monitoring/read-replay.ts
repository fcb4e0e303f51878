import { maskRecorded } from '@openspot/core/error-monitoring/mask-recorded.ts'
import { fieldsOf, instantOf, listOf, nameOfField, uuidOf } from './fields.ts'
import type { ReadReplay } from './keep-replay.sql.ts'
import { pageOf, runtimeOf } from './read-event.ts'

/** Reads a `replay_event`. Returns null without an ID. The person is not yet a pseudonym. */
export function readReplayEvent(
  given: unknown,
  now: Date,
): (ReadReplay & { person_id: string | null }) | null {
  const event = fieldsOf(given)
  const id = uuidOf(event['replay_id'])
  if (id === null) return null
  const started = event['replay_start_timestamp'] ?? event['timestamp']
  const traces = listOf(event['trace_ids'], 100).map((each) => nameOfField(each, 32))
  return {
    id,
    kind: event['replay_type'] === 'buffer' ? 'BUFFER' : 'SESSION',
    started_at: instantOf(started, now),
    ended_at: instantOf(event['timestamp'], now),
    release: nameOfField(event['release']) || null,
    environment: nameOfField(event['environment'], 64) || 'unknown',
    browser: runtimeOf(fieldsOf(event['contexts'])),
    person: null,
    person_id: nameOfField(fieldsOf(event['user'])['id'], 100) || null,
    pages: listOf(event['urls'], 100).flatMap((url) => pageOf(nameOfField(url, 2_000)) || []),
    error_ids: listOf(event['error_ids'], 100).flatMap((each) => uuidOf(each) ?? []),
    trace_ids: traces.filter((each) => /^[0-9a-f]{32}$/.test(each)),
    previous_replay_id: uuidOf(fieldsOf(event['tags'])['previous_replay_id']),
  }
}

/** Masks the events of rrweb once more: not every sender has done it. */
export const maskRecording = (events: readonly unknown[]): unknown[] => events.map(maskRecorded)
