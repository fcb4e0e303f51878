import type { SentReceipts } from '@openspot/contract/money/invoices.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { formatReservationInFull } from '@openspot/core/time/format.ts'
import type { Db } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import { reservationEmail } from '../../platform/emails/email-templates.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import type { Ports } from '../../ports.ts'
import { getSendFacts, nameReceipts } from './receipts.sql.ts'

interface Sender {
  db: Db
  pool: pg.Pool
  ports: Ports
  settings: Settings
}

/**
 * Writes an email to the payer of a reservation with the receipts of all its paid invoices. Throws `invoice_not_paid`
 * and `payer_without_email`.
 */
export async function sendReceipts(
  { db, pool, ports, settings }: Sender,
  reservation_id: string,
): Promise<SentReceipts> {
  const reservation = await getSendFacts(pool, reservation_id)
  const { to_address, invoice_ids } = reservation
  if (invoice_ids.length === 0) refuse('invoice_not_paid')
  if (to_address === null) return refuse('payer_without_email')
  const now = ports.now()
  const names = await nameReceipts(pool, invoice_ids)
  const t = translatorFor(reservation.language)
  const count = invoice_ids.length
  const content = reservationEmail(
    t,
    {
      lot_name: reservation.lot_name,
      address: [reservation.street, reservation.city].filter(Boolean).join(', '),
      spot_label: reservation.spot_label,
      when: formatReservationInFull(
        reservation,
        { zone: reservation.time_zone, locale: localeOf(t) },
        (start) => t('reservationNotices.openEnd', { start }),
      ),
      plate: reservation.plate,
      url: `${settings.public_url}/me/reservations/${reservation_id}`,
    },
    {
      subject: t('reservationEmails.receipts.subject', { count }),
      heading: t('reservationEmails.receipts.heading', { count }),
      text: t('reservationEmails.receipts.text', { count }),
      button: t('reservationEmails.receipts.button'),
      more: [[t('reservationEmails.attached'), [...names.values()].join(', ')]],
    },
  )
  await db
    .transaction()
    .execute((tx) =>
      writeEmail(tx, { ...content, to_address, kind: 'receipt', receipt_invoice_ids: invoice_ids }, now),
    )
  return { to_address, invoice_ids }
}
