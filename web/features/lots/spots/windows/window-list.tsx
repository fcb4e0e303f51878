'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Availability,
  deleteAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { useState } from 'react'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { rateText } from '@/features/lots/spots/rate-text.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { windowText } from '@/ui/window-text.ts'
import { words } from '@/words/index.ts'
import { WindowDialog, windowBody, windowDraft } from './window-dialog.tsx'
import css from './windows.module.css'

/** Windows as sentences, each with its actions. */
export function WindowList({
  windows,
  lot,
  scopeOf,
}: {
  windows: readonly Availability[]
  lot: ConsoleLot
  /** Returns what a window applies to if that is not obvious: the lot or a zone. */
  scopeOf?: (window: Availability) => string | null
}) {
  const say = words.spotCalendar.window
  const timeFormat = useTimeFormat(lot.time_zone)
  const [changed, setChanged] = useState<Availability | null>(null)
  const [dropped, setDropped] = useState<Availability | null>(null)
  return (
    <>
      <ul className={css.windows}>
        {windows.map((window) => {
          const text = windowText(window, timeFormat)
          const more = [scopeOf?.(window), rateText(window.rates, lot.currency), window.note]
          return (
            <li key={window.id} className={css.window}>
              <span className={css.kind} data-kind={window.kind}>
                {say.kinds[window.kind]}
              </span>
              <div className={css.text}>
                <p>{text}</p>
                <p className={css.quiet}>{more.filter(Boolean).join(' · ')}</p>
              </div>
              {lot.is_admin ? (
                <div className={css.buttons}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${words.common.change}: ${text}`}
                    onClick={() => setChanged(window)}
                  >
                    {words.common.change}
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${words.common.remove}: ${text}`}
                    onClick={() => setDropped(window)}
                  >
                    {words.common.remove}
                  </Button>
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {changed ? <ChangeWindow window={changed} lot={lot} onClose={() => setChanged(null)} /> : null}
      {dropped ? <DropWindow window={dropped} lot={lot} onClose={() => setDropped(null)} /> : null}
    </>
  )
}

interface OneWindow {
  window: Availability
  lot: ConsoleLot
  onClose: () => void
}

function ChangeWindow({ window, lot, onClose }: OneWindow) {
  const say = words.spotCalendar.window
  const { now } = useClock()
  const send = useApiMutation(updateAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <WindowDialog
      lot={lot}
      title={say.changeTitle}
      text={window.kind === 'OPEN' ? say.openText : say.closedText}
      go={words.common.save}
      start={windowDraft(lot, now, window)}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = windowBody(draft, lot)
        if (!body) return
        send.mutate(
          { params: { availability_id: window.id }, body },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: say.changed })
            },
          },
        )
      }}
    />
  )
}

function DropWindow({ window, lot, onClose }: OneWindow) {
  const say = words.spotCalendar.window
  const timeFormat = useTimeFormat(lot.time_zone)
  const send = useApiMutation(deleteAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <ConfirmDialog
      opened
      title={say.dropTitle(say.kinds[window.kind], windowText(window, timeFormat))}
      text={window.kind === 'OPEN' ? say.dropOpen : say.dropClosed}
      yes={words.common.remove}
      no={say.keep}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() => send.mutate({ params: { availability_id: window.id } }, { onSuccess: onClose })}
    />
  )
}
