import type { LotRole } from '@openspot/core/enums.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

export interface Recipient {
  id: string
  email: string | null
  language: string
}

const listStaff = (db: Db, lot_id: string, roles: readonly LotRole[]): Promise<Recipient[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('m.lot_id', '=', lot_id)
    .where('m.role', 'in', roles)
    .where('m.status', '=', 'ACTIVE')
    .where('u.account_status', '=', 'ACTIVE')
    .execute()

/** Returns the admins and owners of a lot with the addresses that notices go to. */
export const listAdmins = (db: Db, lot_id: string): Promise<Recipient[]> =>
  listStaff(db, lot_id, ['ADMIN', 'SUPER_ADMIN'])

/** Returns the owners of a lot with the addresses that notices go to. */
export const listOwners = (db: Db, lot_id: string): Promise<Recipient[]> =>
  listStaff(db, lot_id, ['SUPER_ADMIN'])

/** Returns the active platform admins with the addresses that notices go to. */
export const listPlatformAdmins = (db: Db): Promise<Recipient[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    // As a literal, because the index of the admins can't serve a parameter.
    .where(sql<boolean>`'OPENSPOT_ADMIN' = any (roles)`)
    .where('account_status', '=', 'ACTIVE')
    .execute()
