import type { Settings } from '@openspot/core/settings.ts'
import { type ApplePasses, openApplePasses } from './apple-pass.ts'

const opened = new WeakMap<object, ApplePasses>()

/** Returns what makes passes for Apple Wallet; null without a certificate. Its certificate is read once. */
export function applePassesOf({ wallets: { apple } }: Pick<Settings, 'wallets'>): ApplePasses | null {
  if (apple === null) return null
  const passes = opened.get(apple) ?? openApplePasses(apple)
  opened.set(apple, passes)
  return passes
}

/** Says in which wallets a pass can be saved now. */
export const walletsAt = (settings: Pick<Settings, 'wallets'>, now: Date) => ({
  apple: applePassesOf(settings)?.isValidAt(now) ?? false,
  google: settings.wallets.google !== null,
})
