import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { asVendorError } from '../../net/vendor-errors.ts'
import { CredentialsRejected } from '../connectors/reading/errors.ts'
import { type ConnectionDeps, connectorOf } from './connection.ts'
import {
  lockDataSource,
  resumeSyncs,
  type StoredDataSource,
  storeProperties,
  updateDataSource,
} from './data-sources.sql.ts'
import { rejectCredentials } from './reject-credentials.ts'

type CheckDeps = ConnectionDeps & Pick<FastifyInstance, 'settings'> & { db: Db }

/** The longest check; a person waits for it. */
const longestCheckMs = 45_000

/**
 * Asks the vendor for its properties, which shows whether the credentials are right, and stores the result. A vendor that
 * does not answer leaves them unchecked. The vendor is asked outside of any transaction; an answer for credentials that
 * were replaced meanwhile is discarded.
 */
export async function checkCredentials(deps: CheckDeps, source: StoredDataSource): Promise<void> {
  if (source.provider === null) return
  const answer = await ask(deps, source)
  const now = deps.ports.now().toISOString()
  await deps.db.transaction().execute(async (tx) => {
    const current = await lockDataSource(tx, source.id)
    if (!current || current.sealed_secrets !== source.sealed_secrets) return
    if (answer instanceof CredentialsRejected) return rejectCredentials(deps, tx, current, answer.message)
    if (answer instanceof Error) {
      const unreachable_since = current.unreachable_since ?? now
      return updateDataSource(tx, source.id, { unreachable_since, changed_at: now })
    }
    await storeProperties(tx, source, answer)
    await updateDataSource(tx, source.id, {
      credential_status: 'VERIFIED',
      credential_message: null,
      checked_at: now,
      unreachable_since: null,
      changed_at: now,
    })
    await resumeSyncs(tx, source.id, deps.ports.now())
  })
}

async function ask(deps: CheckDeps, source: StoredDataSource) {
  try {
    const properties = await connectorOf(deps, source).listProperties(AbortSignal.timeout(longestCheckMs))
    // A wrong server or database name gives an empty list with some vendors.
    return properties.length === 0 ? new CredentialsRejected('The account has no properties.') : properties
  } catch (error) {
    const failure = asVendorError(error)
    if (failure === null) throw error
    return failure
  }
}
