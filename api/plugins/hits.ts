import type { FastifyInstance } from 'fastify'
import { addHits } from './limits.sql.ts'

/** Counts a hit without a limit and returns the number of hits in the bucket's current window of that many minutes. */
export async function hit(app: FastifyInstance, bucket: string, minutes: number): Promise<number> {
  const length = minutes * 60_000
  const starts = Math.floor(app.ports.now().getTime() / length) * length
  return addHits(app.pool, bucket, new Date(starts).toISOString(), 1)
}
