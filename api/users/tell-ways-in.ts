import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { writeEmail } from '../emails/emails.sql.ts'
import { waysInChangedEmail } from '../emails/letters.ts'

/** Writes to the owner of an account that a way in has changed, in the same transaction as the change. */
export async function tellWaysInChanged(
  app: FastifyInstance,
  tx: Db,
  user_id: string,
  what: string,
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (email === null) return
  const letter = waysInChangedEmail({ what, url: `${app.settings.public_url}/me/profile` })
  await writeEmail(tx, { to_address: email, kind: 'ways_in_changed', ...letter }, app.ports.now())
}
