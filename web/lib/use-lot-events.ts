'use client'
import { watchLotRoute } from '@openspot/contract/booking/monitor.ts'
import { address } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reloadQueries } from './reload-queries.ts'
import { watchStream } from './watch-stream.ts'

/** Changes within this time are combined into one reload. */
const GATHER_MS = 120

/** Keeps the screen up to date: each event of the lot's stream reloads `routes`. Returns whether the stream is open. */
export function useLotEvents(lot_id: string, routes: readonly Route[]): boolean {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      timer = undefined
      void reloadQueries(queries, routes)
    }
    const read = () => {
      // A timer that started keeps its time, so that a lot that changes all the time is still read.
      if (timer === undefined) timer = setTimeout(reload, GATHER_MS)
    }
    const stop = watchStream(address(watchLotRoute, { lot_id }), {
      onChange: read,
      onLive: setLive,
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [lot_id, routes, queries])
  return isLive
}
