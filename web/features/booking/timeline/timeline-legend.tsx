'use client'
import { useTranslations } from 'use-intl'
import css from './timeline.module.css'
import { barKinds } from './timeline-bars.ts'

/** What the bars look like: each state also has a pattern of its own. */
export function TimelineLegend() {
  const t = useTranslations()
  return (
    <ul className={css.legend} aria-label={t('timeline.legend')}>
      {barKinds.map((kind) => (
        <li key={kind}>
          <span className={css.sample} data-kind={kind} aria-hidden="true" />
          {t(`timeline.kinds.${kind}`)}
        </li>
      ))}
      <li>
        <span className={css.sample} data-kind="closed" aria-hidden="true" />
        {t('timeline.closed')}
      </li>
      <li>
        <span className={css.sample} data-kind="assigned" aria-hidden="true" />
        {t('timeline.assigned')}
      </li>
      <li>
        <span className={css.owes} aria-hidden="true">
          {t('timeline.owesMark')}
        </span>
        {t('timeline.owes')}
      </li>
    </ul>
  )
}
