import type { Db } from '@openspot/db/database.ts'
import { type ConnectionDeps, resealSecrets } from './connection.ts'
import { listSealedSecrets, replaceSealedSecrets } from './data-sources.sql.ts'

/**
 * Encrypts the secrets of data sources again that were encrypted with a previous secret of the operator, so that it can be
 * retired.
 */
export async function resealDataSources(
  deps: Pick<ConnectionDeps, 'ports' | 'secrets'> & { db: Db },
): Promise<void> {
  for (const { id, sealed_secrets: from } of await listSealedSecrets(deps.db)) {
    const to = from === null ? null : resealSecrets(deps, from)
    if (from !== null && to !== null) await replaceSealedSecrets(deps.db, id, { from, to })
  }
}
