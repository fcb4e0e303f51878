import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Database } from '@openspot/db/database.ts'
import { accounts } from './demo-accounts.ts'

/**
 * Checks that no server outside `local` runs with the demo accounts, whose passwords are public.
 * @throws PlainError if one is active
 */
export async function refuseDemoAccounts(settings: Settings, { pool }: Database): Promise<void> {
  if (settings.environment === 'local') return
  const { rows } = await pool.query<{ email: string }>(
    `select u.email from users u join password_credentials p on p.user_id = u.id
     where u.email = any ($1) and u.account_status = 'ACTIVE' limit 1`,
    [accounts.map(({ email }) => email)],
  )
  const [found] = rows
  if (!found) return
  throw new PlainError(
    `This database holds the demo: ${found.email} has a published password. Use another database in OPENSPOT_ENV=${settings.environment}.`,
  )
}
