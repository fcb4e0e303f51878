import { getSiteRoute, reportMapFailureRoute } from '@openspot/contract/platform/site.ts'
import { type MapFailure, mapFailureOf } from '@openspot/core/maps/vendor.ts'
import { useRef, useSyncExternalStore } from 'react'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'

/** Failed requests, other than refusals, after which the vendor counts as down: a few tiles may fail on a bad connection. */
const FAILURES_UNTIL_DOWN = 4

/** Whether the vendor failed since the page was loaded. All maps of the page then show the bundled one, and none asks it again. */
let hasFailed = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The style of the map vendor; null for the bundled map, also after the vendor failed, which the server is told. */
export function useVendorStyle(): {
  isPending: boolean
  style_url: string | null
  noteError: (error: unknown) => void
  /** A tile of the vendor was loaded. */
  noteTile: () => void
  /** Everything that could be loaded was. */
  noteIdle: () => void
} {
  const isOut = useSyncExternalStore(
    subscribe,
    () => hasFailed,
    () => false,
  )
  const site = useApiQuery(getSiteRoute, {}, { enabled: !isOut })
  const report = useApiMutation(reportMapFailureRoute)
  const failures = useRef(0)
  const tiles = useRef(0)
  const style_url = isOut ? null : (site.data?.map_style_url ?? null)
  const fail = (reason: MapFailure) => {
    hasFailed = true
    for (const listener of listeners) listener()
    report.mutate({ body: { reason } })
  }
  return {
    isPending: !isOut && site.isPending,
    style_url,
    noteError: (error) => {
      if (style_url === null || hasFailed || isOwn(error)) return
      const refusal = mapFailureOf(statusOf(error))
      if (refusal) return fail(refusal)
      failures.current++
      // Without its style there is no map at all.
      const isStyle = urlOf(error) === style_url || failures.current >= FAILURES_UNTIL_DOWN
      if (isStyle) fail('DOWN')
    },
    noteTile: () => {
      tiles.current++
    },
    noteIdle: () => {
      // A map without a single tile is empty.
      if (style_url !== null && !hasFailed && failures.current > 0 && tiles.current === 0) fail('DOWN')
    },
  }
}

/** MapLibre's error of a request has its status, which is 0 without a response, and its URL. */
const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 0
const urlOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'url' in error && typeof error.url === 'string'
    ? error.url
    : ''
const isOwn = (error: unknown): boolean => urlOf(error).startsWith(`${window.location.origin}/`)
