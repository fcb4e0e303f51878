import { createHmac } from 'node:crypto'
import pg from 'pg'
import { appRole } from '../privileges.ts'

/** The password of the application role, derived from the owner's so that no second file is needed. */
export const appPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(appRole).digest('base64url')

/**
 * Creates the role that the application connects as if the cluster of `ownerUrl` lacks it: earlier versions created
 * only the owner, which is a superuser. Safe to run concurrently.
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
