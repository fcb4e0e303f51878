import type { ReservationExplanation } from '@openspot/contract/booking/reservations.ts'
import { useTranslations } from 'use-intl'
import { ReservationTime } from '@/ui/time.tsx'
import css from './periods.module.css'

/** The months of a monthly reservation, and which of them are billed. */
export function Periods({ periods, zone }: { periods: ReservationExplanation['periods']; zone: string }) {
  const t = useTranslations()
  return (
    <section className={css.card}>
      <h2>{t('driver.periods')}</h2>
      <p className={css.quiet}>{t('driver.periodsText')}</p>
      <ol className={css.events}>
        {periods.map((period) => (
          <li key={period.starts_at}>
            <span className={css.when}>
              {period.invoice_id ? t('driver.billed') : t('driver.billedNext')}
            </span>
            <ReservationTime starts_at={period.starts_at} ends_at={period.ends_at} zone={zone} />
          </li>
        ))}
      </ol>
    </section>
  )
}
