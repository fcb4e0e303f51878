import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { TestApi } from '../api.ts'

const content = {
  sdk: 'sentry.javascript.browser 11.0.0',
  message: null,
  exceptions: [
    {
      type: 'TypeError',
      value: 'total is undefined',
      is_handled: false,
      mechanism: 'onerror',
      frames: [
        {
          file: 'features/booking/booking/pay.tsx',
          function: 'pay',
          line: 12,
          column: 4,
          is_ours: true,
          is_source_mapped: true,
          context: [{ line: 12, text: '  return total.cents', is_current: true }],
          generated: { file: '/_next/static/chunks/1.js', line: 1, column: 900 },
        },
      ],
    },
  ],
  breadcrumbs: [],
  tags: {},
  contexts: {},
  request: null,
}

/** Inserts an error with one event and its replay, by the names that routes use. */
export async function aStoredError(api: TestApi): Promise<Record<string, string>> {
  const { pool } = api.deps.database
  const now = api.ports.now().toISOString()
  const [replay_id, error_event_id] = [randomUUID(), randomUUID()]
  const { rows } = await pool.query<{ id: string }>(
    `insert into error_groups (fingerprint, title, culprit, source, level, environment, first_release, last_release, first_seen_at,
       last_seen_at, event_count)
     values ($1, 'TypeError: total is undefined', 'pay', 'BROWSER', 'ERROR', 'local', '1.0.0', '1.0.0', $2, $2, 1) returning id`,
    [api.ports.random(32), now],
  )
  const error_group_id = rows[0]?.id ?? ''
  await pool.query(
    `insert into replays (id, kind, started_at, ended_at, received_at, release, environment, browser, pages, error_ids, trace_ids,
       segment_count, size_bytes)
     values ($1, 'BUFFER', $2, $2, $2, '1.0.0', 'local', 'Chrome 140', '{/book}', array[$3::uuid], '{}', 1, 10)`,
    [replay_id, now, error_event_id],
  )
  await pool.query(
    'insert into replay_segments (replay_id, number, received_at, recording) values ($1, 0, $2, $3)',
    [replay_id, now, deflateSync(JSON.stringify([{ type: 4, timestamp: Date.parse(now), data: {} }]))],
  )
  await pool.query(
    `insert into error_events (id, group_id, received_at, occurred_at, title, source, level, release, environment, page, browser,
       replay_id, content)
     values ($1, $2, $3, $3, 'TypeError: total is undefined', 'BROWSER', 'ERROR', '1.0.0', 'local', '/book', 'Chrome 140', $4, $5)`,
    [error_event_id, error_group_id, now, replay_id, JSON.stringify(content)],
  )
  await pool.query(
    `insert into error_counts (group_id, day, release, environment, event_count)
     values ($1, ($2::timestamptz at time zone 'UTC')::date, '1.0.0', 'local', 1)`,
    [error_group_id, now],
  )
  return { error_group_id, error_event_id, replay_id }
}
