import { openPool } from '@openspot/db/pool.ts'
import type { FastifyInstance } from 'fastify'
import { SearchIndex } from './search-index.ts'

/**
 * The index looks for changes on connections of its own, so that no other statement makes it wait. Their plans are generic: a plan for each
 * snapshot would take longer than the statement. That is a setting of the session, so no pooler may be between.
 */
const connection = {
  size: 2,
  name: 'openspot search index',
  options:
    '-c plan_cache_mode=force_generic_plan -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s',
}

/** Opens the index and starts to load it, unless it is turned off. The app closes it. */
export function openSearchIndex(
  app: Pick<FastifyInstance, 'settings' | 'pool' | 'ports' | 'log' | 'metrics' | 'addHook'>,
  direct_url: string,
): SearchIndex | null {
  if (!app.settings.search_index) return null
  const pool = openPool({ url: direct_url, ...connection })
  const index = new SearchIndex(app, pool)
  // Not earlier: what else is started would delay its answers beyond the limits of the connection.
  app.addHook('onReady', async () => index.start())
  app.addHook('onClose', async () => {
    await index.close()
    await pool.end()
  })
  return index
}
