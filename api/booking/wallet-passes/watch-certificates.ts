import { alert, resolveAlert } from '../../platform/alerts/alert.ts'
import type { AlertDeps } from '../../platform/alerts/send-alert.ts'
import { applePassesOf } from './wallets.ts'

const dayMs = 86_400_000

/** How many days before the expiry the operator is alerted. From the last of them on, it is every day. */
const REMIND_DAYS = [30, 14, 7] as const

/** Alerts the operator that a certificate for Apple Wallet expires soon or has expired. Runs once a day. */
export async function watchPassCertificates(deps: AlertDeps): Promise<void> {
  const passes = applePassesOf(deps.settings)
  if (passes === null) return
  const left = Math.floor((passes.expires_at.getTime() - deps.ports.now().getTime()) / dayMs)
  if (left > Math.max(...REMIND_DAYS)) return resolveAlert(deps, 'PASS_CERTIFICATE_EXPIRING')
  if (left > Math.min(...REMIND_DAYS) && !REMIND_DAYS.some((days) => days === left)) return
  const day = passes.expires_at.toISOString().slice(0, 10)
  await alert(deps, {
    event: 'PASS_CERTIFICATE_EXPIRING',
    summary:
      left < 0
        ? `A certificate for passes in Apple Wallet expired on ${day}. The button is hidden.`
        : `A certificate for passes in Apple Wallet expires on ${day}. Then the button is hidden.`,
  })
}
