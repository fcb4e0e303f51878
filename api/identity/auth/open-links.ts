import type { Tx } from '@openspot/db/database.ts'
import type { SignInLinkPurpose } from '@openspot/db/types.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { hashToken } from '../../plugins/session.ts'
import { findPendingEmail } from '../account-changes/account-changes.sql.ts'
import { finishEmailChange } from '../account-changes/account-changes.ts'
import { unblockSecondFactor } from '../second-factors/second-factors.sql.ts'
import { findEmail } from './auth.sql.ts'
import {
  type Found,
  lockClaim,
  mergeGhosts,
  proveIn,
  setContactProven,
  setEmailProven,
} from './claims.sql.ts'
import { type Link, takeLink } from './links.sql.ts'

/** The user whose link was opened, and its effects. */
export interface Opened {
  user_id: string
  /** The link was opened in a session of the same account and only verified the address, so that session continues. */
  keeps_session: boolean
  /** Everything set up before the address was verified was removed, including the password. */
  choose_password: boolean
}

/**
 * Consumes a link and returns whose it was. Holding it proves the address: it becomes verified, and every GHOST with it
 * is merged into the user. The first verification of an address ends everything that was set up before it, in the same
 * transaction (`users_first_proof` in the database). `also` runs in that transaction too; if it throws, the link stays
 * unused.
 */
export async function useLink(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
  purposes: readonly SignInLinkPurpose[],
  also: (tx: Tx, user_id: string) => Promise<void> = async () => {},
): Promise<Opened> {
  const now = app.ports.now()
  return app.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, hashToken(token), purposes, now)
    if (!link) return refuse('link_not_usable')
    await proveIn(tx, request.caller?.session_id ?? null)
    const opened = await openIt(app, tx, link, request, now)
    // A user who can read the account's email may try second-factor codes again.
    if (link.purpose === 'SIGN_IN') await unblockSecondFactor(tx, opened.user_id)
    await also(tx, opened.user_id)
    return opened
  })
}

async function openIt(
  app: FastifyInstance,
  tx: Tx,
  link: Link,
  { caller, client }: FastifyRequest,
  now: Date,
): Promise<Opened> {
  const caller_id = caller?.user_id ?? null
  const email = link.email ?? (link.user_id === null ? null : await findEmail(tx, link.user_id))
  if (email === null) return refuse('link_not_usable')
  const { byId, owner, ghosts } = await lockClaim(tx, [link.user_id, caller_id], { email })
  const named = byId(link.user_id)
  // The link's account was erased, or merged into another one.
  if (link.user_id !== null && (!named || named.account_status === 'DELETED'))
    return refuse('link_not_usable')
  if (named?.account_status === 'BANNED') return refuse('account_banned')
  if (link.purpose === 'GUEST') return openGuest(tx, { named, ghosts, caller_id, now })
  if (named?.account_status === 'ACTIVE' && named.email !== email)
    return changeEmail(app, tx, {
      named,
      owner,
      ghosts,
      email,
      purpose: link.purpose,
      caller_id,
      zone: client.time_zone,
      now,
    })
  if (owner?.account_status === 'BANNED') return refuse('account_banned')

  const target =
    owner ??
    claimantOf(ghosts, caller_id) ??
    ghosts.find((ghost) => ghost.email === email) ??
    named ??
    ghosts[0]
  if (!target) return refuse('link_not_usable')
  const isOwn = target.id === caller_id
  const isFirst =
    target.account_status === 'GHOST'
      ? target.contact_verified_at === null
      : target.email_verified_at === null
  // An account is verified before the merge, which removes what the account had but not what the opener brings. A GHOST
  // is verified after it, because another GHOST may hold the address until the merge.
  if (owner) await setEmailProven(tx, target.id, email, now)
  await mergeGhosts(tx, ghosts, target.id, now)
  if (!owner) await setEmailProven(tx, target.id, email, now)
  return {
    user_id: target.id,
    keeps_session: isOwn && link.purpose === 'VERIFY_EMAIL',
    choose_password: isFirst && !isOwn && link.purpose !== 'RESET_PASSWORD',
  }
}

/** Returns the GHOST of the caller's own session, or one that has verified the address before. */
const claimantOf = (ghosts: Found[], caller_id: string | null): Found | undefined =>
  ghosts.find(({ id }) => id === caller_id) ?? ghosts.find((ghost) => ghost.contact_verified_at !== null)

/** Verifies a guest's address. It opens no account with that address, and the guest stays a guest. */
async function openGuest(
  tx: Tx,
  of: { named: Found | undefined; ghosts: Found[]; caller_id: string | null; now: Date },
): Promise<Opened> {
  const guests = of.ghosts.filter((ghost) => ghost.email === null)
  const target = claimantOf(guests, of.caller_id) ?? guests.find(({ id }) => id === of.named?.id) ?? guests[0]
  if (!target) return refuse('link_not_usable')
  await mergeGhosts(tx, guests, target.id, of.now)
  await setContactProven(tx, target.id, of.now)
  return { user_id: target.id, keeps_session: false, choose_password: false }
}

/** Changes the account's email address. The user who opens the link must be the one who requested the change. */
async function changeEmail(
  app: FastifyInstance,
  tx: Tx,
  of: {
    named: Found
    owner: Found | undefined
    ghosts: Found[]
    email: string
    purpose: SignInLinkPurpose
    caller_id: string | null
    zone: string | null
    now: Date
  },
): Promise<Opened> {
  const { named, owner, ghosts, email, caller_id, now } = of
  // The link is older than the account's current address.
  if (of.purpose !== 'VERIFY_EMAIL') return refuse('link_not_usable')
  if (named.id !== caller_id) {
    return refuse('sign_in_required', {
      message: (t) => t('apiErrors.identity.signInToChange'),
    })
  }
  const change = await findPendingEmail(tx, named.id, email)
  if (!change && named.email !== null) return refuse('link_not_usable')
  if (owner) return refuse('email_taken', { field: 'email' })
  await mergeGhosts(tx, ghosts, named.id, now)
  await setEmailProven(tx, named.id, email, now)
  if (change) await finishEmailChange(app, tx, change, of.zone)
  return { user_id: named.id, keeps_session: true, choose_password: false }
}
