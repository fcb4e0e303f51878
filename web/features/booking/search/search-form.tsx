'use client'
import { Button } from '@mantine/core'
import { sameClock } from '@openspot/core/time/same-clock.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { When } from '@/lib/when.ts'
import { type Preset, presetSpan } from '@/lib/when-presets.ts'
import { TimeFields } from '@/ui/time-fields.tsx'
import { ZoneNote } from '@/ui/zone-note.tsx'
import { PlaceField } from './place-field.tsx'
import css from './search-form.module.css'
import { type Around, aroundName, aroundPlace, NEAREST } from './search-query.ts'
import { WhenPresets } from './when-presets.tsx'

/**
 * Asks where and when. `tall` is the layout of the home page and of phones; otherwise it is one line. Without JavaScript,
 * the browser sends its fields to the home page, which looks for the place.
 */
export function SearchForm({
  start,
  point,
  zone: known,
  tall,
  onSearch,
}: {
  start: When
  point: Around | null
  /** The zone of the times until a place is chosen. */
  zone: string
  tall?: boolean
  onSearch: (point: Around, when: When) => unknown
}) {
  const t = useTranslations()
  const [area, setArea] = useState<Around | null>(point)
  // Only the times are kept: `start` may be a whole search, and choosing another place replaces the rest.
  const [when, setWhen] = useState<When>({ starts_at: start.starts_at, ends_at: start.ends_at })
  const [problem, setProblem] = useState<'chooseWhere' | 'nearMeRefused' | null>(null)
  const zone = area?.zone || known
  /** The preset that was chosen, `typed` for times that a person chose by the clock, and null for those that nobody chose. */
  const [chosenBy, setChosenBy] = useState<Preset | 'typed' | null>(tall ? null : 'typed')
  const { now } = useClock()

  const choose = (next: Around) => {
    // Times are those of the place: what was chosen as 8 PM is 8 PM there, wherever the reader is.
    const moved = next.zone === '' || chosenBy === null ? when : movedTo(next.zone, when, chosenBy)
    setArea(next)
    setWhen(moved)
    setProblem(null)
    if (!tall) onSearch(next, moved)
  }
  const movedTo = (to: string, times: When, by: Preset | 'typed'): When =>
    by === 'typed'
      ? {
          starts_at: sameClock(times.starts_at, zone, to),
          ends_at: times.ends_at && sameClock(times.ends_at, zone, to),
        }
      : presetSpan(by, now, to)
  const change = (next: When, by: Preset | 'typed' = 'typed') => {
    setChosenBy(by)
    setWhen(next)
    if (!tall && area) onSearch(area, next)
  }
  const searchHere = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng } }) =>
        onSearch({ ...aroundName(''), place: t('search.nearMe'), lat, lng, walk_minutes: NEAREST }, when),
      () => setProblem('nearMeRefused'),
      { timeout: 8000, maximumAge: 60_000 },
    )
  return (
    <form
      className={tall ? css.tallForm : css.form}
      role="search"
      action="/"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        if (area) onSearch(area, when)
        else setProblem('chooseWhere')
      }}
    >
      <div className={css.where}>
        <PlaceField
          value={area ? area.q || area.place : ''}
          onChoose={(place) => choose(aroundPlace(place))}
          onName={(q) => choose(aroundName(q))}
          onHere={searchHere}
        />
        {problem ? (
          <p className={css.missing} role="alert">
            {t(`search.${problem}`)}
          </p>
        ) : null}
      </div>
      <div className={css.withScript}>
        {tall ? (
          <WhenPresets when={when} zone={zone} isVenue={area?.is_venue ?? false} onChange={change} />
        ) : null}
        <TimeFields times={when} zone={zone} onChange={(next) => change(next)} />
        <ZoneNote at={when.starts_at} zone={zone} />
      </div>
      {tall ? (
        <>
          <WithoutScript />
          <Button type="submit" fullWidth h={48}>
            {t('search.show')}
          </Button>
        </>
      ) : null}
    </form>
  )
}

/** The times for a browser that runs no scripts, local to the place. Others don't show them. */
function WithoutScript() {
  const t = useTranslations()
  return (
    <div className={css.withoutScript}>
      <label>
        {t('search.arrive')}
        <input type="datetime-local" name="from_local" />
      </label>
      <label>
        {t('search.leave')}
        <input type="datetime-local" name="until_local" />
      </label>
      <p>{t('search.timesOptional')}</p>
    </div>
  )
}
