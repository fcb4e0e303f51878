'use client'
import { Button, Switch } from '@mantine/core'
import { useElementSize, useViewportSize } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { BarSpace } from '@/ui/paged-list.tsx'
import { clockText } from './clock-text.ts'
import type { RecordedEvent } from './load-recording.ts'
import css from './replays.module.css'
import { useReplayer } from './use-replayer.ts'

const speeds = [1, 2, 4, 8] as const
const STEP_MS = 5_000
/** The controls below it must be seen without scrolling. */
const SHARE_OF_SCREEN = 0.55

/** An error with its place in the recording. */
interface PlacedError {
  id: string
  title: string
  at_ms: number
}

/** Plays a recording. Its keys work while something in it has the focus. */
export function Player({
  events,
  errors,
  start_ms,
  asked,
}: {
  events: readonly RecordedEvent[]
  errors: readonly PlacedError[]
  start_ms: number
  /** A place that someone asked for outside of the player. */
  asked: { at_ms: number } | null
}) {
  const t = useTranslations()
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { ref: measured, width: room } = useElementSize()
  const { height: screen } = useViewportSize()
  const [speed, setSpeed] = useState(1)
  const [skips, setSkips] = useState(true)
  const player = useReplayer(stage, events, { start_ms, frameTitle: t('replays.player.frame') })
  const { at_ms, total_ms, isPlaying, size } = player
  const toggle = () => (isPlaying ? player.pause() : player.play())
  const nextError = errors.find((one) => one.at_ms > at_ms + 1)

  const { goTo } = player
  const latest = useRef({ toggle, goTo, at_ms, nextError })
  useEffect(() => {
    latest.current = { toggle, goTo, at_ms, nextError }
  })
  useEffect(() => {
    if (asked) latest.current.goTo(asked.at_ms)
  }, [asked])
  useEffect(() => {
    const element = frame.current
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const now = latest.current
      const isControl =
        event.target instanceof HTMLElement && event.target.closest('button, input, [role="menu"]')
      const keys: Record<string, (() => void) | undefined> = {
        k: now.toggle,
        j: () => now.goTo(now.at_ms - STEP_MS),
        l: () => now.goTo(now.at_ms + STEP_MS),
        e: () => now.nextError && now.goTo(now.nextError.at_ms),
        // On a button, the space bar presses it.
        ' ': isControl ? undefined : now.toggle,
      }
      const act = keys[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [])

  const scale =
    size && room > 0 ? Math.min(room / size.width, (screen * SHARE_OF_SCREEN) / size.height, 1) : 1
  const times = { now: clockText(at_ms), all: clockText(total_ms) }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys work while it has the focus
    <section ref={frame} className={css.player} aria-label={t('replays.player.label')} tabIndex={0}>
      <div ref={measured} className={css.room} style={{ height: size ? size.height * scale : 320 }}>
        <div
          ref={stage}
          className={css.stage}
          style={
            size
              ? { ...size, marginLeft: (room - size.width * scale) / 2, transform: `scale(${scale})` }
              : undefined
          }
        />
      </div>
      <div className={css.timeline}>
        <input
          type="range"
          className={css.range}
          aria-label={t('replays.player.position')}
          aria-valuetext={t('replays.player.at', times)}
          min={0}
          max={total_ms}
          step={100}
          value={at_ms}
          onChange={(event) => player.goTo(Number(event.currentTarget.value))}
        />
        {errors.map((one) => (
          <button
            key={one.id}
            type="button"
            className={css.mark}
            style={{ insetInlineStart: `${total_ms > 0 ? (one.at_ms / total_ms) * 100 : 0}%` }}
            title={t('replays.player.errorAt', { time: clockText(one.at_ms), title: one.title })}
            aria-label={t('replays.player.errorAt', { time: clockText(one.at_ms), title: one.title })}
            onClick={() => player.goTo(one.at_ms)}
          />
        ))}
      </div>
      <div className={css.controls}>
        <Button
          leftSection={
            isPlaying ? (
              <IconPlayerPause size={16} aria-hidden="true" />
            ) : (
              <IconPlayerPlay size={16} aria-hidden="true" />
            )
          }
          onClick={toggle}
        >
          {isPlaying
            ? t('replays.player.pause')
            : total_ms > 0 && at_ms >= total_ms
              ? t('replays.player.restart')
              : t('replays.player.play')}
        </Button>
        <span className={css.time}>{t('replays.player.at', times)}</span>
        <BarSpace />
        <MenuChip
          label={t('replays.player.speed')}
          value={t('replays.player.times', { speed })}
          choices={speeds.map((one) => ({
            text: t('replays.player.times', { speed: one }),
            chosen: one === speed,
            choose: () => {
              setSpeed(one)
              player.set({ speed: one })
            },
          }))}
        />
        <Switch
          label={t('replays.player.skip')}
          checked={skips}
          onChange={(event) => {
            setSkips(event.currentTarget.checked)
            player.set({ skipInactive: event.currentTarget.checked })
          }}
        />
      </div>
      <p className={css.keys}>{t('replays.player.keys')}</p>
    </section>
  )
}
