import type { ErrorNoticeKind } from '@openspot/core/error-monitoring/enums.ts'
import { MAX_ERROR_NOTICES_OF_HOUR } from '@openspot/core/error-monitoring/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { listPlatformAdmins, type Recipient } from '../../people/recipients/recipients.sql.ts'
import { type DispatchDeps, dispatchNotice } from '../notifications/dispatch.ts'
import { countNotice } from './notify-errors.sql.ts'

/** What a notice says about an error. Its title is masked already. */
interface Noticed {
  id: string
  title: string
  culprit: string
  release: string | null
}

/**
 * Notifies all platform administrators that an error is new or occurs again. Of more than a few in one hour, one notice
 * says that there are more.
 */
export async function notifyAdmins(
  deps: DispatchDeps,
  tx: Tx,
  kind: Exclude<ErrorNoticeKind, 'ERROR_ASSIGNED'>,
  error: Noticed,
): Promise<void> {
  const { count, hour } = await countNotice(tx, deps.ports.now())
  if (count > MAX_ERROR_NOTICES_OF_HOUR + 1) return
  const isMany = count > MAX_ERROR_NOTICES_OF_HOUR
  for (const admin of await listPlatformAdmins(tx)) {
    if (isMany) await notifyOfMany(deps, tx, admin, hour)
    else await notify(deps, tx, admin, kind, error)
  }
}

/** Notifies an administrator to whom someone else assigned an error. */
export const notifyAssignee = (deps: DispatchDeps, tx: Tx, assignee: Recipient, error: Noticed) =>
  notify(deps, tx, assignee, 'ERROR_ASSIGNED', error)

async function notify(
  deps: DispatchDeps,
  tx: Tx,
  { id: user_id, email: to_address, language }: Recipient,
  kind: ErrorNoticeKind,
  { id, title: error, culprit, release }: Noticed,
): Promise<void> {
  const t = translatorFor(language)
  const values = {
    error,
    culprit,
    has_culprit: String(culprit !== ''),
    release: release ?? '',
    has_release: String(release !== null),
  }
  await dispatchNotice(deps, tx, {
    user_id,
    lot_id: null,
    kind,
    // An error may occur again and be assigned again.
    about: kind === 'ERROR_NEW' ? id : '',
    title: t(`errorNotices.${kind}.heading`),
    text: t(`errorNotices.${kind}.text`, values),
    path: `/platform/errors/${id}`,
    to_address,
    email: { subject: t(`errorNotices.${kind}.subject`, values), button: t('errorNotices.open') },
  })
}

async function notifyOfMany(
  deps: DispatchDeps,
  tx: Tx,
  { id: user_id, email: to_address, language }: Recipient,
  hour: string,
): Promise<void> {
  const t = translatorFor(language)
  await dispatchNotice(deps, tx, {
    user_id,
    lot_id: null,
    kind: 'ERROR_NEW',
    about: `many ${hour}`,
    title: t('errorNotices.many.heading'),
    text: t('errorNotices.many.text', { count: MAX_ERROR_NOTICES_OF_HOUR }),
    path: '/platform/errors',
    to_address,
    email: { button: t('errorNotices.openAll') },
  })
}
