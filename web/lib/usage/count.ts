import { call } from '@openspot/contract/call.ts'
import { sendUsageRoute } from '@openspot/contract/platform/analytics.ts'
import type { EventNameOf, PropertiesOf } from '@openspot/core/analytics/events.ts'
import { COOKIELESS } from '@openspot/core/analytics/read-events.ts'
import { useEffect, useRef } from 'react'
import { clientHeaders } from '@/lib/api.ts'
import { allowedId, asksNotToTrack, countChoice } from './choice.ts'

/** Counts an event of a page, unless the browser asks not to be tracked or the visitor declined: then nothing is sent. */
function countEvent<N extends EventNameOf<'page'>>(event: N, properties: PropertiesOf<N>): void {
  if (asksNotToTrack() || countChoice() === 'DECLINED') return
  const sent = { event, uuid: crypto.randomUUID(), distinct_id: allowedId() ?? COOKIELESS, properties }
  call(
    sendUsageRoute,
    { query: {}, body: { batch: [sent] } },
    {
      base: '',
      headers: clientHeaders('web'),
      // A page that is left meanwhile does not stop it, and nothing waits for it.
      fetch: (url, options) => fetch(url, { ...options, keepalive: true, priority: 'low' }),
    },
  ).catch(() => {
    // A blocked or failed request is not a visitor's concern. The server counts what matters by itself.
  })
}

/** Counts an event once for each `key`. Null: there is nothing to count yet. */
export function useCounted<N extends EventNameOf<'page'>>(
  event: N,
  key: string | null,
  properties: PropertiesOf<N> | null,
): void {
  const counted = useRef<string | null>(null)
  useEffect(() => {
    if (key === null || properties === null || counted.current === key) return
    counted.current = key
    countEvent(event, properties)
  })
}

/** Returns the full hours from now until parking begins, as events have them. */
export const leadHours = (starts_at: string, now: string): number =>
  Math.max(0, Math.floor((Date.parse(starts_at) - Date.parse(now)) / 3_600_000))
