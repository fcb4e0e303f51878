'use client'
import { Button } from '@mantine/core'
import { listFinesRoute } from '@openspot/contract/operations/fines.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { fineStatuses } from '@openspot/core/fines/enums.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { FineRows } from './fine-rows.tsx'
import css from './fines.module.css'
import { FinesCsv } from './fines-csv.tsx'

/** What the list shows: everything, one status, or what waits for the staff. */
const choices = ['APPEALED', 'OVERDUE', ...fineStatuses] as const
type Shown = (typeof choices)[number] | null
const queryOf = (shown: Shown) =>
  shown === null
    ? {}
    : shown === 'APPEALED'
      ? { appealed: true }
      : shown === 'OVERDUE'
        ? { overdue: true }
        : { status: shown }

/** The warnings and fines of a lot. */
export function FinesScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [{ show }, change] = useAddress(['show'])
  const shown = isOneOf(choices, show) ? show : null
  const setShown = (next: Shown) => change({ show: next })
  const pages = usePages(
    listFinesRoute,
    (query) => ({ params: { lot_id: lot.id }, query: { ...query, ...queryOf(shown) } }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  useLotEvents(lot.id, [listFinesRoute])
  const view = useListView(lot.id, 'FINES')
  const nameOf = (one: Shown) => (one === null ? t('fines.list.all') : t(`fines.statuses.${one}`))
  const add = (
    <Button component={Link} href={`/lots/${lot.id}/fines/new`}>
      {t('fines.list.add')}
    </Button>
  )
  return (
    <div className={css.screen}>
      <PageHead
        title={t('fines.mine.title')}
        text={t('fines.list.text')}
        action={lot.role === null ? null : add}
      />
      <div className={css.filters}>
        <MenuChip
          label={t('problems.list.filter')}
          value={nameOf(shown)}
          choices={[null, ...choices].map((one) => ({
            text: nameOf(one),
            chosen: one === shown,
            choose: () => setShown(one),
          }))}
        />
        {view.tools}
        <FinesCsv lot={lot} query={queryOf(shown)} />
      </div>
      <PagedRows
        pages={pages}
        more={t('problems.list.more')}
        empty={
          shown === null ? (
            <EmptyState title={t('fines.mine.emptyTitle')} text={t('fines.list.emptyText')} />
          ) : (
            <EmptyState
              title={t('fines.list.noneTitle')}
              text={t('fines.list.emptyText')}
              action={
                <Button variant="default" onClick={() => setShown(null)}>
                  {t('problems.list.clear')}
                </Button>
              }
            />
          )
        }
      >
        {(rows) => (
          <FineRows
            fines={rows}
            pathOf={({ id }) => `/lots/${lot.id}/fines/${id}`}
            factOf={({ spot_label, user_name }) => spot_label ?? user_name}
          />
        )}
      </PagedRows>
    </div>
  )
}
