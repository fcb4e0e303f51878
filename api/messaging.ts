import type { Settings } from '@openspot/core/settings.ts'
import type { VendorNetwork } from './vendors.ts'

/** How pushes and texts leave. A vendor that is not set up is null. */
export interface Messaging {
  /** The way to push services, whose addresses browsers choose, and to the vendors. */
  net: VendorNetwork
  fcm: NonNullable<Settings['messaging']['fcm']> | null
  twilio: NonNullable<Settings['messaging']['twilio']> | null
}

/** Whether texts can be sent: by a provider, or into the outbox of the local environment. */
export const hasTexts = ({
  messaging,
  settings,
}: {
  messaging: Pick<Messaging, 'twilio'>
  settings: Pick<Settings, 'environment'>
}): boolean => messaging.twilio !== null || settings.environment === 'local'
