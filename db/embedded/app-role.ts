import { createHmac } from 'node:crypto'
import pg from 'pg'
import { appRole } from '../privileges.ts'

/** The password of the application's role: derived from the owner's, so that no second file is to be kept. */
export const appPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(appRole).digest('base64url')

/**
 * Makes the role that the application connects as, if the cluster of `ownerUrl` lacks it: clusters made by earlier
 * versions had the owner only, which is a superuser. Two processes may do this at once.
 */
export async function makeAppRole(ownerUrl: string, ownerPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole])
    if (rowCount) return
    await client.query(
      `create role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(appPassword(ownerPassword))}`,
    )
  } catch (error) {
    const { code } = error as pg.DatabaseError
    if (code !== '42710' && code !== '23505') throw error
  } finally {
    await client.end()
  }
}
