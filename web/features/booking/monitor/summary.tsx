'use client'
import { Skeleton } from '@mantine/core'
import { getReservationsSummaryRoute } from '@openspot/contract/booking/monitor.ts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { Day } from '@/ui/time.tsx'
import css from './monitor.module.css'

/** The key figures of today, or of the day of a past moment as they were then. Money is shown only if the server returns it. */
export function Summary({ lot_id, at, zone }: { lot_id: string; at: string | null; zone: string }) {
  const t = useTranslations()
  const summary = useApiQuery(
    getReservationsSummaryRoute,
    { params: { lot_id }, query: at === null ? {} : { at } },
    { client: 'admin', everySeconds: at === null ? 60 : 0 },
  )
  const id = useId()
  const { data } = summary
  if (summary.isPending) return <Skeleton height={44} width={420} />
  if (!data) return null
  const figures: [string | number, string][] = [
    [data.active, t('staff.monitor.active')],
    [data.starting, t('staff.monitor.starting')],
    [data.ending, t('staff.monitor.ending')],
    ...(data.subleased === 0 ? [] : [[data.subleased, t('staff.monitor.subleased')] as [number, string]]),
    [data.free_spots, t('staff.monitor.free')],
    ...(data.unpaid_holds === 0
      ? []
      : [[data.unpaid_holds, t('staff.monitor.unpaidHolds')] as [number, string]]),
    ...(data.paid_cents === null
      ? []
      : [[moneyText(t, data.paid_cents, data.currency), t('staff.monitor.paid')] as [string, string]]),
  ]
  return (
    <section className={css.day} aria-labelledby={id}>
      <h2 id={id}>{at === null ? t('staff.monitor.today') : <Day at={at} zone={zone} />}</h2>
      <dl className={css.figures}>
        {figures.map(([figure, word]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
