/** What a platform administrator decided about an error. `MUTED` ends by itself if it has an end. */
export const errorStatuses = ['OPEN', 'RESOLVED', 'MUTED'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

export const errorLevels = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const
export type ErrorLevel = (typeof errorLevels)[number]

/** The part of the product that an event comes from. */
export const errorSources = ['BROWSER', 'WEB_SERVER', 'API', 'WORKER', 'OTHER'] as const
export type ErrorSource = (typeof errorSources)[number]

/** When a resolved error opens again: when it occurs in a release that is later than its last one, or whenever it occurs. */
export const reopenRules = ['LATER_RELEASE', 'ANY_EVENT'] as const
export type ReopenRule = (typeof reopenRules)[number]

/** What happened to an error. Without a person, the product did it. */
export const errorActivities = ['ASSIGNED', 'UNASSIGNED', 'RESOLVED', 'MUTED', 'REOPENED'] as const
export type ErrorActivity = (typeof errorActivities)[number]

/** What platform administrators are notified of; `ERROR_ASSIGNED` only the one to whom it was assigned. */
export const errorNoticeKinds = ['ERROR_NEW', 'ERROR_REOPENED', 'ERROR_ASSIGNED'] as const
export type ErrorNoticeKind = (typeof errorNoticeKinds)[number]

/** Why a replay was recorded: its session was sampled, or an error occurred and the buffer before it was kept. */
export const replayKinds = ['SESSION', 'BUFFER'] as const
export type ReplayKind = (typeof replayKinds)[number]

/**
 * Why something was dropped. The first ones belong to what is kept in the database, those from `QUEUE_FULL` on to what
 * is forwarded to a vendor.
 */
export const errorDropReasons = [
  'UNREADABLE',
  'TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'NEW_ERRORS',
  'EVENT_BYTES',
  'REPLAY_LENGTH',
  'REPLAY_BYTES',
  'QUEUE_FULL',
  'QUOTA_REACHED',
  'REFUSED',
  'NOT_IN_TIME',
  'STOPPED',
] as const
export type ErrorDropReason = (typeof errorDropReasons)[number]

/** Why envelopes do not reach the vendor. */
export const relayFailures = ['KEY_REFUSED', 'QUOTA_REACHED', 'REFUSED', 'UNAVAILABLE'] as const
export type RelayFailure = (typeof relayFailures)[number]
