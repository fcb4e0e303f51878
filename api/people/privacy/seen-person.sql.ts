import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { sql } from 'kysely'

/** A person as a lot may see them (db/functions/privacy.sql). */
export interface SeenPerson {
  relation: 'MEMBER' | 'REQUEST' | 'GUEST' | 'PREVIOUS' | 'TYPED' | 'STRANGER'
  first_name: string | null
  last_name: string | null
  name: string | null
  email: string | null
  phone: string | null
}

/**
 * A lateral join of a person as the lot may see them. Without `now`, all their reservations count as long past, which
 * is enough where they matter as members.
 */
export const seenPerson = (lot: string, user: string, now = 'infinity') =>
  sql<SeenPerson>`visible_person(${sql.ref(lot)}, ${sql.ref(user)}, ${now}::timestamptz, ${GUEST_DAYS})`
