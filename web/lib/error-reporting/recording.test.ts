import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { expect, test } from 'vitest'

/** The limits of replays that the SDK has no setting for. They are compared with its source, because a new version may change them. */
test.each([
  ['SESSION_IDLE_PAUSE_DURATION', monitoring.session_idle_pause_ms],
  ['SESSION_IDLE_EXPIRE_DURATION', monitoring.session_idle_expire_ms],
  ['BUFFER_CHECKOUT_TIME', monitoring.buffer_checkout_ms],
  ['RETRY_BASE_INTERVAL', monitoring.send_retry_base_ms],
  ['RETRY_MAX_COUNT', monitoring.send_retry_max],
  ['NETWORK_BODY_MAX_SIZE', monitoring.network_body_max_chars],
  ['REPLAY_MAX_EVENT_BUFFER_SIZE', monitoring.event_buffer_max_bytes],
  ['MAX_REPLAY_DURATION', monitoring.max_replay_duration_ms],
])('the SDK has the specified %s', (name, value) => {
  const fromSdk = createRequire(createRequire(import.meta.url).resolve('@sentry/browser'))
  const source = readFileSync(fromSdk.resolve('@sentry/replay'), 'utf8')
  expect(Number(new RegExp(`^const ${name} = (\\S+);$`, 'm').exec(source)?.[1])).toBe(value)
})

test('the SDK has the specified numbers of IDs and events of a segment, and age of a trace that the next one names', () => {
  const fromSdk = createRequire(createRequire(import.meta.url).resolve('@sentry/browser'))
  const replay = readFileSync(fromSdk.resolve('@sentry/replay'), 'utf8')
  expect(Number(/^const MAX_CONTEXT_VALUES = (\S+);$/m.exec(replay)?.[1])).toBe(monitoring.max_trace_ids)
  expect(Number(/errorIds\.size < (\d+)\)/.exec(replay)?.[1])).toBe(monitoring.max_error_ids)
  expect(Number(/_throttledAddEvent = throttle\([^;]*?\n\s*(\d+),/.exec(replay)?.[1])).toBe(
    monitoring.max_events_per_second,
  )
  const traces = readFileSync(
    path.join(
      path.dirname(createRequire(import.meta.url).resolve('@sentry/browser')),
      'tracing/linkedTraces.js',
    ),
    'utf8',
  )
  expect(Number(/PREVIOUS_TRACE_MAX_DURATION = (\d+);/.exec(traces)?.[1]) * 1000).toBe(
    monitoring.link_previous_trace_max_ms,
  )
})
