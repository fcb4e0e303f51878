/** What a driver reports a problem about. */
export const problemKinds = ['SPOT_TAKEN', 'ISSUE_WITH_VEHICLE', 'OTHER'] as const
export type ProblemKind = (typeof problemKinds)[number]
export const problemStatuses = ['OPEN', 'RESOLVED', 'DISMISSED'] as const
export type ProblemStatus = (typeof problemStatuses)[number]
/** How a problem was resolved: the driver was moved or refunded, or staff settled it otherwise. */
export const problemResolutions = ['MOVED', 'REFUNDED', 'SETTLED'] as const
/** What a patroller found: it is as reported, it is gone, or there is nothing of it. */
export const problemFindings = ['CONFIRMED', 'GONE', 'NOT_FOUND'] as const
export type ProblemFinding = (typeof problemFindings)[number]
/** Notifications about problems: to the staff of the lot, and to the reporter. */
export const problemNoticeKinds = ['PROBLEM_REPORTED', 'PROBLEM_ANSWERED'] as const
export type ProblemNoticeKind = (typeof problemNoticeKinds)[number]
