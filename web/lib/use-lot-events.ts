'use client'
import { watchLotRoute } from '@openspot/contract/booking/monitor.ts'
import { address } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Changes within this time are combined into one reload. */
const GATHER_MS = 120

/**
 * Keeps the screen up to date: each event of the lot's stream reloads `routes`. The browser reconnects automatically
 * with the last event ID; if something was missed, the server sends an event for it.
 */
export function useLotEvents(lot_id: string, routes: readonly Route[]): boolean {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const events = new EventSource(address(watchLotRoute, { lot_id }))
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const route of routes) void queries.invalidateQueries({ queryKey: [route.url] })
      }, GATHER_MS)
    }
    let isFirst = true
    const open = () => {
      setLive(true)
      // Changes between the first load and the stream are in no event.
      if (isFirst) read()
      isFirst = false
    }
    const lose = () => setLive(false)
    events.addEventListener('open', open)
    events.addEventListener('error', lose)
    events.addEventListener('change', read)
    events.addEventListener('reset', read)
    events.addEventListener('message', read)
    return () => {
      clearTimeout(timer)
      events.close()
    }
  }, [lot_id, routes, queries])
  return isLive
}
