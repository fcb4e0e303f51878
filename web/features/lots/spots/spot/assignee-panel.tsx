'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteAssignmentRoute, listAssignmentsRoute } from '@openspot/contract/lots/assignments.ts'
import { getSpotRoute, type StaffSpot, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { AssignSpot } from './assign-spot.tsx'

/** The current and future assignee of a spot. */
export function AssigneePanel({ spot, lot }: { spot: StaffSpot; lot: ConsoleLot }) {
  const t = useTranslations()
  const [isEnding, setEnding] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const zone = lot.time_zone
  const dayOf = (date: string) => formatDate(isoOf(startOfDate(zone, date)), { zone, locale: localeOf(t) })
  const params = { spot_id: spot.id }
  const upcoming = useApiQuery(listAssignmentsRoute, { params }, { client: 'admin', enabled: lot.is_admin })
  const refresh = [...calendarAnswers, getSpotRoute, listAssignmentsRoute]
  const end = useApiMutation(updateSpotRoute, { client: 'admin', refresh })
  const off = useApiMutation(deleteAssignmentRoute, { client: 'admin', refresh })
  const { assigned_until_on = null } = spot
  const isAssigned = spot.assigned_user_id || spot.assigned_group_id
  const assignee = isAssigned ? seenName(t, spot.assigned_to ?? null) : null
  const takeBack = () =>
    end.mutate(
      { params, body: { assigned_user_id: null, assigned_group_id: null } },
      {
        onSuccess: () => {
          setEnding(false)
          notifications.show({ message: t('lotSpots.holder.ended') })
        },
      },
    )
  const callOff = (assignment_id: string) =>
    off.mutate(
      { params: { ...params, assignment_id } },
      { onSuccess: () => notifications.show({ message: t('lotSpots.holder.isOff') }) },
    )
  return (
    <Panel title={t('lotSpots.holder.title')}>
      {off.error ? <Note tone="bad" title={off.error.message} /> : null}
      {assignee ? (
        <ul className={css.rows}>
          <li>
            <span>
              {assigned_until_on
                ? t('lotSpots.holder.until', { name: assignee, day: dayOf(assigned_until_on) })
                : assignee}
            </span>
            {lot.is_admin ? (
              <Button size="xs" variant="default" onClick={() => setEnding(true)}>
                {t('lotSpots.holder.end')}
              </Button>
            ) : null}
          </li>
        </ul>
      ) : (
        <p className={css.quiet}>{t('lotSpots.holder.nobody')}</p>
      )}
      {upcoming.data && upcoming.data.items.length > 0 ? (
        <>
          <h3>{t('lotSpots.holder.upcoming')}</h3>
          <ul className={css.rows}>
            {upcoming.data.items
              .map((one) => ({ ...one, name: seenName(t, one.name) }))
              .map(({ id, name, starts_on, ends_on }) => (
                <li key={id}>
                  <span>
                    {ends_on
                      ? t('lotSpots.holder.between', { name, from: dayOf(starts_on), to: dayOf(ends_on) })
                      : t('lotSpots.holder.from', { name, day: dayOf(starts_on) })}
                  </span>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('lotSpots.holder.offOf', { name })}
                    onClick={() => callOff(id)}
                  >
                    {t('lotSpots.holder.off')}
                  </Button>
                </li>
              ))}
          </ul>
        </>
      ) : null}
      {lot.is_admin ? (
        <Buttons>
          <Button size="compact-md" variant="default" onClick={() => setGiving(true)}>
            {t('lotSpots.give.button')}
          </Button>
        </Buttons>
      ) : null}
      {isGiving ? <AssignSpot spot={spot} lot={lot} onClose={() => setGiving(false)} /> : null}
      <ConfirmDialog
        title={t('lotSpots.holder.end')}
        text={t('lotSpots.holder.endText', { name: assignee ?? '' })}
        opened={isEnding}
        isBusy={end.isPending}
        error={end.error}
        yes={t('lotSpots.holder.end')}
        no={t('lotSpots.holder.keep')}
        onYes={takeBack}
        onClose={() => setEnding(false)}
      />
    </Panel>
  )
}
