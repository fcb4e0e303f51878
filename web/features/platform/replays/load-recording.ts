import type { Output } from '@openspot/contract/call.ts'
import { listReplaySegmentsRoute, type ReplayDetail } from '@openspot/contract/platform/replays.ts'
import { callApi } from '@/lib/api.ts'

/** An event of rrweb, as far as the player of this product looks into it. */
export interface RecordedEvent {
  type: number
  timestamp: number
  data: unknown
}

export interface Recording {
  events: RecordedEvent[]
  /** Segments that could not be loaded. */
  failed: number
}

const FULL_SNAPSHOT = 2

const isRecordedEvent = (given: unknown): given is RecordedEvent =>
  typeof given === 'object' &&
  given !== null &&
  'type' in given &&
  typeof given.type === 'number' &&
  'timestamp' in given &&
  typeof given.timestamp === 'number' &&
  'data' in given

/** Whether there is a page to start from, and something after it. */
export const isPlayable = ({ events }: Recording): boolean =>
  events.length > 1 && events.some(({ type }) => type === FULL_SNAPSHOT)

/** Loads all segments, many at once. If a later call fails, what was loaded until then is played. */
export async function loadRecording(replay: ReplayDetail, signal: AbortSignal): Promise<Recording> {
  const events: RecordedEvent[] = []
  const options = { client: 'admin', signal } as const
  const params = { replay_id: replay.id }
  let from: number | null = 0
  let loaded = 0
  while (from !== null) {
    const answer: Output<typeof listReplaySegmentsRoute> | null = await callApi(
      listReplaySegmentsRoute,
      { params, query: { from } },
      options,
    ).catch((error: unknown) => {
      if (loaded === 0 || signal.aborted) throw error
      return null
    })
    if (answer === null) break
    for (const segment of answer.segments) events.push(...segment.events.filter(isRecordedEvent))
    loaded += answer.segments.length
    from = answer.next_from
  }
  const failed = from === null ? 0 : replay.segments.filter(({ number }) => number >= (from ?? 0)).length
  return { events: events.toSorted((one, other) => one.timestamp - other.timestamp), failed }
}
