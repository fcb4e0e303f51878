/** Problems that the operator is alerted to. */
export const alertEvents = [
  'JOB_GIVEN_UP',
  'EMAIL_EXPIRED',
  'QUEUE_STALLED',
  'HOLDS_OVERDUE',
  'PROVIDER_REFUSED',
  'PUSH_REFUSED',
  'FCM_REFUSED',
  'TEXTS_REFUSED',
  'PHONE_CODES_MANY',
  'DATABASE_LOST',
  'PROCESS_ENDED',
  'API_LOST',
  'ANALYTICS_FAILING',
  'ERROR_MONITORING_FAILING',
  'BOT_CHECK_FAILING',
  'MAP_FAILING',
  'PASS_CERTIFICATE_EXPIRING',
] as const
export type AlertEvent = (typeof alertEvents)[number]

/** Minutes after an alert during which its event raises no other one. */
export const ALERT_PAUSE_MINUTES = 60

/** Minutes until the job sends an alert, in case the caller could not send it immediately. */
export const ALERT_JOB_DELAY_MINUTES = 1

/** Maximum number of attempts to send an alert through one channel. */
export const MAX_ALERT_ATTEMPTS = 12

/** Minutes after which a due job that has not run counts as stalled. */
export const STALLED_JOB_MINUTES = 5

/** Minutes after which an expired hold that is still held counts as overdue. */
export const OVERDUE_HOLD_MINUTES = 2
