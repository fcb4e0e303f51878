import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'

export type Suppression = 'ADDRESSEE_LIMIT' | 'LOT_LIMIT' | 'DUPLICATE'

/** Kinds that are requested by typing an address, which need not be the requester's own. */
const links = ['sign_in', 'verify_email', 'reset_password', 'guest']
/**
 * Kinds about account security, which the owner must get regardless of other limits, but the same one only once an
 * hour.
 */
const security = ['ways_in_changed', 'email_changed']
/**
 * Kinds that others cause: invites, membership notices, and staff reservations. All other kinds are about the
 * recipient's own paid reservations, lots, and earnings and are not limited.
 */
const causedByOthers = [
  'invite',
  'to_accept',
  'membership_offered',
  'membership_approved',
  'membership_rejected',
  'membership_removed',
  'membership_role',
]

/** Whether emails of a kind may be suppressed. */
export const isLimited = (kind: string): boolean =>
  [links, security, causedByOthers].some((kinds) => kinds.includes(kind))

const PER_HOUR = 3
const PER_DAY = 10
/** The maximum number of emails per day that a lot may send to outsiders before the platform has reviewed it. */
export const NEW_LOT_PER_DAY = 20

const sentByLot = statement(
  'count_sent_by_lot',
  { sent: 'integer' },
  `select (select count(*)::int from emails e where e.lot_id = l.id and e.kind = any($3::text[])
      and e.created_at > $1 and e.state <> 'SUPPRESSED') as sent
    from lots l where l.id = $2 and l.trust_level = 'NEW'`,
)

const sentTo = statement(
  'count_sent_to',
  { address: 'text', is_locked: 'boolean', day: 'integer', hour: 'integer' },
  `select a.to_address as address, pg_try_advisory_xact_lock(hashtextextended('email ' || a.to_address || $2, 7006)) as is_locked, sent.*
    from unnest($1::text[]) a (to_address) cross join lateral
      (select count(*)::int as day, (count(*) filter (where e.created_at > $3))::int as hour from emails e
      where e.to_address = a.to_address and e.kind = any($4::text[]) and e.created_at > $5
        and e.state <> 'SUPPRESSED') sent`,
)

const limitsOf = (now: Date) => ({
  hour_ago: new Date(now.getTime() - 3_600_000).toISOString(),
  day_ago: new Date(now.getTime() - 86_400_000).toISOString(),
})

const isOver = (sent: { is_locked: boolean; hour: number; day: number } | undefined): boolean =>
  !sent?.is_locked || sent.hour >= PER_HOUR || sent.day >= PER_DAY

/** As `findSuppression`, for invites of one lot to different addresses, in their order. */
export async function suppressInvites(
  tx: Tx,
  { lot_id, addresses }: { lot_id: string; addresses: readonly string[] },
  now: Date,
): Promise<Map<string, Suppression>> {
  const { hour_ago, day_ago } = limitsOf(now)
  const given = [addresses, causedByOthers[0], hour_ago, causedByOthers, day_ago]
  const over = (await queryPrepared(tx, sentTo, given)).filter(isOver).map(({ address }) => address)
  const found = new Map<string, Suppression>(over.map((address) => [address, 'ADDRESSEE_LIMIT']))
  const [of_lot] = await queryPrepared(tx, sentByLot, [day_ago, lot_id, causedByOthers])
  if (!of_lot) return found
  const late = addresses
    .filter((address) => !found.has(address))
    .slice(Math.max(NEW_LOT_PER_DAY - of_lot.sent, 0))
  for (const address of late) found.set(address, 'LOT_LIMIT')
  return found
}

/**
 * Returns why an email must not be sent now, or null if it may. Links and emails caused by others are counted
 * separately, so that invites can't use up a person's sign-in links. Locks the address until the transaction ends; if
 * another transaction holds the lock, the email counts as over the limit.
 */
export async function findSuppression(
  tx: Tx,
  email: { to_address: string; kind: string; subject: string; lot_id: string | null },
  now: Date,
): Promise<Suppression | null> {
  const { to_address, kind, lot_id } = email
  const { hour_ago, day_ago } = limitsOf(now)
  if (security.includes(kind)) {
    const { rows } = await sql`
      select from emails where to_address = ${to_address} and kind = ${kind} and subject = ${email.subject}
        and created_at > ${hour_ago} and state <> 'SUPPRESSED' limit 1`.execute(tx)
    return rows.length > 0 ? 'DUPLICATE' : null
  }
  const family = [links, causedByOthers].find((kinds) => kinds.includes(kind))
  if (!family) return null
  const [sent] = await queryPrepared(tx, sentTo, [[to_address], family[0], hour_ago, family, day_ago])
  if (isOver(sent)) return 'ADDRESSEE_LIMIT'
  if (lot_id === null || family !== causedByOthers) return null
  const of_lot = await queryPrepared(tx, sentByLot, [day_ago, lot_id, causedByOthers])
  return (of_lot[0]?.sent ?? 0) >= NEW_LOT_PER_DAY ? 'LOT_LIMIT' : null
}
