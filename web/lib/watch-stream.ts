/** The first wait before a stream that the browser gave up is opened again; each failure doubles it. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

interface Watcher {
  /** Something changed, or may have changed while there was no stream. */
  onChange: () => void
  onLive: (isLive: boolean) => void
}

/**
 * Watches a stream of server-sent events until the returned function is called. After a broken connection, the browser
 * connects again by itself with the last event ID, and the server sends an event if something was missed. After an
 * answer that is no stream, such as a proxy's 502 during an update, the browser gives up; then a new stream is opened.
 */
export function watchStream(url: string, { onChange, onLive }: Watcher): () => void {
  let events: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS

  function connect() {
    clearTimeout(timer)
    timer = undefined
    events = new EventSource(url)
    let isFirst = true
    events.addEventListener('open', () => {
      wait = FIRST_WAIT_MS
      onLive(true)
      // Changes between the last read and a new stream are in no event.
      if (isFirst) onChange()
      isFirst = false
    })
    events.addEventListener('error', () => {
      onLive(false)
      if (events.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
    for (const name of ['change', 'reset', 'message']) events.addEventListener(name, onChange)
  }
  /** A device that is online again does not wait for the rest of a long time. */
  const hurry = () => {
    if (timer !== undefined) connect()
  }
  connect()
  window.addEventListener('online', hurry)
  return () => {
    window.removeEventListener('online', hurry)
    clearTimeout(timer)
    events.close()
  }
}
