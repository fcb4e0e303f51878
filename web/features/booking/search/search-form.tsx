'use client'
import { Button } from '@mantine/core'
import type { Place } from '@openspot/contract/lots/lots.ts'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { When } from '@/lib/when.ts'
import { TimeFields } from '@/ui/time-fields.tsx'
import { PlaceField } from './place-field.tsx'
import css from './search-form.module.css'
import { ANYWHERE, type Around, DEFAULT_WALK } from './search-query.ts'

/** Asks where and when. `tall` is the layout of the home page and of phones; otherwise it is one line. */
export function SearchForm({
  start,
  point,
  zone,
  tall,
  onSearch,
}: {
  start: When
  point: Around | null
  zone: string
  tall?: boolean
  onSearch: (point: Around, when: When) => unknown
}) {
  const t = useTranslations()
  const [area, setArea] = useState<Around | null>(point)
  // Only the times are kept: `start` may be a whole search, and choosing another place replaces the rest.
  const [when, setWhen] = useState<When>({ starts_at: start.starts_at, ends_at: start.ends_at })
  const [missing, setMissing] = useState(false)

  const choose = (next: Around) => {
    setArea(next)
    setMissing(false)
    if (!tall) onSearch(next, when)
  }
  const change = (next: When) => {
    setWhen(next)
    if (!tall && area) onSearch(area, next)
  }
  return (
    <form
      className={tall ? css.tallForm : css.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (area) onSearch(area, when)
        else setMissing(true)
      }}
    >
      <div className={css.where}>
        <PlaceField
          value={area ? area.q || area.place : ''}
          onChoose={(place: Place) => choose(pointOf(place))}
          onName={(q) => choose(nameOf(q))}
        />
        {missing ? (
          <p className={css.missing} role="alert">
            {t('search.chooseWhere')}
          </p>
        ) : null}
      </div>
      <TimeFields times={when} zone={zone} onChange={change} />
      {tall ? (
        <div className={css.go}>
          <Button type="submit" fullWidth h={48}>
            {t('search.show')}
          </Button>
          <NearMe onFound={(found) => onSearch(found, when)} />
        </div>
      ) : null}
    </form>
  )
}

const pointOf = ({ kind, name, lat, lng }: Place): Around => ({
  place: name,
  lat,
  lng,
  q: '',
  box: '',
  walk_minutes: kind === 'LOT' ? DEFAULT_WALK : ANYWHERE,
})

const nameOf = (q: string): Around => ({
  place: '',
  lat: null,
  lng: null,
  q,
  box: '',
  walk_minutes: DEFAULT_WALK,
})

/** Asks the device for its location, only when pressed. */
function NearMe({ onFound }: { onFound: (point: Around) => void }) {
  const t = useTranslations()
  const [refused, setRefused] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        fullWidth
        leftSection={<IconCurrentLocation size={18} aria-hidden="true" />}
        onClick={() =>
          navigator.geolocation.getCurrentPosition(
            ({ coords }) =>
              onFound({
                place: t('search.nearMe'),
                lat: coords.latitude,
                lng: coords.longitude,
                q: '',
                box: '',
                walk_minutes: DEFAULT_WALK,
              }),
            () => setRefused(true),
            { timeout: 8000, maximumAge: 60_000 },
          )
        }
      >
        {t('search.nearMe')}
      </Button>
      {refused ? (
        <p className={css.missing} role="alert">
          {t('search.nearMeRefused')}
        </p>
      ) : null}
    </>
  )
}
