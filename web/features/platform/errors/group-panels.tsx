import type { ErrorGroupDetail } from '@openspot/contract/platform/error-monitoring.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { dayText } from '@/ui/day-text.ts'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './errors.module.css'

/** Events per day as bars. */
export function DaysPanel({ days }: { days: ErrorGroupDetail['days'] }) {
  const t = useTranslations()
  const locale = localeOf(t)
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Panel
      title={t('errorMonitoring.detail.days')}
      text={t('errorMonitoring.detail.daysTotal', { count: total })}
    >
      <ol className={css.bars}>
        {days.map(({ on, count }) => {
          const text = t('errorMonitoring.detail.dayCount', { day: dayText(locale, on), count })
          // A day with few events must still be seen.
          const height = count === 0 ? 0 : Math.max(4, (count / most) * 100)
          return (
            <li key={on} title={text}>
              <span className="sr-only">{text}</span>
              <span className={css.bar} style={{ height: `${height}%` }} aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      {first && last ? (
        <div className={css.ends} aria-hidden="true">
          <span>{dayText(locale, first.on)}</span>
          <span>{dayText(locale, last.on)}</span>
        </div>
      ) : null}
    </Panel>
  )
}

/** How the stored events are distributed. */
export function SharesPanel({ group }: { group: ErrorGroupDetail }) {
  const t = useTranslations()
  return (
    <Panel title={t('errorMonitoring.detail.shares')} text={t('errorMonitoring.detail.sharesText')}>
      <div className={css.shares}>
        <Shares title={t('errorMonitoring.detail.releases')} shares={group.releases} />
        <Shares title={t('errorMonitoring.detail.browsers')} shares={group.browsers} />
        <Shares title={t('errorMonitoring.detail.pages')} shares={group.pages} />
      </div>
    </Panel>
  )
}

function Shares({ title, shares }: { title: string; shares: ErrorGroupDetail['releases'] }) {
  const t = useTranslations()
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {shares.map(({ value, count }) => (
          <li key={value} className={css.share} style={{ backgroundSize: `${(count / total) * 100}% 100%` }}>
            <span>{value || t('errorMonitoring.detail.unknown')}</span>
            <span>{percentText(t, Math.round((count / total) * 100) * 100)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Activity = ErrorGroupDetail['activity'][number]

function activityText(t: Translate, { kind, by_name, assignee_name, release }: Activity): string {
  const name = by_name ?? t('errorMonitoring.activity.someone')
  if (kind === 'ASSIGNED') {
    const assignee = assignee_name ?? t('errorMonitoring.activity.someone')
    return t('errorMonitoring.activity.ASSIGNED', { name, assignee })
  }
  if (kind !== 'REOPENED' || by_name !== null) return t(`errorMonitoring.activity.${kind}`, { name })
  return release === null
    ? t('errorMonitoring.activity.again')
    : t('errorMonitoring.activity.againIn', { release })
}

/** What was done about the error, newest first. */
export function ActivityPanel({ activity }: { activity: readonly Activity[] }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  return (
    <Panel title={t('errorMonitoring.activity.title')}>
      {activity.length === 0 ? <p className={css.quiet}>{t('errorMonitoring.activity.none')}</p> : null}
      <ol className={css.activity}>
        {activity.map((one) => (
          <li key={`${one.at} ${one.kind}`}>
            <p>
              {activityText(t, one)}
              {one.until ? (
                <>
                  {' '}
                  {t('errorMonitoring.activity.until')} <Moment at={one.until} zone={reader_zone} inside />
                </>
              ) : null}
            </p>
            <Moment at={one.at} zone={reader_zone} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
