'use client'
import { Skeleton } from '@mantine/core'
import { getReservationsSummaryRoute } from '@openspot/contract/booking/monitor.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import css from './monitor.module.css'

/** The key figures of today, or of the day of a past moment. Money is shown only if the server returns it. */
export function Summary({ lot_id, zone, at }: { lot_id: string; zone: string; at: string | null }) {
  const t = useTranslations()
  const day = at === null ? null : startOfLocalDay(zone, minutesOf(at))
  const query = day === null ? {} : { starts_at: isoOf(day), ends_at: isoOf(plusLocalDays(zone, day, 1)) }
  const summary = useApiQuery(
    getReservationsSummaryRoute,
    { params: { lot_id }, query },
    { client: 'admin', everySeconds: 60 },
  )
  const { data } = summary
  if (summary.isPending) return <Skeleton height={44} width={420} />
  if (!data) return null
  const figures: [string | number, string][] = [
    [data.active, t('staff.monitor.active')],
    [data.starting, t('staff.monitor.starting')],
    [data.ending, t('staff.monitor.ending')],
    [data.free_spots, t('staff.monitor.free')],
    ...(data.unpaid_holds === 0
      ? []
      : [[data.unpaid_holds, t('staff.monitor.unpaidHolds')] as [number, string]]),
    ...(data.paid_cents === null
      ? []
      : [[moneyText(t, data.paid_cents, data.currency), t('staff.monitor.paid')] as [string, string]]),
  ]
  return (
    <dl className={css.figures} aria-label={t('staff.monitor.today')}>
      {figures.map(([figure, word]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
