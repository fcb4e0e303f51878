'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { words } from '@/words/index.ts'
import css from './search.module.css'
import { type SearchQuery, walkChoices } from './search-query.ts'

/** "12 lots near The Loop · Within 15 min on foot · Cheapest first": filters that read as a sentence. */
export function Filters({
  query,
  count,
  onChange,
}: {
  query: SearchQuery
  count: number | null
  onChange: (part: Partial<SearchQuery>) => void
}) {
  const sorts = { price: words.search.cheapest, distance: words.search.nearest }
  return (
    <div className={css.filters}>
      <h2 className={css.count} aria-live="polite">
        {count === null ? words.common.loading : words.search.results(count, query.place)}
      </h2>
      <div className={css.chips}>
        <Chip
          label={words.search.walkLabel}
          value={words.search.within(query.walk_minutes)}
          choices={walkChoices.map((minutes) => ({
            text: words.search.within(minutes),
            chosen: minutes === query.walk_minutes,
            choose: () => onChange({ walk_minutes: minutes }),
          }))}
        />
        <Chip
          label={words.search.sort}
          value={sorts[query.sort]}
          choices={(['price', 'distance'] as const).map((sort) => ({
            text: sorts[sort],
            chosen: sort === query.sort,
            choose: () => onChange({ sort }),
          }))}
        />
      </div>
    </div>
  )
}

function Chip({
  label,
  value,
  choices,
}: {
  label: string
  value: string
  choices: { text: string; chosen: boolean; choose: () => void }[]
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={css.chip} aria-label={`${label}: ${value}`}>
          {value}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ text, chosen, choose }) => (
          <Menu.Item
            key={text}
            role="menuitemradio"
            aria-checked={chosen}
            rightSection={chosen ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={choose}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
