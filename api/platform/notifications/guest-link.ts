import { GUEST_LINK_DAYS, GUEST_LINK_OPEN_DAYS } from '@openspot/core/notifications/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { hashToken } from '../../plugins/session.ts'
import { type Ports, secretWord } from '../../ports.ts'
import { insertGuestLink } from './guest-link.sql.ts'

const dayMs = 86_400_000

/**
 * Makes a link with which a guest opens their reservation, for the address or number that it is sent to. The token is in the fragment,
 * which browsers send to nobody: neither to our server and its logs nor as a referrer. Returns when the link ends.
 */
export async function makeGuestLink(
  deps: { ports: Pick<Ports, 'now' | 'random'>; settings: { public_url: string } },
  tx: Tx,
  of: {
    reservation: { lot_id: string; reservation_id: string; ends_at: string | null }
    to: { email: string } | { phone: string }
    /** The later end that the page offers first; null if none. */
    longer?: string | null
  },
): Promise<{ url: string; expires_at: Date }> {
  const now = deps.ports.now()
  const { lot_id, reservation_id, ends_at } = of.reservation
  const last = ends_at === null ? now.getTime() + GUEST_LINK_OPEN_DAYS * dayMs : Date.parse(ends_at)
  const expires_at = new Date(Math.max(now.getTime(), last) + GUEST_LINK_DAYS * dayMs)
  const token = secretWord(deps.ports, 40)
  await insertGuestLink(tx, {
    ...of.to,
    lot_id,
    reservation_id,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  })
  const extend = of.longer ? `&extend=${encodeURIComponent(of.longer)}` : ''
  return { url: `${deps.settings.public_url}/guest#token=${token}${extend}`, expires_at }
}
