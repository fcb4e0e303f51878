'use client'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import { IconBuildingCommunity, IconMailbox, IconParking, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './search-form.module.css'

const icons = { CITY: IconBuildingCommunity, POSTAL_CODE: IconMailbox, LOT: IconParking }

const BY_NAME = 'name'

/** The destination field: suggests places and then lots with a matching name; only a chosen suggestion counts. */
export function PlaceField({
  value,
  onChoose,
  onName,
}: {
  value: string
  onChoose: (place: Place) => void
  onName: (q: string) => void
}) {
  const t = useTranslations()
  const [text, setText] = useState(value)
  const [settledText] = useDebouncedValue(text.trim(), 160)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const places = useApiQuery(
    listPlacesRoute,
    { query: { q: settledText } },
    { enabled: settledText.length > 1 && settledText !== value, keep: true },
  )
  const items = places.data?.items ?? []
  const first = items[0]
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (first) selectFirstOption()
  }, [first, selectFirstOption])

  const choose = (place: Place) => {
    setText(place.name)
    onChoose(place)
    combobox.closeDropdown()
  }
  const chooseName = () => {
    onName(settledText)
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(index) => {
        if (index === BY_NAME) return chooseName()
        const place = items[Number(index)]
        if (place) choose(place)
      }}
    >
      <Combobox.Target>
        <TextInput
          label={t('search.where')}
          placeholder={t('search.wherePlaceholder')}
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={(event) => {
            event.currentTarget.select()
            combobox.openDropdown()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            // If the field is left without choosing, the best match is used.
            const isNew = text.trim() !== value && settledText === text.trim() && settledText.length > 1
            if (isNew && first) choose(first)
            else if (isNew && places.isSuccess) chooseName()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={settledText.length < 2 || settledText === value || places.isPending}>
        <Combobox.Options aria-label={t('search.places')}>
          {items.map((place, index) => {
            const Icon = icons[place.kind]
            return (
              <Combobox.Option value={String(index)} key={`${place.kind} ${place.name} ${place.detail}`}>
                <span className={css.place}>
                  <Icon size={18} aria-hidden="true" />
                  <span>
                    <strong>{place.name}</strong>
                    <span className={css.detail}>{place.detail}</span>
                  </span>
                </span>
              </Combobox.Option>
            )
          })}
          {items.length === 0 ? <Combobox.Empty>{t('search.noPlaces')}</Combobox.Empty> : null}
          <Combobox.Option value={BY_NAME}>
            <span className={css.place}>
              <IconSearch size={18} aria-hidden="true" />
              <span>{t('search.byName', { q: settledText })}</span>
            </span>
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
