'use client'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { nowIso } from './clock.ts'

interface Clock {
  now: string
  /** Where the reader is; unknown on the server. */
  reader_zone: string | undefined
}

const ClockContext = createContext<Clock | null>(null)

/**
 * The moment for all screens below. A page takes the server's moment down with it (`at`), so that server and browser
 * say the same on the first paint; from then on it moves by itself.
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

/** The present moment and the reader's zone; renewed every 20 seconds. */
export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (!clock) throw new Error('useClock needs a ClockProvider above it')
  return clock
}
