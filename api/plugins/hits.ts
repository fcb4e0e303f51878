import { hot } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'

/** Counts a hit without a limit and returns the number of hits in the bucket's current window of that many minutes. */
export async function hit(app: FastifyInstance, bucket: string, minutes: number): Promise<number> {
  const length = minutes * 60_000
  const starts = Math.floor(app.ports.now().getTime() / length) * length
  const rows = await hot<{ hits: number }>(
    app.pool,
    'hit_bucket',
    `insert into rate_limits as l (bucket, window_starts_at, hits) values ($1, $2, 1)
     on conflict (bucket, window_starts_at) do update set hits = l.hits + 1 returning hits`,
    [bucket, new Date(starts).toISOString()],
  )
  return rows[0]?.hits ?? 1
}
