'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import { getSpotRoute, type StaffSpot, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { timeLocale, words } from '@/words/index.ts'
import { AssignSpot } from './assign-spot.tsx'

const say = words.lotSpots.holder

/** The current and future assignee of a spot. */
export function AssigneePanel({ spot, lot }: { spot: StaffSpot; lot: ConsoleLot }) {
  const [isEnding, setEnding] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const zone = lot.time_zone
  const dayOf = (date: string) => formatDate(isoOf(startOfDate(zone, date)), { zone, locale: timeLocale })
  const params = { spot_id: spot.id }
  const upcoming = useApiQuery(listAssignmentsRoute, { params }, { client: 'admin', enabled: lot.is_admin })
  const refresh = [...calendarAnswers, getSpotRoute, listAssignmentsRoute]
  const end = useApiMutation(updateSpotRoute, { client: 'admin', refresh })
  const off = useApiMutation(deleteAssignmentRoute, { client: 'admin', refresh })
  const { assigned_to = null, assigned_until_on = null } = spot
  const takeBack = () =>
    end.mutate(
      { params, body: { assigned_user_id: null, assigned_group_id: null } },
      {
        onSuccess: () => {
          setEnding(false)
          notifications.show({ message: say.ended })
        },
      },
    )
  const callOff = (assignment_id: string) =>
    off.mutate(
      { params: { ...params, assignment_id } },
      { onSuccess: () => notifications.show({ message: say.isOff }) },
    )
  return (
    <Panel title={say.title}>
      {off.error ? <Note tone="bad" title={off.error.message} /> : null}
      {assigned_to ? (
        <ul className={css.rows}>
          <li>
            <span>
              {assigned_to}
              {assigned_until_on ? ` ${say.until(dayOf(assigned_until_on))}` : null}
            </span>
            {lot.is_admin ? (
              <Button size="xs" variant="default" onClick={() => setEnding(true)}>
                {say.end}
              </Button>
            ) : null}
          </li>
        </ul>
      ) : (
        <p className={css.quiet}>{say.nobody}</p>
      )}
      {upcoming.data && upcoming.data.items.length > 0 ? (
        <>
          <h3>{say.upcoming}</h3>
          <ul className={css.rows}>
            {upcoming.data.items.map(({ id, name, starts_on, ends_on }) => (
              <li key={id}>
                <span>
                  {[name, say.from(dayOf(starts_on)), ends_on ? say.until(dayOf(ends_on)) : null]
                    .filter(Boolean)
                    .join(' ')}
                </span>
                <Button size="xs" variant="default" aria-label={say.offOf(name)} onClick={() => callOff(id)}>
                  {say.off}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {lot.is_admin ? (
        <Buttons>
          <Button size="compact-md" variant="default" onClick={() => setGiving(true)}>
            {words.lotSpots.give.button}
          </Button>
        </Buttons>
      ) : null}
      {isGiving ? <AssignSpot spot={spot} lot={lot} onClose={() => setGiving(false)} /> : null}
      <ConfirmDialog
        title={say.end}
        text={say.endText(assigned_to ?? '')}
        opened={isEnding}
        isBusy={end.isPending}
        error={end.error}
        yes={say.end}
        no={say.keep}
        onYes={takeBack}
        onClose={() => setEnding(false)}
      />
    </Panel>
  )
}
