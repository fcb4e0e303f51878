/** How a job of the queue stands after it failed. */
export const failedJobStates = ['FAILED', 'GIVEN_UP'] as const
export type FailedJobState = (typeof failedJobStates)[number]
