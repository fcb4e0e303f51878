'use client'
import { Button } from '@mantine/core'
import {
  balanceStates,
  listPlatformBalancesRoute,
  type PlatformBalance,
} from '@openspot/contract/platform/balances.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { columns, csv } from './balance-columns.tsx'
import { RetryDialog } from './retry-dialog.tsx'

const client = 'admin' as const

/** What the platform owes to all lots and hosts, and what they owe to it. */
export function BalancesScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ search, state: given }, change] = useAddress(['search', 'state'])
  const state = isOneOf(balanceStates, given) ? given : null
  const [retried, setRetried] = useState<PlatformBalance | null>(null)
  const filter = { ...(search ? { search } : {}), ...(state ? { state } : {}) }
  const pages = usePages(
    listPlatformBalancesRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const stateText = (value: (typeof balanceStates)[number] | null) =>
    value === null ? t('balances.anyState') : t(`balances.states.${value}`)
  return (
    <>
      <PageHead title={t('balances.title')} text={t('balances.text')} />
      <PagedList
        label={t('balances.title')}
        pages={pages}
        columns={columns(t, reader_zone, setRetried)}
        more={t('people.more')}
        bar={
          <>
            <SearchField
              label={t('balances.search')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <MenuChip
              label={t('balances.state')}
              value={stateText(state)}
              choices={[null, ...balanceStates].map((value) => ({
                text: stateText(value),
                chosen: value === state,
                choose: () => change({ state: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="balances"
              columns={csv}
              readPage={(page) =>
                callApi(listPlatformBalancesRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          <EmptyState
            title={search || state ? t('balances.noneMatchTitle') : t('balances.noneTitle')}
            text={search || state ? t('balances.noneMatchText') : t('balances.noneText')}
            {...(search || state
              ? {
                  action: (
                    <Button variant="default" onClick={() => change({ search: null, state: null })}>
                      {t('people.clear')}
                    </Button>
                  ),
                }
              : {})}
          />
        }
      />
      {retried ? <RetryDialog balance={retried} onClose={() => setRetried(null)} /> : null}
    </>
  )
}
