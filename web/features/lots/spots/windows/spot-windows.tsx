'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Availability, createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useState } from 'react'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
import { WindowDialog, windowBody, windowDraft } from './window-dialog.tsx'
import { WindowList } from './window-list.tsx'
import css from './windows.module.css'

/** The windows that open or close a spot: its own, and those of its zone and lot. */
export function SpotWindows({
  spot,
  lot,
  windows,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  windows: readonly Availability[]
}) {
  const say = words.spotCalendar.window
  const [adds, setAdds] = useState(false)
  const own = windows.filter((window) => window.spot_id !== null)
  const others = windows.filter((window) => window.spot_id === null)
  const isAssigned = spot.assigned_user_id !== null && spot.assigned_user_id !== undefined
  return (
    <Panel
      title={say.title}
      text={isAssigned ? say.textAssigned : say.text}
      action={
        lot.is_admin ? (
          <Button variant="default" size="sm" onClick={() => setAdds(true)}>
            {isAssigned ? say.add : say.addClosed}
          </Button>
        ) : null
      }
    >
      {own.length === 0 ? <p className={css.quiet}>{isAssigned ? say.noneAssigned : say.none}</p> : null}
      {own.length > 0 ? <WindowList windows={own} lot={lot} /> : null}
      {others.length > 0 ? (
        <p>
          {say.fromLot(others.length)}{' '}
          <Link href={`/lots/${lot.id}/spots?tab=closures`}>{say.seeClosures}</Link>
        </p>
      ) : null}
      {adds ? <AddWindow spot={spot} lot={lot} canOpen={isAssigned} onClose={() => setAdds(false)} /> : null}
    </Panel>
  )
}

function AddWindow({
  spot,
  lot,
  canOpen,
  onClose,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  canOpen: boolean
  onClose: () => void
}) {
  const say = words.spotCalendar.window
  const { now } = useClock()
  const send = useApiMutation(createSpotAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <WindowDialog
      lot={lot}
      title={canOpen ? say.add : say.addClosed}
      text={canOpen ? say.addText : say.closedText}
      go={words.common.save}
      start={windowDraft(lot, now, null, canOpen ? 'OPEN' : 'CLOSED')}
      canOpen={canOpen}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = windowBody(draft, lot)
        if (!body) return
        send.mutate(
          { params: { spot_id: spot.id }, body: { kind: draft.kind, ...body } },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: say.added })
            },
          },
        )
      }}
    />
  )
}
