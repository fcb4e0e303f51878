import type { FastifyInstance } from 'fastify'
import { type EventRow, insertEvents } from './events.sql.ts'

/** Stores events and counts them for the operator. */
export async function keepEvents(
  app: Pick<FastifyInstance, 'pool' | 'ports' | 'settings' | 'metrics'>,
  rows: readonly EventRow[],
): Promise<void> {
  const stored = await insertEvents(app.pool, rows, app.settings.posthog !== null, app.ports.now())
  for (const name of stored) app.metrics.countUsage(name)
}
