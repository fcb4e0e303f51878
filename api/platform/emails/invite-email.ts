import type { LotRole } from '@openspot/core/enums.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { toEmailContent } from './email-templates.ts'
import type { EmailContent } from './emails.sql.ts'

/** The email that invites into a lot. It says that its link signs nobody in, because emails get forwarded. */
export function inviteEmail(
  t: Translate,
  of: {
    url: string
    /** The page on which an unwilling recipient can report the email. */
    report_url: string
    /** The platform has not reviewed the lot yet, so the subject contains nothing that its owner wrote. */
    is_new_lot: boolean
    expires_at: string
    time_zone: string
    lot_name: string
    address: string
    role: LotRole
    invited_by: string | null
    group_name: string | null
    spot_label: string | null
  },
): EmailContent {
  const subject = of.is_new_lot
    ? t('inviteEmail.newLotSubject')
    : t('inviteEmail.subject', { lot: of.lot_name })
  const until = formatDate(of.expires_at, { zone: of.time_zone, locale: localeOf(t) })
  return toEmailContent(t, {
    subject,
    heading: subject,
    paragraphs: [
      of.invited_by === null
        ? t(`inviteEmail.byStaff.${of.role}`, { until })
        : t(`inviteEmail.by.${of.role}`, { person: of.invited_by, until }),
      t('inviteEmail.account'),
    ],
    table: [
      [t('inviteEmail.where'), [of.lot_name, of.address].filter(Boolean).join(', ')],
      ...(of.group_name === null ? [] : [[t('inviteEmail.group'), of.group_name] as [string, string]]),
      ...(of.spot_label === null ? [] : [[t('inviteEmail.spot'), of.spot_label] as [string, string]]),
    ],
    button: { text: t('inviteEmail.button'), url: of.url },
    footer: { text: t('inviteEmail.report'), url: of.report_url },
  })
}
