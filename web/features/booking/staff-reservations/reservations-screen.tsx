'use client'
import { Button } from '@mantine/core'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { reservationColumns } from '@/ui/reservation/reservation-columns.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { ReservationsCsv } from './reservations-csv.tsx'
import { isFirstList, isNarrowed, noFilter } from './reservations-filter.ts'
import { ReservationsFilters } from './reservations-filters.tsx'
import css from './reservations-screen.module.css'
import { useLotReservations, useReservationsFilter } from './use-lot-reservations.ts'

const watched = [listParkHistoryRoute]

/** The reservations of a lot, updated live; the filter is in the URL. */
export function ReservationsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const [filter, change] = useReservationsFilter()
  const answer = useLotReservations(lot.id, lot.time_zone, filter)
  const isFirst = isFirstList(filter)
  const view = useListView(lot.id, 'RESERVATIONS', reservationColumns(t, lot))
  const add = lot.is_admin ? (
    <Button
      component={Link}
      href={`/lots/${lot.id}/reservations/new`}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {t('staffReservations.add')}
    </Button>
  ) : null
  return (
    <div className={css.screen}>
      <PageHead title={t('staffReservations.title')} action={add} />
      <ListFrame
        pages={answer}
        path={`/lots/${lot.id}/reservations`}
        say={{
          filters: t('staffReservations.filters'),
          emptyTitle: t('staffReservations.emptyTitle'),
          emptyText: t('staffReservations.emptyText'),
          noneTitle: isFirst ? t('staffReservations.noneAheadTitle') : t('staffReservations.noneTitle'),
          noneText: isFirst ? t('staffReservations.noneAheadText') : t('staffReservations.noneText'),
          clear: isFirst ? t('staffReservations.showAll') : t('staffReservations.clear'),
          more: t('staffReservations.more'),
          count: (count, more) => t('staffReservations.count', { count, more: String(more) }),
        }}
        filters={
          <ReservationsFilters lot_id={lot.id} seesMoney={lot.is_admin} filter={filter} onChange={change}>
            {view.tools}
          </ReservationsFilters>
        }
        isNarrowed={isNarrowed(filter)}
        onClear={() => change(noFilter)}
        csv={<ReservationsCsv lot={lot} filter={filter} />}
      >
        {(reservations) => (
          <DataTable
            label={t('staffReservations.title')}
            columns={view.columns}
            rows={reservations}
            keyOf={(reservation) => reservation.id}
            isCards
          />
        )}
      </ListFrame>
    </div>
  )
}
