import { PlainError } from './plain-error.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'
import { address, type Env, text, wholeNumber } from './settings-values.ts'

/** The vendors of messages to phones; null means the stand-in in the local environment, and none elsewhere. */
export interface MessagingSettings {
  /** Pushes to apps. `service_account` is the JSON key of the Firebase project. */
  fcm: { service_account: ServiceAccount; url: string } | null
  /** Text messages. `from` is a number or the ID of a messaging service. */
  twilio: { account_sid: string; auth_token: string; from: string; url: string } | null
  /** Port of the stand-in for both in the local environment; 0 means any free one. */
  stand_in_port: number
}

/**
 * Reads the vendors of pushes and text messages.
 * @throws PlainError if a setting of a vendor is missing or invalid
 */
export function messagingSettings(env: Env): MessagingSettings {
  const account_sid = text(env, 'TWILIO_ACCOUNT_SID')
  const auth_token = text(env, 'TWILIO_AUTH_TOKEN')
  const from = text(env, 'TWILIO_FROM')
  const given = [account_sid, auth_token, from].filter((value) => value !== null).length
  if (given > 0 && given < 3)
    throw new PlainError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM must be set together.')
  const service_account = text(env, 'FCM_SERVICE_ACCOUNT')
  const webAddress = (name: string) => address(env, name, ['http:', 'https:'])?.replace(/\/$/, '')
  return {
    fcm:
      service_account === null
        ? null
        : {
            service_account: readServiceAccount('FCM_SERVICE_ACCOUNT', service_account),
            url: webAddress('FCM_URL') ?? 'https://fcm.googleapis.com',
          },
    twilio:
      account_sid === null || auth_token === null || from === null
        ? null
        : { account_sid, auth_token, from, url: webAddress('TWILIO_URL') ?? 'https://api.twilio.com' },
    stand_in_port: wholeNumber(env, 'MESSAGING_STAND_IN_PORT', 0, 0, 65535),
  }
}
