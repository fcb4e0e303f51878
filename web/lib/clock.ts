import { useEffect, useState } from 'react'

/**
 * The only place of `web/` that asks what time it is. Screens take the moment from here so that they can be shown
 * as they will be at another one, and so that server and browser agree (a page passes the server's moment down).
 */
export const now = (): Date => new Date()

/** The present moment, renewed every `everySeconds`; starts from the server's so that the first paint matches. */
export function useNow(startsFrom: string, everySeconds = 30): Date {
  const [moment, setMoment] = useState(() => new Date(startsFrom))
  useEffect(() => {
    setMoment(now())
    const timer = setInterval(() => setMoment(now()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return moment
}
