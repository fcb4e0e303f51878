'use client'
import 'rrweb/dist/style.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Replayer } from 'rrweb'
import type { RecordedEvent } from './load-recording.ts'

const IDLE_MS = 5_000
const TICK_MS = 100

/**
 * What a recorded page may load: its inline styles and pictures, and the fonts and styles of our own build. Anyone can send a
 * recording, so nothing else is loaded in the name of who watches it. Scripts do not run, because of the sandbox too.
 */
const policyOf = (origin: string): string =>
  [
    "default-src 'none'",
    `style-src 'unsafe-inline' ${origin}/_next/static/`,
    `font-src data: ${origin}/_next/static/`,
    'img-src data:',
  ].join('; ')

/** Forbids the frame what its page must not load. A policy stays with its document when it is written again. */
function restrict(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument
  if (!page) throw new Error('The frame of the recording has no document.')
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = policyOf(window.location.origin)
  page.head.append(policy)
}

/** Plays the recording in `root`, from `start_ms`. Returns its state and what the controls do. */
export function useReplayer(
  root: RefObject<HTMLElement | null>,
  events: readonly RecordedEvent[],
  { start_ms, frameTitle }: { start_ms: number; frameTitle: string },
) {
  const replayer = useRef<Replayer | null>(null)
  const [at_ms, setAt] = useState(start_ms)
  const [isPlaying, setIsPlaying] = useState(false)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const total_ms = (events.at(-1)?.timestamp ?? 0) - (events[0]?.timestamp ?? 0)

  useEffect(() => {
    const place = root.current
    if (!place) return
    const one = new Replayer([...events] as ConstructorParameters<typeof Replayer>[0], {
      root: place,
      skipInactive: true,
      inactivePeriodThreshold: IDLE_MS,
      mouseTail: false,
      triggerFocus: false,
      showWarning: false,
      UNSAFE_replayCanvas: false,
      logger: { log: () => {}, warn: () => {} },
    })
    restrict(one.iframe)
    one.iframe.title = frameTitle
    one.iframe.tabIndex = -1
    one.on('resize', (given) => setSize(given as { width: number; height: number }))
    one.on('finish', () => {
      setIsPlaying(false)
      setAt(total_ms)
    })
    replayer.current = one
    one.pause(start_ms)
    return () => {
      replayer.current = null
      one.destroy()
    }
  }, [root, events, start_ms, total_ms, frameTitle])

  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => {
      const { current } = replayer
      if (current) setAt(Math.min(current.getCurrentTime(), total_ms))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying, total_ms])

  return {
    at_ms,
    total_ms,
    isPlaying,
    size,
    play: () => {
      const from = at_ms >= total_ms ? 0 : at_ms
      replayer.current?.play(from)
      setIsPlaying(true)
      setAt(from)
    },
    pause: () => {
      replayer.current?.pause()
      setIsPlaying(false)
    },
    goTo: (ms: number) => {
      const to = Math.max(0, Math.min(ms, total_ms))
      if (isPlaying) replayer.current?.play(to)
      else replayer.current?.pause(to)
      setAt(to)
    },
    set: (config: { speed?: number; skipInactive?: boolean }) => replayer.current?.setConfig(config),
  }
}
