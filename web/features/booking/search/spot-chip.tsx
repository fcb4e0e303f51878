'use client'
import { Checkbox } from '@mantine/core'
import { carTypes } from '@openspot/core/allocation/on-request.ts'
import { type SpotType, spotFeatures } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PanelChip } from '@/ui/panel-chip.tsx'
import css from './search.module.css'
import type { Preferences, SearchQuery } from './search-query.ts'

/** The types of spots for cars; the others are chosen as the vehicle. */
const offeredTypes: readonly SpotType[] = ['ACCESSIBLE', ...carTypes]

const toggled = <W extends string>(list: readonly W[], word: W): W[] =>
  list.includes(word) ? list.filter((one) => one !== word) : [...list, word]

/** Filters for spot types and features. */
export function SpotChip({
  query,
  onChange,
}: {
  query: SearchQuery
  onChange: (part: Partial<Preferences>) => void
}) {
  const t = useTranslations()
  const { types, features } = query
  const chosen = [
    ...types.map((type) => t(`spot.types.${type}`)),
    ...features.map((feature) => t(`spot.features.${feature}`)),
  ]
  return (
    <PanelChip
      label={t('search.spotLabel')}
      value={chosen.length > 0 ? chosen.join(t('common.comma')) : t('search.anySpot')}
      isOn={chosen.length > 0}
      onClear={() => onChange({ types: [], features: [] })}
    >
      {() => <SpotPanel start={query} onChange={onChange} />}
    </PanelChip>
  )
}

/** Has its own state while open, because the URL follows a moment later. */
function SpotPanel({
  start,
  onChange,
}: {
  start: Pick<Preferences, 'types' | 'features'>
  onChange: (part: Partial<Preferences>) => void
}) {
  const t = useTranslations()
  const [{ types, features }, setChosen] = useState({ types: start.types, features: start.features })
  const choose = (part: Partial<Pick<Preferences, 'types' | 'features'>>) => {
    setChosen((former) => ({ ...former, ...part }))
    onChange(part)
  }
  return (
    <div className={css.twoLists}>
      <fieldset>
        <legend>{t('search.featuresTitle')}</legend>
        {spotFeatures.map((feature) => (
          <Checkbox
            key={feature}
            label={t(`spot.features.${feature}`)}
            checked={features.includes(feature)}
            onChange={() => choose({ features: toggled(features, feature) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('search.typesTitle')}</legend>
        {offeredTypes.map((type) => (
          <Checkbox
            key={type}
            label={t(`spot.types.${type}`)}
            checked={types.includes(type)}
            onChange={() => choose({ types: toggled(types, type) })}
          />
        ))}
      </fieldset>
    </div>
  )
}
