import type { TestApi } from './api.ts'

export interface StreamEvent {
  id: string
  name: string
}

/** The event stream of a lot as a browser reads it. */
export interface EventStream {
  status: number
  /** The error code if the stream is rejected. */
  code: string | null
  events: StreamEvent[]
  /** Returns the first event of a name that is not in `known`. Fails if the stream ends before. */
  next(name: string, known?: readonly StreamEvent[]): Promise<StreamEvent>
  close(): void
}

/** Opens the event stream of a lot. `last_event_id` is what a browser sends when it reconnects. */
export async function watchAs(
  api: Pick<TestApi, 'base'>,
  lot_id: string,
  token: string,
  last_event_id?: string,
): Promise<EventStream> {
  const stop = new AbortController()
  const answer = await fetch(`${api.base}/api/v1/monitor/lots/${lot_id}/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(last_event_id === undefined ? {} : { 'last-event-id': last_event_id }),
    },
    signal: stop.signal,
  })
  const events: StreamEvent[] = []
  const close = () => stop.abort()
  if (answer.status !== 200) {
    const { code } = (await answer.json()) as { code: string }
    const next = () => Promise.reject(new Error(`The stream was refused with ${code}.`))
    return { status: answer.status, code, events, next, close }
  }
  const waiting = new Set<() => void>()
  let isOpen = true
  const wake = () => {
    for (const look of waiting) look()
  }
  void read(answer, (event) => {
    events.push(event)
    wake()
  }).finally(() => {
    isOpen = false
    wake()
  })
  return {
    status: 200,
    code: null,
    events,
    next: (name, known = []) =>
      new Promise((done, fail) => {
        const look = () => {
          const found = events.find((event) => event.name === name && !known.includes(event))
          if (!found && isOpen) return
          waiting.delete(look)
          if (found) done(found)
          else fail(new Error(`The stream ended before an event ${name}.`))
        }
        waiting.add(look)
        look()
      }),
    close,
  }
}

async function read(answer: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader) {
    const part = await reader.read().catch((error: unknown) => {
      // The test itself closed the stream.
      if (error instanceof DOMException && error.name === 'AbortError') return { done: true, value: '' }
      throw error
    })
    if (part.done) return
    text += part.value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const name = /^event: (.*)$/m.exec(block)?.[1]
      if (name !== undefined) onEvent({ name, id: /^id: (.*)$/m.exec(block)?.[1] ?? '' })
    }
  }
}
