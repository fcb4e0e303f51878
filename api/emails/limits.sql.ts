import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

export type Suppression = 'ADDRESSEE_LIMIT' | 'LOT_LIMIT' | 'DUPLICATE'

/** Somebody asked for these by typing the address; that need not have been its owner. */
const links = ['sign_in', 'verify_email', 'reset_password', 'guest']
/** The owner of an account must hear of these however many others came; the same one not twice within an hour. */
const security = ['ways_in_changed', 'email_changed']
/**
 * What others cause in somebody's mailbox: invitations, news of a membership, and reservations that staff made. All
 * other kinds are about the addressee's own paid reservations, lots, and earnings, and are not limited.
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

const PER_HOUR = 3
const PER_DAY = 10
/** A lot that the platform has not looked at yet can write so many emails a day to people outside it. */
const NEW_LOT_PER_DAY = 20

/**
 * Why an email must not be sent now; null where it may be. Links and what others cause are counted apart, so that
 * nobody can use up somebody's sign-in links with invitations. Takes a lock on the address until the transaction ends;
 * where another transaction holds it, the email counts as one too many.
 */
export async function findSuppression(
  tx: Db,
  email: { to_address: string; kind: string; subject: string; lot_id: string | null },
  now: Date,
): Promise<Suppression | null> {
  const { to_address, kind, lot_id } = email
  const hour_ago = new Date(now.getTime() - 3_600_000).toISOString()
  const day_ago = new Date(now.getTime() - 86_400_000).toISOString()
  if (security.includes(kind)) {
    const { rows } = await sql`
      select from emails where to_address = ${to_address} and kind = ${kind} and subject = ${email.subject}
        and created_at > ${hour_ago} and state <> 'SUPPRESSED' limit 1`.execute(tx)
    return rows.length > 0 ? 'DUPLICATE' : null
  }
  const family = [links, causedByOthers].find((kinds) => kinds.includes(kind))
  if (!family) return null
  const { rows } = await sql<{ is_locked: boolean; hour: number; day: number }>`
    select pg_try_advisory_xact_lock(hashtextextended('email ' || ${to_address} || ${family[0]}, 7006)) as is_locked, sent.*
    from (select count(*)::int as day, (count(*) filter (where created_at > ${hour_ago}))::int as hour from emails
      where to_address = ${to_address} and kind = any(${family}::text[]) and created_at > ${day_ago}
        and state <> 'SUPPRESSED') sent`.execute(tx)
  const [sent] = rows
  if (!sent?.is_locked || sent.hour >= PER_HOUR || sent.day >= PER_DAY) return 'ADDRESSEE_LIMIT'
  if (lot_id === null || family !== causedByOthers) return null
  const { rows: of_lot } = await sql<{ sent: number }>`
    select (select count(*)::int from emails e where e.lot_id = l.id and e.kind = any(${causedByOthers}::text[])
      and e.created_at > ${day_ago} and e.state <> 'SUPPRESSED') as sent
    from lots l where l.id = ${lot_id} and l.trust_level = 'NEW'`.execute(tx)
  return (of_lot[0]?.sent ?? 0) >= NEW_LOT_PER_DAY ? 'LOT_LIMIT' : null
}
