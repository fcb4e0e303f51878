'use client'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { IconCurrentLocation, IconSearch, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { useSavedLots } from '@/lib/use-saved-lots.ts'
import { groupPlaces, IconOption, PlaceOption, savedPlaces } from './place-options.tsx'
import { clearRecents, keepRecent, type RecentPlace, useRecents } from './use-recents.ts'

const [BY_NAME, HERE, CLEAR] = ['name', 'here', 'clear']
/** How long a person pauses before the places are asked for. */
const PAUSE_MS = 180

/**
 * The destination field: suggests places by kind, and before anything is typed, saved lots, the current location, and recent places.
 * Only a chosen suggestion counts; without JavaScript, the server looks for the text.
 */
export function PlaceField({
  value,
  onChoose,
  onName,
  onHere,
}: {
  value: string
  onChoose: (place: RecentPlace) => void
  onName: (q: string) => void
  /** The person wants to park where they are. */
  onHere: () => void
}) {
  const t = useTranslations()
  const [text, setText] = useState(value)
  const [settledText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const recents = useRecents()
  const saved = savedPlaces(useSavedLots().items)
  const isTyped = text.trim().length > 1 && text.trim() !== value
  const isSettled = isTyped && settledText === text.trim()
  const places = useApiQuery(
    listPlacesRoute,
    { query: { q: settledText } },
    { enabled: isSettled, keep: true },
  )
  // While the answer to an earlier text is shown, none of it is chosen by itself.
  const isCurrent = isSettled && places.isSuccess && !places.isPlaceholderData
  const found = groupPlaces(places.data?.items ?? [])
  const items = found.flatMap(({ members }) => members)
  const first = items[0]
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (isCurrent && first) selectFirstOption()
  }, [isCurrent, first, selectFirstOption])

  const choose = (place: RecentPlace) => {
    setText(place.reader_name ?? place.name)
    keepRecent(place, recents)
    onChoose(place)
    combobox.closeDropdown()
  }
  const chooseName = () => {
    onName(text.trim())
    combobox.closeDropdown()
  }
  const submit = (option: string) => {
    if (option === BY_NAME) return chooseName()
    if (option === CLEAR) return clearRecents()
    if (option === HERE) {
      combobox.closeDropdown()
      return onHere()
    }
    const [list, index] = option.split(' ')
    const listed = list === 'saved' ? saved : list === 'recent' ? recents : items
    const place = listed[Number(index)]
    if (place) choose(place)
  }
  const isUnknown = isCurrent && !items.some(({ is_exact }) => is_exact)
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.Target>
        <TextInput
          name="where"
          label={t('search.where')}
          placeholder={t('search.wherePlaceholder')}
          value={text}
          maxLength={80}
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
            // If the field is left without choosing, the best match is used, but nothing that only resembles the text.
            if (isCurrent && first?.is_exact) choose(first)
            else if (isCurrent) chooseName()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isTyped && !places.data}>
        <Combobox.Options aria-label={t('search.places')}>
          {isTyped ? null : (
            <>
              {saved.length > 0 ? (
                <Combobox.Group label={t('savedLots.nav')}>
                  {saved.map((place, index) => (
                    <PlaceOption key={place.id} place={place} value={`saved ${index}`} />
                  ))}
                </Combobox.Group>
              ) : null}
              <IconOption value={HERE} icon={<IconCurrentLocation size={18} aria-hidden="true" />}>
                {t('search.useLocation')}
              </IconOption>
              {recents.length > 0 ? (
                <Combobox.Group label={t('search.recents')}>
                  {recents.map((place, index) => (
                    <PlaceOption
                      key={`${place.name} ${place.detail}`}
                      place={place}
                      value={`recent ${index}`}
                    />
                  ))}
                  <IconOption value={CLEAR} icon={<IconTrash size={18} aria-hidden="true" />}>
                    {t('search.clearRecents')}
                  </IconOption>
                </Combobox.Group>
              ) : null}
            </>
          )}
          {isTyped && isUnknown ? (
            <Combobox.Empty>
              {t(items.length > 0 ? 'search.didYouMean' : 'search.unknown', { q: settledText })}
            </Combobox.Empty>
          ) : null}
          {isTyped
            ? found.map(({ group, members }) => (
                <Combobox.Group key={group} label={t(`search.groups.${group}`)}>
                  {members.map((place) => (
                    <PlaceOption
                      key={`${place.kind} ${place.name} ${place.detail} ${place.lat}`}
                      place={place}
                      value={`found ${items.indexOf(place)}`}
                    />
                  ))}
                </Combobox.Group>
              ))
            : null}
          {isTyped ? (
            <IconOption value={BY_NAME} icon={<IconSearch size={18} aria-hidden="true" />}>
              {t('search.byName', { q: text.trim() })}
            </IconOption>
          ) : null}
          {isTyped && places.data?.attribution ? (
            <Combobox.Empty>{places.data.attribution}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
