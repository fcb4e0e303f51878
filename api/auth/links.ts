import type { SignInLinkPurpose } from '@openspot/db/types.ts'
import type { FastifyInstance } from 'fastify'
import { writeEmail } from '../emails/emails.sql.ts'
import { signInLinkEmail, verifyEmailEmail } from '../emails/letters.ts'
import { refuse } from '../errors.ts'
import { hashToken } from '../plugins/session.ts'
import { secretWord } from '../ports.ts'

const goodForMinutes: Record<SignInLinkPurpose, number> = {
  SIGN_IN: 30,
  VERIFY_EMAIL: 24 * 60,
  RESET_PASSWORD: 30,
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
  const url = `${app.settings.public_url}/sign-in/link?token=${token}`
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
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
      })
      .execute()
    const letter = purpose === 'VERIFY_EMAIL' ? verifyEmailEmail({ url }) : signInLinkEmail({ url, minutes })
    await writeEmail(tx, { to_address, kind: purpose.toLowerCase(), ...letter }, now)
  })
}

/** Uses a link up and answers whose it was. Holding it shows that the e-mail is theirs: it is verified, a GHOST claimed. */
export async function useLink(app: FastifyInstance, token: string): Promise<string> {
  const now = app.ports.now().toISOString()
  return app.db.transaction().execute(async (tx) => {
    const link = await tx
      .updateTable('sign_in_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id'])
      .executeTakeFirst()
    if (!link) return refuse('link_not_usable')
    await tx
      .updateTable('users')
      .set((eb) => ({
        email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
        account_status: eb
          .case()
          .when('account_status', '=', 'GHOST')
          .then('ACTIVE' as const)
          .else(eb.ref('account_status'))
          .end(),
      }))
      .where('id', '=', link.user_id)
      .execute()
    return link.user_id
  })
}
