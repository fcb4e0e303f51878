/** States of a failed queue job. */
export const failedJobStates = ['FAILED', 'GIVEN_UP'] as const
export type FailedJobState = (typeof failedJobStates)[number]

/**
 * Maximum number of counted attempts of a job that is useless later. The queue waits longer after each attempt; at this
 * count it waits 20 seconds.
 */
export const MAX_COUNTED_ATTEMPTS = 3
