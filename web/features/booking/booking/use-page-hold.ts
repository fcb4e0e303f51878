'use client'
import {
  type PageHold,
  type PlacedPageHold,
  placePageHoldRoute,
  releasePageHoldRoute,
} from '@openspot/contract/booking/page-holds.ts'
import { call } from '@openspot/contract/call.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callApi, clientHeaders } from '@/lib/api.ts'
import { whenInput } from '@/lib/when.ts'
import type { BookingOrder } from './order.ts'

/** `ASKING` until the server has answered for the first time; `FAILED` if it could not. */
export interface PageHoldState {
  outcome: PlacedPageHold['outcome'] | 'ASKING' | 'FAILED'
  hold: PageHold | null
}

/**
 * Holds the spot of the page from its opening on, so that nobody else takes it meanwhile. The tab that is looked at has the hold; leaving
 * the page gives it back. It is never extended unasked (docs/decisions/0051-page-holds.md).
 */
export function usePageHold(order: BookingOrder, first: PageHold | null) {
  const [state, setState] = useState<PageHoldState>(
    first ? { outcome: 'HELD', hold: first } : { outcome: 'ASKING', hold: null },
  )
  const page = useRef<string | null>(null)

  const place = async (renews: boolean): Promise<void> => {
    page.current ??= crypto.randomUUID()
    const page_id = page.current
    const { type, features } = order.preferences
    const what =
      order.spot_id === null
        ? { lot_id: order.lot_id, features, ...(type === null ? {} : { type }) }
        : { spot_id: order.spot_id }
    const body = { page_id, ...what, ...whenInput(order), renews }
    const placed = await oneAtATime(() => callApi(placePageHoldRoute, { body })).catch(() => null)
    // The page was left before the server answered.
    if (page.current !== page_id) return release(page_id)
    setState(placed ?? { outcome: 'FAILED', hold: null })
  }
  const open = useEffectEvent(() => void place(false))
  useEffect(() => {
    const leave = () => {
      if (page.current === null) return
      release(page.current)
      page.current = null
    }
    const show = () => {
      if (document.visibilityState === 'visible') open()
    }
    const showAgain = (event: PageTransitionEvent) => {
      if (event.persisted) open()
    }
    open()
    // Another tab may have moved the hold meanwhile, and "back" may show the page as it was left.
    document.addEventListener('visibilitychange', show)
    window.addEventListener('pageshow', showAgain)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', show)
      window.removeEventListener('pageshow', showAgain)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return {
    state,
    renew: () => place(true),
    runOut: () => setState({ outcome: 'RAN_OUT', hold: null }),
  }
}

/** Without a cookie yet, two tabs would be two visitors to the server, so the second one waits until the first has its answer. */
const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('openspot.page-hold', work) : work()

function release(page_id: string): void {
  call(
    releasePageHoldRoute,
    { params: { page_id } },
    // The page is gone before the answer.
    {
      base: '',
      headers: clientHeaders('web'),
      fetch: (url, options) => fetch(url, { ...options, keepalive: true }),
    },
  ).catch(() => {
    // Then the hold ends by itself.
  })
}
