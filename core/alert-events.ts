/** Problems that the operator is alerted to. */
export const alertEvents = [
  'JOB_GIVEN_UP',
  'EMAIL_EXPIRED',
  'QUEUE_STALLED',
  'HOLDS_OVERDUE',
  'PROVIDER_REFUSED',
  'DATABASE_LOST',
] as const
export type AlertEvent = (typeof alertEvents)[number]
