'use client'
import { Button, NativeSelect, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Availability,
  deleteAvailabilityRoute,
  getSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import {
  type Hosting,
  pauseListingRoute,
  setListingRoute,
  setMinNoticeRoute,
} from '@openspot/contract/booking/hosting.ts'
import { occurrences } from '@openspot/core/recurrence/recurrence.ts'
import { formatDuration } from '@openspot/core/time/format.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { useTimeFormat } from '@/ui/time.tsx'
import { changed } from './calendar/changed-routes.ts'
import css from './my-spots.module.css'

/** The choices of notice, in minutes. */
const notices = [0, 30, 60, 120, 240, 720, 1440, 2880, 10_080]

/** Times that the host took out of ones that repeat. */
function exceptionsOf<Rule extends Availability & { is_mine: boolean }>(
  zone: string,
  rules: readonly Rule[],
): Rule[] {
  const repeating = rules.filter((rule) => rule.kind === 'OPEN' && rule.repeat_frequency !== 'NEVER')
  return rules.filter(
    ({ kind, is_mine, repeat_frequency, starts_at, ends_at }) =>
      kind === 'CLOSED' &&
      is_mine &&
      repeat_frequency === 'NEVER' &&
      ends_at !== null &&
      repeating.some((rule) => occurrences(zone, rule, minutesOf(starts_at), minutesOf(ends_at)).length > 0),
  )
}

/** The times for which a spot is listed, each with a way to take it back, and the pause. */
export function ListedTimes({ hosting }: { hosting: Hosting }) {
  const t = useTranslations()
  const { spot, is_paused, min_notice_minutes } = hosting
  const timeFormat = useTimeFormat(spot.lot.time_zone)
  const params = { spot_id: spot.id }
  const calendar = useApiQuery(getSpotAvailabilityRoute, { params, query: {} })
  const takeBack = useApiMutation(setListingRoute, { refresh: changed })
  const drop = useApiMutation(deleteAvailabilityRoute, { refresh: changed })
  const pause = useApiMutation(pauseListingRoute, { refresh: changed })
  const setNotice = useApiMutation(setMinNoticeRoute, { refresh: changed })
  const all = calendar.data?.availability_rules ?? []
  const rules = all.filter(({ kind }) => kind === 'OPEN')
  const exceptions = exceptionsOf(spot.lot.time_zone, all)
  const done = { onSuccess: () => void notifications.show({ message: t('mySpots.listed.done') }) }
  const end = (rule: Availability) =>
    rule.repeat_frequency === 'NEVER'
      ? takeBack.mutate(
          { params, body: { starts_at: rule.starts_at, ends_at: rule.ends_at, is_listed: false } },
          done,
        )
      : drop.mutate({ params: { availability_id: rule.id } }, done)
  const error = takeBack.error ?? drop.error ?? pause.error ?? setNotice.error
  return (
    <Panel title={t('mySpots.listed.title')}>
      <QueryState answer={calendar} rows={1} />
      {calendar.data && rules.length === 0 ? <p>{t('mySpots.listed.none')}</p> : null}
      <ul className={css.rows}>
        {rules.map((rule) => {
          const time = recurrenceText(t, rule, timeFormat)
          const isOnce = rule.repeat_frequency === 'NEVER'
          return (
            <li key={rule.id}>
              <span>{time}</span>
              <Button
                variant="default"
                aria-label={t(isOnce ? 'mySpots.listed.takeBackTime' : 'mySpots.listed.stopRepeat', { time })}
                disabled={takeBack.isPending || drop.isPending}
                onClick={() => end(rule)}
              >
                {t('mySpots.listed.takeBack')}
              </Button>
            </li>
          )
        })}
        {exceptions.map((rule) => {
          const time = recurrenceText(t, rule, timeFormat)
          return (
            <li key={rule.id}>
              <span>{t('mySpots.listed.except', { time })}</span>
              <Button
                variant="default"
                aria-label={t('mySpots.listed.againTime', { time })}
                disabled={drop.isPending}
                onClick={() =>
                  drop.mutate(
                    { params: { availability_id: rule.id } },
                    { onSuccess: () => void notifications.show({ message: t('mySpots.list.done') }) },
                  )
                }
              >
                {t('mySpots.listed.again')}
              </Button>
            </li>
          )
        })}
      </ul>
      {error ? (
        <p className={css.fault} role="alert">
          {error.message}
        </p>
      ) : null}
      <Switch
        label={t('mySpots.pause.label')}
        description={t('mySpots.pause.text')}
        checked={is_paused}
        disabled={pause.isPending}
        onChange={(event) => pause.mutate({ params, body: { is_paused: event.currentTarget.checked } })}
      />
      <NativeSelect
        label={t('mySpots.notice.label')}
        description={t('mySpots.notice.text')}
        value={min_notice_minutes}
        disabled={setNotice.isPending}
        data={[...new Set([...notices, min_notice_minutes])].map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('mySpots.notice.none') : formatDuration(minutes, localeOf(t)),
        }))}
        onChange={(event) =>
          setNotice.mutate(
            { params, body: { min_notice_minutes: Number(event.currentTarget.value) } },
            { onSuccess: () => void notifications.show({ message: t('mySpots.notice.saved') }) },
          )
        }
      />
    </Panel>
  )
}
