import type { PlanNoticeKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { sayDay } from '@openspot/core/time/say.ts'
import type { Db } from '@openspot/db/database.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { noticeEmail } from '../../platform/emails/letters.ts'
import type { Till } from '../payments/pay.ts'
import type { SubscriptionRow } from './subscriptions.sql.ts'
import { planNoticeWords } from './words.ts'

export type OwnersTill = Pick<Till, 'db' | 'log' | 'pool' | 'ports'> & { settings: Settings }

/** A notice about the lot's plan. Each `about` of a kind is sent once. */
export interface PlanNotice {
  kind: PlanNoticeKind
  about: string
  plan_name?: string
  month_cents?: number
  from?: string
}

/** Notifies all super admins of a lot in the app and by email, in the transaction of the event. */
export async function tellOwners(
  tx: Db,
  of: Pick<SubscriptionRow, 'lot_id' | 'lot_name' | 'time_zone' | 'currency'>,
  notice: PlanNotice,
  { ports, settings }: Pick<OwnersTill, 'ports' | 'settings'>,
): Promise<void> {
  const now = ports.now()
  const at = notice.from ?? now.toISOString()
  const words = planNoticeWords[notice.kind]({
    lot_name: of.lot_name,
    plan_name: notice.plan_name ?? '',
    month: formatMoney(notice.month_cents ?? 0, of.currency, 'en'),
    from: sayDay(at, { zone: of.time_zone, locale: 'en-GB', now: now.toISOString() }, false),
  })
  const owners = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.lot_id', '=', of.lot_id)
    .where('m.role', '=', 'SUPER_ADMIN')
    .where('m.status', '=', 'ACTIVE')
    .where('u.account_status', '=', 'ACTIVE')
    .execute()
  for (const owner of owners) {
    const written = await tx
      .insertInto('notifications')
      .values({
        user_id: owner.id,
        lot_id: of.lot_id,
        kind: notice.kind,
        about: notice.about,
        params: JSON.stringify({ title: words.heading, text: words.text }),
        created_at: now.toISOString(),
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written || owner.email === null) continue
    const letter = noticeEmail({ ...words, url: `${settings.public_url}/lots/${of.lot_id}/plan` })
    await writeEmail(tx, { ...letter, to_address: owner.email, kind: notice.kind.toLowerCase() }, now)
  }
}
