'use client'
import { type LoggedPlateLookup, listPlateLookupsRoute } from '@openspot/contract/operations/plates.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './cameras.module.css'

/** Who looked up which license plate in a lot, and why. */
export function LookupsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const pages = usePages(
    listPlateLookupsRoute,
    (query) => ({ params: { lot_id: lot.id }, query }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <>
      <PageHead title={t('plateLookups.title')} text={t('plateLookups.text')} />
      <PagedList
        label={t('plateLookups.title')}
        pages={pages}
        columns={columnsOf(t, lot)}
        bar={null}
        empty={<EmptyState title={t('plateLookups.emptyTitle')} text={t('plateLookups.emptyText')} />}
        more={t('plateLookups.more')}
      />
    </>
  )
}

const columnsOf = (t: Translate, lot: ConsoleLot): Column<LoggedPlateLookup>[] => [
  {
    key: 'plate',
    head: t('plateLookups.columns.plate'),
    cell: ({ plate, region }) => <Plate plate={plate} region={region} size="sm" />,
  },
  {
    key: 'when',
    head: t('plateLookups.columns.when'),
    cell: ({ looked_up_at }) => <Moment at={looked_up_at} zone={lot.time_zone} />,
  },
  {
    key: 'who',
    head: t('plateLookups.columns.who'),
    cell: ({ user_name }) => user_name ?? t('plateLookups.anyone'),
  },
  {
    key: 'why',
    head: t('plateLookups.columns.why'),
    cell: ({ reason, note }) => (
      <>
        {t(`plateLookups.reasons.${reason}`)}
        {note ? (
          <span className={css.below}>
            <bdi>{note}</bdi>
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'result',
    head: t('plateLookups.columns.result'),
    cell: ({ result, spot_label }) => (
      <>
        {t(`plateLookups.results.${result}`)}
        {spot_label ? <span className={css.below}>{spot_label}</span> : null}
      </>
    ),
  },
]
