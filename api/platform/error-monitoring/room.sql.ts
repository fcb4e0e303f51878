import type { ErrorDropReason } from '@openspot/core/error-monitoring/enums.ts'
import {
  MAX_EVENT_BYTES_OF_DAY,
  MAX_NEW_ERRORS_OF_DAY,
  MAX_NEW_ERRORS_OF_HOUR,
  MAX_REPLAY_BYTES_OF_DAY,
  MAX_REPLAY_SEGMENTS,
} from '@openspot/core/error-monitoring/limits.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { orNull, statement, text } from '@openspot/db/rows.ts'

const refusal = { refusal: orNull(text<ErrorDropReason>()) }
const today = `(day = ($1::timestamptz at time zone 'UTC')::date)`
/** The windows in which new errors are counted, in the table of all limits. */
const windows = [
  ['new errors of the hour', 'hour', MAX_NEW_ERRORS_OF_HOUR],
  ['new errors of the day', 'day', MAX_NEW_ERRORS_OF_DAY],
] as const
const starts = (unit: string) => `date_trunc('${unit}', $1::timestamptz, 'UTC')`

const forEvent = statement(
  'find_room_for_event',
  refusal,
  `select case
     when exists (select from error_intake where ${today} and event_bytes >= $3) then 'EVENT_BYTES'
     when exists (select from error_groups where fingerprint = $2) then null
     when ${windows
       .map(
         ([bucket, unit, max]) =>
           `exists (select from rate_limits where bucket = '${bucket}' and window_starts_at = ${starts(unit)} and hits >= ${max})`,
       )
       .join(' or ')} then 'NEW_ERRORS' end as refusal`,
)

/** Returns why there is no room for an event, or null. Events that arrive at once may exceed a budget a little. */
export async function eventRefusal(tx: Tx, fingerprint: Buffer, now: Date): Promise<ErrorDropReason | null> {
  const [row] = await queryPrepared(tx, forEvent, [now.toISOString(), fingerprint, MAX_EVENT_BYTES_OF_DAY])
  return row?.refusal ?? null
}

const newError = statement(
  'count_new_error',
  {},
  `insert into rate_limits as l (bucket, window_starts_at, hits)
   values ${windows.map(([bucket, unit]) => `('${bucket}', ${starts(unit)}, 1)`).join(', ')}
   on conflict (bucket, window_starts_at) do update set hits = l.hits + 1`,
)

export const countNewError = (tx: Tx, now: Date) => queryPrepared(tx, newError, [now.toISOString()])

const forSegment = statement(
  'find_room_for_segment',
  refusal,
  `select case
     when exists (select from replays where id = $2 and segment_count >= $3) then 'REPLAY_LENGTH'
     when exists (select from error_intake where ${today} and segment_bytes >= $4) then 'REPLAY_BYTES' end as refusal`,
)

/** Returns why there is no room for a segment of a replay, or null. */
export async function segmentRefusal(tx: Tx, replay_id: string, now: Date): Promise<ErrorDropReason | null> {
  const of = [now.toISOString(), replay_id, MAX_REPLAY_SEGMENTS, MAX_REPLAY_BYTES_OF_DAY]
  const [row] = await queryPrepared(tx, forSegment, of)
  return row?.refusal ?? null
}
