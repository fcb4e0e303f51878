'use client'
import { type LotWaitlistEntry, listLotWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { PagedRows } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import css from './waitlist.module.css'

const watched = [listLotWaitlistRoute]

/** Who waits for a spot of the lot, for when and what, and who has an offer. */
export function WaitlistScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const pages = usePages(
    listLotWaitlistRoute,
    (page) => ({ params, query: page }),
    (page) => page.next_cursor,
    { client: 'admin' },
  )
  const view = useListView(lot.id, 'WAITLIST', columnsOf(t, lot))
  const count = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return (
    <>
      <PageHead title={t('waitlist.title')} text={t('waitlist.text')} />
      <div className={css.screen}>
        <PagedRows
          pages={pages}
          empty={<EmptyState title={t('waitlist.emptyTitle')} text={t('waitlist.emptyText')} />}
          above={
            <div className={css.bar}>
              <p aria-live="polite">{t('waitlist.count', { count, more: String(pages.hasNextPage) })}</p>
              {view.tools}
              <ListCsv
                label={t('waitlist.csv')}
                name={`waitlist ${lot.name}`}
                columns={csvColumns}
                readPage={(page) =>
                  callApi(listLotWaitlistRoute, { params, query: page }, { client: 'admin' })
                }
              />
            </div>
          }
          more={t('waitlist.more')}
        >
          {(rows) => (
            <DataTable
              label={t('waitlist.title')}
              columns={view.columns}
              rows={rows}
              keyOf={({ id }) => id}
              isCards
            />
          )}
        </PagedRows>
      </div>
    </>
  )
}

function columnsOf(t: Translate, lot: ConsoleLot): Column<LotWaitlistEntry>[] {
  return [
    {
      key: 'driver',
      head: t('waitlist.columns.driver'),
      cell: ({ driver }) => driver ?? t('waitlist.newDriver'),
    },
    {
      key: 'time',
      head: t('waitlist.columns.time'),
      cell: ({ starts_at, ends_at }) => (
        <ReservationTime starts_at={starts_at} ends_at={ends_at} zone={lot.time_zone} />
      ),
    },
    { key: 'wants', head: t('waitlist.columns.wants'), cell: (entry) => wantsText(t, entry) },
    {
      key: 'since',
      head: t('waitlist.columns.since'),
      cell: ({ created_at }) => <Moment at={created_at} zone={lot.time_zone} />,
    },
    {
      key: 'state',
      head: t('waitlist.columns.state'),
      cell: (entry) => <State entry={entry} lot={lot} />,
    },
  ]
}

function State({ entry, lot }: { entry: LotWaitlistEntry; lot: ConsoleLot }) {
  const t = useTranslations()
  const { reservation_id, offer_expires_at } = entry
  if (reservation_id === null || offer_expires_at === null) return t('waitlist.waiting')
  return (
    <Link href={reservationPath(lot.id, reservation_id)} prefetch={false}>
      {t.rich('waitlist.offered', {
        time: tag(<Moment at={offer_expires_at} zone={lot.time_zone} inside />),
      })}
    </Link>
  )
}

const wantsText = (t: Translate, { type, features }: LotWaitlistEntry): string =>
  [
    type === null ? t('waitlist.anySpot') : t(`spot.types.${type}`),
    ...features.map((feature) => t(`spot.features.${feature}`)),
  ].join(t('common.comma'))

const csvColumns: CsvColumns<LotWaitlistEntry> = [
  ['driver', ({ driver }) => driver ?? ''],
  ['starts_at', ({ starts_at }) => starts_at],
  ['ends_at', ({ ends_at }) => ends_at],
  ['type', ({ type }) => type ?? ''],
  ['features', ({ features }) => features.join(' ')],
  ['status', ({ status }) => status],
  ['created_at', ({ created_at }) => created_at],
]
