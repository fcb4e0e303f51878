import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './lot-settings.module.css'

/** Finds a place to begin the map with. Other lots are left out, because no new lot is where one already is. */
export function PlaceSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const isAsking = q.length > 1 && q !== chosen
  const answer = useApiQuery(listPlacesRoute, { query: { q } }, { enabled: isAsking, keep: true })
  const places = (answer.data?.items ?? []).filter(({ kind }) => kind !== 'LOT')
  return (
    <div>
      <TextInput
        label={t('lotSettings.place.label')}
        description={t('lotSettings.place.text')}
        type="search"
        autoComplete="off"
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {isAsking && answer.isSuccess && places.length === 0 ? (
          <p className={css.quiet}>{t('lotSettings.place.none', { q })}</p>
        ) : null}
        {isAsking && places.length > 0 ? (
          <ul className={css.found} aria-label={t('lotSettings.place.found')}>
            {places.map((place) => (
              <li key={`${place.kind} ${place.name} ${place.detail} ${place.lat}`}>
                <button
                  type="button"
                  onClick={() => {
                    setText(place.name)
                    setChosen(place.name)
                    onChoose(place)
                  }}
                >
                  <strong>{place.reader_name ?? place.name}</strong> <span>{place.detail}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {isAsking && answer.data?.attribution ? <p className={css.quiet}>{answer.data.attribution}</p> : null}
      </div>
    </div>
  )
}
