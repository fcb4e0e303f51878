'use client'
import { Button } from '@mantine/core'
import { listPlatformUsersRoute } from '@openspot/contract/platform/platform.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { SearchField } from '@/ui/search-field.tsx'
import { Note } from '@/ui/states.tsx'
import own from './platform.module.css'
import { userName } from './user-name.ts'
import { Address } from './users-screen.tsx'

const shortest = 3

/** Finds the account that is kept. */
export function MergeSearch({ but, onChoose }: { but: string; onChoose: (user_id: string) => void }) {
  const t = useTranslations()
  const [search, setSearch] = useState('')
  const isReady = search.trim().length >= shortest
  const found = useApiQuery(
    listPlatformUsersRoute,
    { query: { search: search.trim(), limit: 6 } },
    { client: 'admin', enabled: isReady, keep: true },
  )
  const others = isReady
    ? found.data?.items.filter(({ id, account_status }) => id !== but && account_status !== 'BANNED')
    : undefined
  return (
    <>
      <SearchField label={t('accountMerge.search')} q={search} onSearch={setSearch} />
      {isReady ? null : <p className={own.quiet}>{t('accountMerge.searchHint')}</p>}
      {found.error ? <Note tone="bad" title={found.error.message} /> : null}
      {others?.length === 0 ? <p>{t('accountMerge.none')}</p> : null}
      {others && others.length > 0 ? (
        <ul className={own.found} aria-label={t('accountMerge.results')}>
          {others.map((user) => (
            <li key={user.id}>
              <Button
                variant="default"
                fullWidth
                justify="start"
                h="auto"
                py={8}
                onClick={() => onChoose(user.id)}
              >
                <span className={own.person}>
                  <strong>{userName(t, user)}</strong>
                  <span className={own.quiet}>
                    <Address user={user} />
                  </span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
