import type { SignInLinkPurpose } from '@openspot/db/types.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeEmail } from '../emails/emails.sql.ts'
import {
  emailChangedEmail,
  guestLinkEmail,
  resetPasswordEmail,
  signInLinkEmail,
  verifyEmailEmail,
} from '../emails/letters.ts'
import { refuse } from '../errors.ts'
import { hashToken } from '../plugins/session.ts'
import { secretWord } from '../ports.ts'
import { dropUnprovenWays, lockClaim, mergeGhosts, setEmailProven } from './claims.sql.ts'

const goodForMinutes: Record<SignInLinkPurpose, number> = {
  SIGN_IN: 30,
  VERIFY_EMAIL: 24 * 60,
  RESET_PASSWORD: 30,
  GUEST: 60,
}
const pages: Record<SignInLinkPurpose, string> = {
  SIGN_IN: '/sign-in/link',
  VERIFY_EMAIL: '/sign-in/link',
  RESET_PASSWORD: '/sign-in/reset',
  GUEST: '/claim',
}
const letters = {
  SIGN_IN: signInLinkEmail,
  VERIFY_EMAIL: verifyEmailEmail,
  RESET_PASSWORD: resetPasswordEmail,
  GUEST: guestLinkEmail,
}

/** Writes a letter with a link that works once. The link leads to a page of ours that asks before it uses the token:
 *  mail scanners open links. */
export async function sendLink(
  app: FastifyInstance,
  user_id: string,
  to_address: string,
  purpose: SignInLinkPurpose,
): Promise<void> {
  const token = secretWord(app.ports, 40)
  const now = app.ports.now()
  const minutes = goodForMinutes[purpose]
  const url = `${app.settings.public_url}${pages[purpose]}?token=${token}`
  await app.db.transaction().execute(async (tx) => {
    // A newer link takes the place of older ones.
    await tx
      .deleteFrom('sign_in_links')
      .where('user_id', '=', user_id)
      .where('purpose', '=', purpose)
      .execute()
    await tx
      .insertInto('sign_in_links')
      .values({
        token_hash: hashToken(token),
        user_id,
        purpose,
        email: to_address,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
      })
      .execute()
    const letter = letters[purpose]({ url, minutes })
    await writeEmail(tx, { to_address, kind: purpose.toLowerCase(), ...letter }, now)
  })
}

/**
 * Uses a link up and answers whose it was. Holding it shows that the address is theirs: it is verified, and every GHOST
 * known by it is theirs from now on. A guest stays a guest until they claim.
 */
export async function useLink(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
  purposes: readonly SignInLinkPurpose[],
): Promise<string> {
  const now = app.ports.now().toISOString()
  return app.db.transaction().execute(async (tx) => {
    const link = await tx
      .updateTable('sign_in_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(token))
      .where('purpose', 'in', purposes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'purpose', 'email'])
      .executeTakeFirst()
    if (!link) return refuse('link_not_usable')
    const { user_id } = link
    const { user, ghosts } = await lockClaim(tx, user_id, { email: link.email })
    if (!user || user.account_status === 'DELETED') return refuse('link_not_usable')
    if (user.account_status === 'BANNED') return refuse('account_banned')
    const email = link.email ?? user.email
    if (email === null) return refuse('link_not_usable')

    if (link.purpose === 'GUEST') {
      // It shows whose the address is; that of an account is not taken over by it.
      if (user.account_status !== 'GHOST') return refuse('link_not_usable')
      await mergeGhosts(
        tx,
        ghosts.filter((ghost) => ghost.email === null),
        user_id,
        now,
      )
      return user_id
    }
    const isOthers = request.caller?.user_id !== user_id
    // Another address than the account's own: whoever reads it must be the one who asked for the change.
    if (user.account_status === 'ACTIVE' && user.email !== email && isOthers) {
      return refuse('sign_in_required', {
        message: 'Sign in to the account that is to have this address, then open the link again.',
      })
    }
    // Who confirms that they set the account up keeps what they set up; who comes by another way may find that somebody
    // else had done so, and was waiting.
    const isConfirmed = link.purpose === 'VERIFY_EMAIL' || !isOthers
    if (user.account_status === 'ACTIVE' && user.email_verified_at === null && !isConfirmed)
      await dropUnprovenWays(tx, user_id, now)
    await mergeGhosts(tx, ghosts, user_id, now)
    await setEmailProven(tx, user_id, email, now)
    if (user.email !== null && user.email_verified_at !== null && user.email !== email) {
      const letter = emailChangedEmail({ url: `${app.settings.public_url}/me/profile` })
      await writeEmail(tx, { to_address: user.email, kind: 'email_changed', ...letter }, app.ports.now())
    }
    return user_id
  })
}
