import type { Session } from '@openspot/contract/identity/sessions.ts'
import { deviceName } from '@openspot/core/text/device.ts'
import { words } from '@/words/index.ts'

/** Formats a device from its user agent, e.g. "Chrome on Linux". */
export function deviceText({ user_agent, client_kind }: Pick<Session, 'user_agent' | 'client_kind'>): string {
  return (
    deviceName(user_agent, client_kind === 'app' ? words.account.app : null) ?? words.account.deviceUnknown
  )
}
