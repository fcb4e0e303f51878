'use client'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { reservationColumns } from '@/ui/reservation/reservation-columns.tsx'
import css from './lot-reservations.module.css'

/** Current and upcoming reservations of the lot, earliest first. */
export function LotReservations({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const reservations = useApiQuery(
    listParkHistoryRoute,
    { query: { lot_id: lot.id, when: 'upcoming', sort: 'earliest', limit: 25 } },
    { client: 'admin' },
  )
  const items = reservations.data?.items ?? []
  return (
    <section className={css.stays}>
      <header className={css.head}>
        <h2>{t('staff.monitor.reservations')}</h2>
        <Link href={`/lots/${lot.id}/reservations?when=upcoming&sort=earliest`}>
          {t('staff.monitor.allReservations')}
        </Link>
      </header>
      <QueryState answer={reservations} rows={3} />
      {reservations.data && items.length === 0 ? (
        <p className={css.quiet}>{t('staff.monitor.reservationsEmpty')}</p>
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label={t('staff.monitor.reservations')}
          columns={reservationColumns(t, lot)}
          rows={items}
          keyOf={(reservation) => reservation.id}
        />
      ) : null}
    </section>
  )
}
