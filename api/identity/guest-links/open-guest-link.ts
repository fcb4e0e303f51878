import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { hashToken } from '../../plugins/session.ts'
import { type Found, lockClaim, mergeGhosts, proveIn, setContactProven } from '../auth/claims.sql.ts'
import { findGuestLink, findPhoneOwner, setGuestPhoneProven } from './guest-links.sql.ts'

interface Opened {
  reservation_id: string
  /** The guest whose reservation it is; null if it belongs to an account, which signs in as always. */
  guest_id: string | null
}

/**
 * Opens a guest's link, any number of times until it expires. It proves the address or number that it was sent to, and leads to what was
 * booked with it as a guest. It never leads into an account: if the address has one, the guests are merged into that account, and its
 * owner must sign in. Throws `link_not_usable` and `account_banned`.
 */
export async function openGuestLink(
  app: FastifyInstance,
  token: string,
  caller: { user_id: string; session_id: string } | undefined,
): Promise<Opened> {
  const now = app.ports.now()
  const link = await findGuestLink(app.db, hashToken(token), now)
  if (!link) return refuse('link_not_usable')
  const { reservation_id, email, phone } = link
  return app.db.transaction().execute(async (tx) => {
    const phoneOwner_id = phone === null ? null : await findPhoneOwner(tx, phone)
    const { byId, owner, ghosts } = await lockClaim(tx, [link.user_id, phoneOwner_id], { email, phone })
    const holder = byId(link.user_id)
    const account = owner ?? byId(phoneOwner_id)
    if (holder?.account_status === 'BANNED' || account?.account_status === 'BANNED')
      return refuse('account_banned')
    const guests = ghosts.filter((ghost) => isGuestOf(ghost, { email, phone }))
    if (account) {
      // Its owner has proven the address, and so does this link.
      if (phone !== null || account.email_verified_at !== null) await mergeGhosts(tx, guests, account.id, now)
      return { reservation_id, guest_id: null }
    }
    if (holder?.account_status === 'ACTIVE') return { reservation_id, guest_id: null }
    const guest = guests.find(({ id }) => id === link.user_id)
    if (!guest) return refuse('link_not_usable')
    await proveIn(tx, caller?.session_id ?? null)
    await prove(tx, { guest, guests, caller_id: caller?.user_id ?? null, phone }, now)
    return { reservation_id, guest_id: guest.id }
  })
}

/** Whether a GHOST is a guest known by exactly the address or number of the link. */
const isGuestOf = (ghost: Found, { email, phone }: { email: string | null; phone: string | null }) =>
  ghost.email === null && (phone === null ? ghost.contact_email === email : ghost.contact_email === null)

/** Merges the guests of one address, so that it is proven once, and proves it. */
async function prove(
  tx: Tx,
  of: { guest: Found; guests: Found[]; caller_id: string | null; phone: string | null },
  now: Date,
): Promise<void> {
  await mergeGhosts(tx, of.guests, of.guest.id, now)
  if (of.phone === null) await setContactProven(tx, of.guest.id, now)
  else await setGuestPhoneProven(tx, of.guest.id, of.phone, now)
}
