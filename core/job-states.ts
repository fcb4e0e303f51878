/** States of a failed queue job. */
export const failedJobStates = ['FAILED', 'GIVEN_UP'] as const
export type FailedJobState = (typeof failedJobStates)[number]
