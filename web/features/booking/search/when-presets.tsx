'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { When } from '@/lib/when.ts'
import { type Preset, presetSpans } from '@/lib/when-presets.ts'
import css from './search-form.module.css'

const usual: readonly Preset[] = ['now', 'tonight', 'overnight', 'workday']
const atVenues: readonly Preset[] = ['event', 'now', 'overnight']

/** Times that many people want, one tap each, in the time zone of the place. */
export function WhenPresets({
  when,
  zone,
  isVenue,
  onChange,
}: {
  when: When
  zone: string
  /** Whether the place is one for events. */
  isVenue: boolean
  onChange: (when: When, preset: Preset) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  return (
    <fieldset className={css.presets}>
      <legend className="sr-only">{t('search.presets.title')}</legend>
      {presetSpans(isVenue ? atVenues : usual, now, zone).map(({ preset, span }) => {
        const isChosen = span.starts_at === when.starts_at && span.ends_at === when.ends_at
        return (
          <button
            key={preset}
            type="button"
            className={css.preset}
            aria-pressed={isChosen}
            onClick={() => onChange(span, preset)}
          >
            {t(`search.presets.${preset}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
