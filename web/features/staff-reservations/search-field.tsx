'use client'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '@/words/index.ts'
import css from './search-field.module.css'

/** What is typed shows at once and is searched for a moment later; a filter from elsewhere is taken over. */
export function SearchField({
  label,
  q,
  onSearch,
}: {
  label: string
  q: string
  onSearch: (q: string) => void
}) {
  const [typed, setTyped] = useState({ text: q, from: q })
  const search = useDebouncedCallback(onSearch, 300)
  // While something is being typed the address says an earlier part of it; anything else it says comes from elsewhere.
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
          <CloseButton size="sm" aria-label={words.staffReservations.clearSearch} onClick={() => type('')} />
        ) : null
      }
      value={typed.text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
