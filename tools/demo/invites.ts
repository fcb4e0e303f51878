import { createHash } from 'node:crypto'
import type { DB } from '@openspot/db/types.ts'
import { residentsLot, staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

type Invite = Pick<Insertable<DB['invites']>, 'kind'> &
  Partial<Insertable<DB['invites']>> & { lot: string; sent: number; days: number }

/** Sent days ago and valid for a number of days: by email, by text, and by link; one expired, one revoked, one declined. */
const invites: Invite[] = [
  {
    lot: staffedLot,
    kind: 'EMAIL',
    email: 'june.alder@people.example',
    first_name: 'June',
    last_name: 'Alder',
    sent: 2,
    days: 14,
  },
  {
    lot: staffedLot,
    kind: 'EMAIL',
    email: 'nadia.frost@people.example',
    first_name: 'Nadia',
    last_name: 'Frost',
    role: 'PATROLLER',
    sent: 1,
    days: 14,
  },
  { lot: staffedLot, kind: 'PHONE', phone: '+13125550177', first_name: 'Omar', sent: 3, days: 14 },
  { lot: staffedLot, kind: 'EMAIL', email: 'paul.reyes@people.example', sent: 40, days: 14 },
  { lot: residentsLot, kind: 'LINK', max_uses: 40, uses: 13, sent: 20, days: 60 },
  {
    lot: residentsLot,
    kind: 'EMAIL',
    email: 'ida.brandt@people.example',
    first_name: 'Ida',
    sent: 9,
    days: 14,
  },
]

/** Open and past invites of the garage and the residents' lot. Nobody has their links. */
export function inviteRows(
  random: Random,
  lots: readonly TownLot[],
  admins: ReadonlyMap<string, { id: string }>,
  times: Times,
): Insertable<DB['invites']>[] {
  return invites.flatMap(({ lot: name, sent, days, ...invite }, at) => {
    const lot_id = lots.find(({ plan }) => plan.name === name)?.row.id
    const admin = lot_id === undefined ? undefined : admins.get(lot_id)
    if (lot_id === undefined || !admin) return []
    const created_at = momentOf(times.at(-sent, 540))
    const id = random.id()
    return [
      {
        id,
        lot_id,
        token_hash: createHash('sha256').update(`no invite ${id}`).digest(),
        email: null,
        phone: null,
        first_name: null,
        last_name: null,
        role: 'MEMBER' as const,
        max_uses: 1,
        uses: 0,
        created_by_user_id: admin.id,
        created_at,
        sent_at: created_at,
        expires_at: momentOf(times.at(days - sent, 540)),
        declined_at: at === invites.length - 1 ? momentOf(times.at(-sent + 1, 800)) : null,
        ...invite,
      },
    ]
  })
}
