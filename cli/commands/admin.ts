import {
  findAccount,
  listAdmins,
  lockAdminFacts,
  setAdmin,
} from '@openspot/api/platform/admins/admins.sql.ts'
import { notifyOfAdmin } from '@openspot/api/platform/admins/notify-admins.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Db } from '@openspot/db/database.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

const use = 'npm run openspot -- admin [list | grant <email> | revoke <email>]'

/** Lists the platform admins, makes an account one, or ends its access. Changes are recorded in the audit log. */
export async function admin(args: string[]): Promise<number> {
  const [action = 'list', email, ...more] = args
  const isList = action === 'list'
  if (more.length > 0 || !['list', 'grant', 'revoke'].includes(action) || isList !== (email === undefined))
    throw new PlainError(use)
  const settings = settingsOfProcess()
  await withDatabase(settings, async ({ database: { db } }) => {
    if (email === undefined) await list(db)
    else await change(db, settings, action === 'grant', email)
  })
  return 0
}

async function list(db: Db): Promise<void> {
  const admins = await listAdmins(db)
  if (admins.length === 0) console.log('There is no platform admin yet.')
  for (const { email, first_name, last_name } of admins)
    console.log([email ?? 'no email address', first_name, last_name].filter(Boolean).join('  '))
}

async function change(db: Db, settings: Settings, is_admin: boolean, email: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account)
    throw new PlainError(`No active account has the verified email address ${email}. Sign up with it first.`)
  await db.transaction().execute(async (tx) => {
    const facts = await lockAdminFacts(tx, account.id)
    if (facts.is_admin === is_admin)
      throw new PlainError(`${email} is ${is_admin ? 'already' : 'not'} a platform admin.`)
    if (!is_admin && (await listAdmins(tx)).length === 1)
      throw new PlainError(`${email} is the only platform admin. Grant someone else access first.`)
    await setAdmin(tx, account.id, is_admin)
    await tx
      .insertInto('audit_log')
      .values({
        at: realPorts.now().toISOString(),
        actor_role: 'operator',
        action: is_admin ? 'user.grant_admin' : 'user.revoke_admin',
        subject_kind: 'user',
        subject_id: account.id,
        details: JSON.stringify({ reason: 'command' }),
      })
      .execute()
    const kind = is_admin ? 'ADMIN_ADDED' : 'ADMIN_REMOVED'
    await notifyOfAdmin({ ports: realPorts, settings }, tx, kind, account.id, 'npm run openspot -- admin')
  })
  console.log(is_admin ? `${email} is now a platform admin.` : `${email} is no longer a platform admin.`)
}
