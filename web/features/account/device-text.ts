import type { Session } from '@openspot/contract/sessions.ts'
import { deviceName } from '@openspot/core/text/device.ts'
import { words } from '@/words/index.ts'

/** "Chrome on Linux": what a browser says of itself, as a person would say it. */
export function deviceText({ user_agent, client_kind }: Pick<Session, 'user_agent' | 'client_kind'>): string {
  return (
    deviceName(user_agent, client_kind === 'app' ? words.account.app : null) ?? words.account.deviceUnknown
  )
}
