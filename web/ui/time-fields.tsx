'use client'
import { Checkbox } from '@mantine/core'
import { formatLength } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import css from './when-fields.module.css'
import { MomentField, STEP } from './when-fields.tsx'

/** A time range that may be open-ended; then it is billed monthly. */
export interface OpenReservation {
  starts_at: string
  ends_at: string | null
}

const USUAL_MINUTES = 120

/** Start and end as in `WhenFields`, or monthly without an end. */
export function TimeFields({
  times,
  zone,
  onChange,
  earliest,
}: {
  times: OpenReservation
  zone: string
  onChange: (times: OpenReservation) => void
  /** The earliest start; now by default. */
  earliest?: string
}) {
  const t = useTranslations()
  const { now } = useClock()
  const { starts_at, ends_at } = times
  const from = minutesOf(starts_at)
  const length = ends_at === null ? USUAL_MINUTES : minutesOf(ends_at) - from
  return (
    <div className={css.when}>
      <MomentField
        legend={t('when.from')}
        at={starts_at}
        zone={zone}
        earliest={earliest ?? now}
        onChange={(starts) =>
          onChange({ starts_at: isoOf(starts), ends_at: ends_at && isoOf(starts + length) })
        }
      />
      {ends_at === null ? (
        <div className={css.endless}>
          <span>{t('when.until')}</span>
          <p>{t('when.noEnd')}</p>
        </div>
      ) : (
        <MomentField
          legend={t('when.until')}
          aside={formatLength(starts_at, ends_at, { zone, locale: localeOf(t) })}
          at={ends_at}
          zone={zone}
          earliest={starts_at}
          onChange={(ends) => onChange({ starts_at, ends_at: isoOf(Math.max(ends, from + STEP)) })}
        />
      )}
      <Checkbox
        className={css.monthly ?? ''}
        label={t('when.byTheMonth')}
        checked={ends_at === null}
        onChange={(event) =>
          onChange({ starts_at, ends_at: event.currentTarget.checked ? null : isoOf(from + USUAL_MINUTES) })
        }
      />
    </div>
  )
}
