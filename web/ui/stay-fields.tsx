'use client'
import { Checkbox } from '@mantine/core'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { sayLength } from '@openspot/core/time/say.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { timeLocale, words } from '@/words/index.ts'
import css from './when-fields.module.css'
import { MomentField, STEP } from './when-fields.tsx'

/** A stay that may be without end: by the month then. */
export interface OpenStay {
  starts_at: string
  ends_at: string | null
}

const USUAL_MINUTES = 120

/** From and until as in `WhenFields`, or by the month without an end. */
export function StayFields({
  stay,
  zone,
  onChange,
  earliest,
}: {
  stay: OpenStay
  zone: string
  onChange: (stay: OpenStay) => void
  /** When it may begin; now, if nothing is said. */
  earliest?: string
}) {
  const { now } = useClock()
  const { starts_at, ends_at } = stay
  const from = minutesOf(starts_at)
  const length = ends_at === null ? USUAL_MINUTES : minutesOf(ends_at) - from
  return (
    <div className={css.when}>
      <MomentField
        legend={words.when.from}
        at={starts_at}
        zone={zone}
        earliest={earliest ?? now}
        onChange={(starts) =>
          onChange({ starts_at: isoOf(starts), ends_at: ends_at && isoOf(starts + length) })
        }
      />
      {ends_at === null ? (
        <div className={css.endless}>
          <span>{words.when.until}</span>
          <p>{words.when.noEnd}</p>
        </div>
      ) : (
        <MomentField
          legend={words.when.until}
          aside={sayLength(starts_at, ends_at, { zone, locale: timeLocale })}
          at={ends_at}
          zone={zone}
          earliest={starts_at}
          onChange={(ends) => onChange({ starts_at, ends_at: isoOf(Math.max(ends, from + STEP)) })}
        />
      )}
      <Checkbox
        className={css.monthly ?? ''}
        label={words.when.byTheMonth}
        checked={ends_at === null}
        onChange={(event) =>
          onChange({ starts_at, ends_at: event.currentTarget.checked ? null : isoOf(from + USUAL_MINUTES) })
        }
      />
    </div>
  )
}
