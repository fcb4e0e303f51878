import { formatMoney } from '@openspot/core/money/money.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { sayStay } from '@openspot/core/time/say.ts'
import { type Letter, writeEmail } from '../emails/emails.sql.ts'
import {
  refundMadeEmail,
  reservationCanceledEmail,
  reservationConfirmedEmail,
  type StayFacts,
} from '../emails/letters.ts'
import type { Till } from '../payments/pay.ts'

export type EmailJob =
  | { kind: 'reservation_confirmed' | 'reservation_canceled'; reservation_id: string }
  | { kind: 'refund_made'; refund_id: string }

interface Row {
  reservation_id: string
  to_address: string | null
  language: string
  starts_at: string
  ends_at: string | null
  currency: string
  total_cents: number
  refund_cents: number
  lot_name: string
  street: string | null
  city: string | null
  time_zone: string
  label: string
  plate: string | null
}

/** Words a letter about a stay and puts it into the outbox, once for each job. */
export async function sendEmail(till: Till & { settings: Settings }, job: EmailJob): Promise<void> {
  const row = await findStay(till, job)
  if (!row?.to_address) return
  const money = (cents: number) => formatMoney(cents, row.currency, row.language)
  const stay: StayFacts = {
    lot_name: row.lot_name,
    address: [row.street, row.city].filter(Boolean).join(', '),
    spot_label: row.label,
    when: sayStay(row, {
      zone: row.time_zone,
      locale: clockLocale(row.language),
      now: till.ports.now().toISOString(),
    }),
    plate: row.plate,
    total: money(row.total_cents),
    url: `${till.settings.public_url}/me/reservations/${row.reservation_id}`,
  }
  const letter = wordsOf(job.kind, stay, row.refund_cents > 0 ? money(row.refund_cents) : null)
  const to_address = row.to_address
  await till.db
    .transaction()
    .execute((tx) => writeEmail(tx, { ...letter, to_address, kind: job.kind }, till.ports.now()))
}

/** Times are written on a clock of 24 hours in English too, as on the screens. */
const clockLocale = (language: string) => (/^en(-|$)/.test(language) ? 'en-GB' : language)

function wordsOf(kind: EmailJob['kind'], stay: StayFacts, refund: string | null): Letter {
  switch (kind) {
    case 'reservation_confirmed':
      return reservationConfirmedEmail(stay)
    case 'reservation_canceled':
      return reservationCanceledEmail(stay, refund)
    case 'refund_made':
      return refundMadeEmail(stay, refund ?? '')
  }
}

async function findStay(till: Till, job: EmailJob): Promise<Row | undefined> {
  const stay = `select r.id as reservation_id, u.email as to_address, u.language, r.starts_at, r.ends_at, r.currency,
      r.total_cents, l.name as lot_name, l.street, l.city, l.time_zone, s.label, c.plate`
  const from = `from reservations r join users u on u.id = r.user_id join lots l on l.id = r.lot_id
      join spots s on s.id = r.spot_id and s.lot_id = r.lot_id left join cars c on c.id = r.car_id`
  if ('refund_id' in job) {
    const { rows } = await till.pool.query<Row>(
      `${stay}, f.amount_cents as refund_cents ${from}
         join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id
         join refunds f on f.invoice_id = i.id and f.lot_id = i.lot_id where f.id = $1`,
      [job.refund_id],
    )
    return rows[0]
  }
  const { rows } = await till.pool.query<Row>(
    `${stay}, coalesce((select sum(i.refund_pending_cents + i.refunded_cents) from invoices i where i.reservation_id = r.id), 0)::int as refund_cents
     ${from} where r.id = $1`,
    [job.reservation_id],
  )
  return rows[0]
}
