import type { AlertEvent } from '@openspot/core/alert-events.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { toEmailContent } from '../emails/email-templates.ts'
import type { EmailContent } from '../emails/emails.sql.ts'
import type { AlertMessage } from './send-alert.ts'

const titles: Record<AlertEvent, string> = {
  JOB_GIVEN_UP: 'A job was given up',
  EMAIL_EXPIRED: 'An email was not delivered in time',
  QUEUE_STALLED: 'Jobs are waiting but are not being run',
  HOLDS_OVERDUE: 'Expired holds are not being released',
  PROVIDER_REFUSED: 'Stripe rejects our API key',
  PUSH_REFUSED: 'A push service rejects our key',
  FCM_REFUSED: 'Firebase rejects our key',
  TEXTS_REFUSED: 'Twilio rejects our settings',
  PHONE_CODES_MANY: 'Unusually many sign-in codes are texted',
  DATABASE_LOST: 'The database is not responding',
  PROCESS_ENDED: 'A process ended',
  API_LOST: 'A server of the API is not responding',
  ANALYTICS_FAILING: 'PostHog does not take our events',
  ERROR_MONITORING_FAILING: 'Sentry does not take our reports of errors',
  BOT_CHECK_FAILING: 'The bot check’s vendor does not work',
  MAP_FAILING: 'The map vendor does not serve our map',
  PASS_CERTIFICATE_EXPIRING: 'The certificate for Apple Wallet must be renewed',
}

/** Returns the email about an alert or its resolution, for operators, in English like the logs. */
export function alertEmail({ event, summary, status, at }: AlertMessage, public_url: string): EmailContent {
  const isOver = status === 'RESOLVED'
  const title = isOver ? `Resolved: ${titles[event]}` : titles[event]
  return toEmailContent(translatorFor(null), {
    subject: `Openspot alert: ${title}`,
    heading: title,
    paragraphs: [isOver ? `Resolved. The alert was: ${summary}` : summary],
    table: [
      ['Event', event],
      ['Time', at],
      ['Site', public_url],
    ],
    button: { text: 'Open the platform console', url: `${public_url}/platform` },
  })
}
