import type { Session } from '@openspot/contract/identity/sessions.ts'
import { deviceOf } from '@openspot/core/text/device.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Formats a device from its user agent, e.g. "Chrome on Linux". */
export function deviceText(
  t: Translate,
  { user_agent, client_kind }: Pick<Session, 'user_agent' | 'client_kind'>,
): string {
  const { browser, system } = deviceOf(user_agent)
  const program = client_kind === 'app' ? t('account.app') : browser
  if (program && system) return t('account.deviceOn', { program, system })
  return program ?? system ?? t('account.deviceUnknown')
}
