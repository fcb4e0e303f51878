import type { Settings } from '@openspot/core/settings.ts'
import { writeOwnAudits } from '../../audit.sql.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { appointAdmins } from './admins.sql.ts'
import { notifyOfAdmin } from './notify-admins.ts'

/** Makes the accounts of OPENSPOT_ADMIN_EMAILS platform admins once their addresses are verified. */
export async function appointConfiguredAdmins({
  db,
  ports,
  settings,
}: Pick<PaymentDeps, 'db' | 'ports'> & {
  settings: Pick<Settings, 'admin_emails' | 'public_url'>
}): Promise<void> {
  if (settings.admin_emails.length === 0) return
  await db.transaction().execute(async (tx) => {
    const appointed = await appointAdmins(tx, settings.admin_emails)
    await writeOwnAudits(
      tx,
      ports.now(),
      appointed.map((subject_id) => ({
        lot_id: null,
        action: 'user.grant_admin',
        subject_kind: 'user',
        subject_id,
        details: { reason: 'OPENSPOT_ADMIN_EMAILS' },
      })),
    )
    for (const user_id of appointed)
      await notifyOfAdmin({ ports, settings }, tx, 'ADMIN_ADDED', user_id, 'OPENSPOT_ADMIN_EMAILS')
  })
}
