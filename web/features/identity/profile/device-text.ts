import type { Session } from '@openspot/contract/identity/sessions.ts'
import { deviceName } from '@openspot/core/text/device.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Formats a device from its user agent, e.g. "Chrome on Linux". */
export function deviceText(
  t: Translate,
  { user_agent, client_kind }: Pick<Session, 'user_agent' | 'client_kind'>,
): string {
  return deviceName(user_agent, client_kind === 'app' ? t('account.app') : null) ?? t('account.deviceUnknown')
}
