import type { AccountNoticeKind } from '@openspot/core/accounts/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { type DispatchDeps, dispatchNotice } from '../notifications/dispatch.ts'

/** Tells a person what a platform admin did to their account, in its transaction. */
export async function notifyOfAccount(
  deps: DispatchDeps,
  tx: Tx,
  kind: AccountNoticeKind,
  person: { id: string; email: string | null; language: string },
  facts: { reason: string; from?: string; into?: string; name?: string },
  about = '',
): Promise<void> {
  const t = translatorFor(person.language)
  const { reason, from = '', into = '', name = '' } = facts
  await dispatchNotice(deps, tx, {
    user_id: person.id,
    lot_id: null,
    kind,
    about,
    title: t(`accountNotices.${kind}.title`),
    text: t(`accountNotices.${kind}.text`, { reason, from, into, name }),
    path: '/me/profile',
    to_address: person.email,
    email: { button: t('accountNotices.open') },
  })
}
