/** The path that all envelopes are sent to, on our own origin. */
export const TUNNEL_PATH = '/m'

/** The IDs in the query of the tunnel if there is no DSN. */
export const LOCAL_ORGANIZATION = '1'
export const LOCAL_PROJECT = '1'

/** Bytes of one envelope as it is sent, and after its own compression is undone. */
export const MAX_ENVELOPE_BYTES = 4_000_000
export const MAX_ENVELOPE_INFLATED_BYTES = 24_000_000
/** Items in one envelope, and bytes of one event in it. */
export const MAX_ENVELOPE_ITEMS = 100
export const MAX_EVENT_BYTES = 1_000_000
/** Bytes of one recording after its compression is undone. */
export const MAX_RECORDING_BYTES = 20_000_000

/** Days after which events and replays are deleted. A group without events is deleted with its last one. */
export const ERROR_DAYS = 90
export const REPLAY_DAYS = 30
/** Days after which the source maps of a build are deleted that no server started with since. */
export const SOURCE_MAP_DAYS = 180
/** The latest events of one group that are kept in full. All are counted. */
export const MAX_EVENTS_OF_GROUP = 200
/** Segments of one replay: one hour, flushed every 5 seconds. */
export const MAX_REPLAY_SEGMENTS = 1_000
/** Segments that the player gets in one call, and bytes of them as they are stored. The first one is always among them. */
export const SEGMENTS_AT_ONCE = 200
export const SEGMENT_BYTES_AT_ONCE = 1_500_000
/** Bytes of all stored recordings of one day (UTC). Beyond that, replays are counted and dropped. */
export const MAX_REPLAY_BYTES_OF_DAY = 1_000_000_000
/** What a segment counts at least, because its rows take room too. */
export const MIN_SEGMENT_BYTES = 2_000
/** Bytes of all events of one day as they were sent. Beyond that, events are counted and dropped. */
export const MAX_EVENT_BYTES_OF_DAY = 500_000_000
/** Errors of one hour and one day (UTC) that were not known before. Beyond that, only known ones are kept. */
export const MAX_NEW_ERRORS_OF_HOUR = 200
export const MAX_NEW_ERRORS_OF_DAY = 1_000
/** Notices of new and reopened errors in one hour (UTC). The next one says that there are more. */
export const MAX_ERROR_NOTICES_OF_HOUR = 10
/** Releases of one day that were not known before. Beyond that, a release does not count as a later one. */
export const MAX_NEW_RELEASES_OF_DAY = 100
/** Releases and environments of one error on one day that are counted by themselves. */
export const MAX_COUNTS_OF_DAY = 50

/** What waits in memory for a vendor: envelopes, and their bytes. What is beyond that is lost. */
export const MAX_QUEUED_ENVELOPES = 2_000
export const MAX_QUEUED_BYTES = 32_000_000
/** How long an envelope waits for a vendor that can't be reached. */
export const MAX_QUEUED_MINUTES = 10
/** Envelopes that are sent at once, and the time that the vendor has to answer. */
export const ENVELOPES_AT_ONCE = 4
export const VENDOR_PATIENCE_MS = 5_000
/** Until the next attempt; doubled each time up to the longest. */
export const FIRST_VENDOR_RETRY_MS = 2_000
export const LONGEST_VENDOR_RETRY_MS = 60_000
/** How long a process that stops still sends what waits. */
export const VENDOR_DRAIN_MS = 3_000
