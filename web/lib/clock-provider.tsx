'use client'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { nowIso } from './clock.ts'

interface Clock {
  now: string
  /** The reader's time zone; unknown on the server. */
  reader_zone: string | undefined
}

const ClockContext = createContext<Clock | null>(null)

/**
 * Provides the current time to all screens below. A page passes the server's time (`at`), so that server and browser
 * render the same first paint; after that it advances.
 */
export function ClockProvider({ at, children }: { at: string | undefined; children: ReactNode }) {
  const [clock, setClock] = useState<Clock>(() => ({ now: at ?? nowIso(), reader_zone: undefined }))
  useEffect(() => {
    const tick = () =>
      setClock({ now: nowIso(), reader_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })
    tick()
    const timer = setInterval(tick, 20_000)
    return () => clearInterval(timer)
  }, [])
  return <ClockContext value={clock}>{children}</ClockContext>
}

/** Returns the current time and the reader's time zone; updated every 20 seconds. */
export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (!clock) throw new Error('useClock needs a ClockProvider above it')
  return clock
}
