import type { ErrorMonitoring } from '@openspot/contract/platform/error-monitoring.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { dayText } from '@/ui/day-text.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './errors.module.css'

/** What was received and what was not, and whether the vendor gets it. */
export function IntakeNote({ state }: { state: ErrorMonitoring }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const { received, forwarding } = state
  const parts = [
    t('errorMonitoring.intake.received', received),
    ...(forwarding === null
      ? [t('errorMonitoring.intake.local')]
      : [
          t('errorMonitoring.intake.forwarded', { host: forwarding.host }),
          t('errorMonitoring.intake.sent', { count: forwarding.sent_count }),
          forwarding.lost_count > 0
            ? t('errorMonitoring.intake.lost', { count: forwarding.lost_count, host: forwarding.host })
            : null,
        ]),
  ]
  return (
    <>
      <p className={css.intake}>{parts.filter((part) => part !== null).join(' ')}</p>
      <Drops drops={state.drops} />
      {forwarding?.failing_since && forwarding.failure ? (
        <div className={css.failing}>
          <Note tone="bad" title={t(`errorMonitoring.intake.failures.${forwarding.failure}`)}>
            <p>
              {t('errorMonitoring.intake.failing')}{' '}
              <Moment at={forwarding.failing_since} zone={reader_zone} />
            </p>
          </Note>
        </div>
      ) : null}
    </>
  )
}

/** What was not kept or not forwarded, by day and reason. */
function Drops({ drops }: Pick<ErrorMonitoring, 'drops'>) {
  const t = useTranslations()
  const locale = localeOf(t)
  if (drops.length === 0) return null
  const count = drops.reduce((sum, one) => sum + one.count, 0)
  const format = new Intl.NumberFormat(locale)
  return (
    <details className={css.drops}>
      <summary>{t('errorMonitoring.drops.title', { count })}</summary>
      <DataTable
        label={t('errorMonitoring.drops.label')}
        columns={[
          { key: 'day', head: t('errorMonitoring.drops.day'), cell: ({ on }) => dayText(locale, on) },
          {
            key: 'count',
            head: t('errorMonitoring.drops.count'),
            cell: (one) => format.format(one.count),
            isFigure: true,
          },
          {
            key: 'reason',
            head: t('errorMonitoring.drops.reason'),
            cell: ({ reason }) => t(`errorMonitoring.drops.reasons.${reason}`),
            isText: true,
          },
        ]}
        rows={drops}
        keyOf={({ on, reason }) => `${on} ${reason}`}
      />
    </details>
  )
}
