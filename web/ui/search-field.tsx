'use client'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './search-field.module.css'

/** Shows the typed text immediately and searches a moment later; an external change of the filter is adopted. */
export function SearchField({
  label,
  q,
  onSearch,
}: {
  label: string
  q: string
  onSearch: (q: string) => void
}) {
  const t = useTranslations()
  const [typed, setTyped] = useState({ text: q, from: q })
  const search = useDebouncedCallback(onSearch, 300)
  // While typing, the URL has an earlier part of the text; any other value comes from elsewhere.
  if (q !== typed.from) setTyped({ text: typed.text.startsWith(q) && q !== '' ? typed.text : q, from: q })
  const type = (text: string) => {
    setTyped({ text, from: q })
    search(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      className={css.search ?? ''}
      size="sm"
      maxLength={60}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        typed.text ? (
          <CloseButton size="sm" aria-label={t('staffReservations.clearSearch')} onClick={() => type('')} />
        ) : null
      }
      value={typed.text}
      onChange={(event) => type(event.currentTarget.value)}
      // Before a click elsewhere follows a link: the router gives up a navigation when the address changes.
      onBlur={() => search.flush()}
    />
  )
}
