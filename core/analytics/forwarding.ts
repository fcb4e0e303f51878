/** Why events do not reach PostHog. */
export const forwardingFailures = ['KEY_REFUSED', 'QUOTA_REACHED', 'REFUSED', 'UNAVAILABLE'] as const
export type ForwardingFailure = (typeof forwardingFailures)[number]
