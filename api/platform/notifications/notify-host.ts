import { formatMoney } from '@openspot/core/money/money.ts'
import type { HostNoticeKind } from '@openspot/core/notifications/enums.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { Deps } from '../../deps.ts'
import { dispatchNotice } from './dispatch.ts'
import { findHostToNotify } from './notify-host.sql.ts'

/** What `notify_host_of_reservation` queues: the spot and times that the notice is about. */
export interface HostNotice {
  kind: HostNoticeKind
  reservation_id: string
  user_id: string
  spot_id: string
  starts_at: string
  ends_at: string | null
  version: number
}

/** Notifies the host of a spot that a reservation of it was made, changed, or canceled, once however often this runs. */
export async function notifyHost(
  deps: Pick<Deps, 'ports' | 'settings'> & { pool: Deps['database']['pool']; db: Deps['database']['db'] },
  notice: HostNotice,
): Promise<void> {
  const { kind, reservation_id, user_id, spot_id, version } = notice
  const host = await findHostToNotify(deps.pool, notice)
  // The booking that extended another reservation is part of it now, and that one is announced as changed.
  if (!host || host.status === 'MERGED') return
  const t = translatorFor(host.language)
  const times = {
    starts_at: new Date(notice.starts_at).toISOString(),
    ends_at: notice.ends_at === null ? null : new Date(notice.ends_at).toISOString(),
  }
  const values = {
    spot: host.label,
    lot: host.lot_name,
    when: formatReservationInFull(times, { zone: host.time_zone, locale: localeOf(t) }, (start) =>
      t('reservationNotices.openEnd', { start }),
    ),
    earns: formatMoney(host.earns_cents, host.currency, localeOf(t)),
    has_earnings: String(host.earns_cents > 0),
  }
  await deps.db.transaction().execute((tx) =>
    dispatchNotice(deps, tx, {
      user_id,
      lot_id: host.lot_id,
      reservation_id,
      kind,
      about: `${spot_id} ${version}`,
      title: t(`hostNotices.${kind}.heading`, values),
      text: t(`hostNotices.${kind}.text`, values),
      path: `/me/spots/${spot_id}`,
      to_address: host.to_address,
      email: {
        subject: t(`hostNotices.${kind}.subject`, values),
        button: t(`hostNotices.${kind}.button`),
      },
    }),
  )
}
