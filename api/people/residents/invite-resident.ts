import type { Tx } from '@openspot/db/database.ts'
import { writeOwnAudit } from '../../audit.sql.ts'
import type { InviteAuthor } from '../invites/invite-author.ts'
import { listKnownAddresses } from '../invites/inviting.sql.ts'
import { makeInvite } from '../invites/make-invite.ts'
import type { ResidentRow } from './residents.sql.ts'
import type { SettleDeps } from './settle.ts'

/**
 * Invites a resident by email, or by text if only a phone number is known. Returns false if
 * they have an open invite or nothing to be reached by.
 */
export async function inviteResident(
  deps: SettleDeps,
  tx: Tx,
  resident: ResidentRow & { spot_id: string | null },
): Promise<boolean> {
  const { lot_id, email, first_name, last_name, group_id, spot_id } = resident
  const phone = email === null ? resident.phone : null
  if (email === null && phone === null) return false
  const now = deps.ports.now()
  const of = { emails: email === null ? [] : [email], phones: phone === null ? [] : [phone] }
  if ((await listKnownAddresses(tx, lot_id, of, now)).size > 0) return false
  const by: InviteAuthor = {
    user_id: resident.connected_by_user_id,
    writeAudit: (inside, entry) => writeOwnAudit(inside, now, { ...entry, lot_id }),
  }
  const to = { lot_id, email, phone, first_name, last_name }
  await makeInvite(deps, tx, by, { ...to, role: 'MEMBER', group_id, spot_id, max_uses: 1 })
  return true
}
