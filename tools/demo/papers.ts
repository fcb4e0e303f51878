import { type StayFacts, stayEmail } from '@openspot/api/platform/emails/letters.ts'
import { noticeWords } from '@openspot/api/platform/notifications/words.ts'
import type { NotificationKind } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { sayStay } from '@openspot/core/time/say.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { Chance } from './chance.ts'
import { zone } from './lots.ts'
import type { Person } from './people.ts'
import { type Stay, statusOf } from './stay.ts'

/** The emails about reservations of those who can sign in. */
export function letterRows(
  chance: Chance,
  stays: readonly Stay[],
  totals: ReadonlyMap<string, number>,
  public_url: string,
): Insertable<DB['emails']>[] {
  const rows: Insertable<DB['emails']>[] = []
  for (const stay of stays) {
    const to_address = stay.person.email
    if (!stay.person.can_sign_in || to_address === null || stay.fate === 'expired') continue
    const total = formatMoney(totals.get(stay.id) ?? 0, stay.lot.row.currency, 'en')
    const facts = factsOf(stay, public_url)
    const isRefunded = stay.fate === 'canceled_early'
    const words = {
      spot_label: stay.spot.label,
      total,
      refund: isRefunded ? total : null,
      until: null,
      owed: '',
      pay_until: null,
      is_retried: false,
      bill: null,
      bill_reason: null,
      month: null,
      new_price: null,
      price_from: null,
      ends: null,
    }
    const write = (kind: NotificationKind, at: number) =>
      rows.push({
        id: chance.id(),
        to_address,
        kind: kind.toLowerCase(),
        ...stayEmail(facts, noticeWords[kind](words)),
        state: 'SENT',
        attempts: 1,
        created_at: momentOf(at, 25),
        sent_at: momentOf(at, 27),
      })
    write('CONFIRMED', stay.made)
    if (stay.changed === null || statusOf[stay.fate] !== 'CANCELED') continue
    write('CANCELED', stay.changed)
    if (isRefunded) write('REFUND_MADE', stay.changed + 1)
  }
  return rows
}

function factsOf(stay: Stay, public_url: string): StayFacts {
  const { row } = stay.lot
  const times = { starts_at: isoOf(stay.starts), ends_at: stay.ends === null ? null : isoOf(stay.ends) }
  return {
    lot_name: row.name,
    address: [row.street, row.city].filter(Boolean).join(', '),
    spot_label: stay.spot.label,
    when: sayStay(times, { zone, locale: 'en', now: momentOf(stay.made) }),
    plate: stay.car?.plate ?? null,
    url: `${public_url}/me/reservations/${stay.id}`,
  }
}

/** The audit log of staff: the reservations they made and the refunds they granted. */
export function auditRows(
  chance: Chance,
  stays: readonly Stay[],
  admins: ReadonlyMap<string, Person>,
): Insertable<DB['audit_log']>[] {
  return stays.flatMap((stay): Insertable<DB['audit_log']>[] => {
    const admin = admins.get(stay.lot.row.id)
    const isMade = stay.fate === 'awaited' || stay.fate === 'courtesy'
    const isRefunded = stay.fate === 'part_refunded' || stay.fate === 'refunded'
    if (!admin || !(isMade || isRefunded)) return []
    return [
      {
        id: chance.id(),
        at: momentOf(isMade ? stay.made : (stay.changed ?? stay.made), 18),
        lot_id: stay.lot.row.id,
        actor_user_id: admin.id,
        actor_role: 'admin',
        action: isMade ? 'reservation.create' : 'reservation.adjust',
        subject_kind: 'reservation',
        subject_id: stay.id,
        details: JSON.parse(JSON.stringify({ spot_label: stay.spot.label, plate: stay.car?.plate ?? null })),
        request_id: null,
      },
    ]
  })
}
