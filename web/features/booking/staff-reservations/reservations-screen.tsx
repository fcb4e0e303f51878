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
import { ReservationsCsv } from './reservations-csv.tsx'
import { isNarrowed, noFilter } from './reservations-filter.ts'
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
          noneTitle: t('staffReservations.noneTitle'),
          noneText: t('staffReservations.noneText'),
          clear: t('staffReservations.clear'),
          more: t('staffReservations.more'),
          count: (count, more) => t('staffReservations.count', { count, more: String(more) }),
        }}
        filters={<ReservationsFilters lot_id={lot.id} filter={filter} onChange={change} />}
        isNarrowed={isNarrowed(filter)}
        onClear={() => change(noFilter)}
        csv={<ReservationsCsv lot={lot} filter={filter} />}
      >
        {(reservations) => (
          <DataTable
            label={t('staffReservations.title')}
            columns={reservationColumns(t, lot)}
            rows={reservations}
            keyOf={(reservation) => reservation.id}
          />
        )}
      </ListFrame>
    </div>
  )
}
