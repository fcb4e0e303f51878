'use client'
import { listMonitorVehiclesRoute, type MonitorVehicle } from '@openspot/contract/booking/monitor.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { ListCsv, yesOrNo } from '@/ui/list-csv.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './monitor.module.css'

/** Every plate that may be in the lot now, or was allowed there at a moment, and why: for lookups at the barrier or on patrol. */
export function Vehicles({ lot, q, at }: { lot: ConsoleLot; q: string; at: string | null }) {
  const t = useTranslations()
  const vehicles = useApiQuery(
    listMonitorVehiclesRoute,
    { params: { lot_id: lot.id }, query: at === null ? {} : { at } },
    { client: 'admin', everySeconds: at === null ? 60 : 0 },
  )
  const wanted = lookAlikeKey(normalizePlate(q))
  const items = vehicles.data?.items ?? []
  const shown = items.filter(({ plate }) => lookAlikeKey(normalizePlate(plate)).includes(wanted))
  return (
    <>
      <QueryState answer={vehicles} />
      {vehicles.data && shown.length === 0 ? (
        items.length === 0 ? (
          <EmptyState
            title={
              at === null
                ? t('staff.monitor.vehicles.emptyTitle')
                : t('staff.monitor.vehicles.emptyThenTitle')
            }
            text={
              at === null ? t('staff.monitor.vehicles.emptyText') : t('staff.monitor.vehicles.emptyThenText')
            }
          />
        ) : (
          <EmptyState
            title={t('staff.monitor.vehicles.noneTitle', { plate: q })}
            text={t('staff.monitor.vehicles.noneText')}
          />
        )
      ) : null}
      {shown.length > 0 ? (
        <>
          <div className={css.above}>
            <p aria-live="polite">
              {t(at === null ? 'staff.monitor.vehicles.count' : 'staff.monitor.vehicles.countThen', {
                count: shown.length,
              })}
            </p>
            <ListCsv
              label={t('staff.monitor.vehicles.csv')}
              name={`vehicles ${lot.name}`}
              columns={csvColumns}
              readPage={async () => ({ items: shown, next_cursor: null })}
            />
          </div>
          <DataTable
            label={t('staff.monitor.vehicles.title')}
            columns={columnsOf(t, lot)}
            rows={shown}
            keyOf={keyOf}
          />
        </>
      ) : null}
    </>
  )
}

const keyOf = ({ plate, region, spot_label, right }: MonitorVehicle) =>
  [plate, region, spot_label, right].join(' ')

const columnsOf = (t: Translate, lot: ConsoleLot): Column<MonitorVehicle>[] => [
  {
    key: 'plate',
    head: t('staff.monitor.vehicles.columns.plate'),
    cell: ({ plate, region }) => <Plate plate={plate} region={region || null} size="sm" />,
  },
  { key: 'spot', head: t('staff.monitor.vehicles.columns.spot'), cell: ({ spot_label }) => spot_label },
  {
    key: 'why',
    head: t('staff.monitor.vehicles.columns.why'),
    cell: ({ right, reservation_id, replaced_at, is_recorded_by_staff }) => (
      <>
        {reservation_id ? (
          <Link href={reservationPath(lot.id, reservation_id)}>
            {t(`staff.monitor.vehicles.rights.${right}`)}
          </Link>
        ) : (
          t(`staff.monitor.vehicles.rights.${right}`)
        )}
        {replaced_at ? ` · ${t('staff.monitor.vehicles.previous')}` : null}
        {is_recorded_by_staff ? ` · ${t('staff.monitor.vehicles.recorded')}` : null}
      </>
    ),
  },
  {
    key: 'until',
    head: t('staff.monitor.vehicles.columns.until'),
    cell: ({ ends_at }) =>
      ends_at ? <Moment at={ends_at} zone={lot.time_zone} /> : t('staff.monitor.vehicles.noEnd'),
  },
  {
    key: 'car',
    head: t('staff.monitor.vehicles.columns.car'),
    cell: carLook,
  },
]

const csvColumns = [
  ['plate', ({ plate }: MonitorVehicle) => plate],
  ['region', ({ region }: MonitorVehicle) => region],
  ['spot_label', ({ spot_label }: MonitorVehicle) => spot_label],
  ['right', ({ right }: MonitorVehicle, t: Translate) => t(`staff.monitor.vehicles.rights.${right}`)],
  [
    'is_recorded_by_staff',
    ({ is_recorded_by_staff }: MonitorVehicle, t: Translate) => yesOrNo(t, is_recorded_by_staff),
  ],
  ['ends_at', ({ ends_at }: MonitorVehicle) => ends_at],
  ['make', ({ make }: MonitorVehicle) => make],
  ['model', ({ model }: MonitorVehicle) => model],
  ['color', ({ color }: MonitorVehicle) => color],
] as const
