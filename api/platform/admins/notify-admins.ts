import type { AdminNoticeKind } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { listPlatformAdmins } from '../../people/recipients/recipients.sql.ts'
import { type DispatchDeps, dispatchNotice } from '../notifications/dispatch.ts'
import { getAdmin } from './admins.sql.ts'

/**
 * Notifies every platform admin, and the person, that someone became or is no longer one, in the transaction that decided it: an
 * admin whom nobody wanted must not stay unnoticed.
 */
export async function notifyOfAdmin(
  deps: DispatchDeps,
  tx: Tx,
  kind: AdminNoticeKind,
  user_id: string,
  reason: string,
): Promise<void> {
  const person = await getAdmin(tx, user_id)
  const admins = await listPlatformAdmins(tx)
  const others = admins.filter(({ id }) => id !== user_id)
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ')
  for (const { id, email, language } of [person, ...others]) {
    const t = translatorFor(language)
    const facts = { name: name || (person.email ?? ''), email: person.email ?? '', reason }
    const whose = id === user_id ? 'own' : 'other'
    await dispatchNotice(deps, tx, {
      user_id: id,
      lot_id: null,
      kind,
      about: '',
      title: t(`adminNotices.${kind}.${whose}`, facts),
      text: t('adminNotices.text', facts),
      path: kind === 'ADMIN_REMOVED' && id === user_id ? '/me/profile' : '/platform/users',
      to_address: email,
      email: {
        subject: t(`adminNotices.${kind}.subject`),
        button: whose === 'own' ? t('adminNotices.openOwn') : t('adminNotices.open'),
      },
    })
  }
}
