'use client'
import type { BacktestReport } from '@openspot/contract/booking/rule-sets.ts'
import { useTranslations } from 'use-intl'
import type { ImpactPreview } from '@/lib/use-impact-preview.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Money } from '@/ui/money.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { Note } from '@/ui/states.tsx'
import { changeText } from './differences-rows.ts'
import css from './impact-preview.module.css'

/** The impact preview of a form of prices or rules on the bookings of the last 90 days. */
export function ImpactPreviewPanel({
  impact,
  hint,
}: {
  impact: ImpactPreview
  /** A note needed to understand the report. */
  hint?: string | null
}) {
  const t = useTranslations()
  const { report, isOld, canRun, isBusy, error, run } = impact
  return (
    <Panel title={t('rehearsal.title')} text={t('rehearsal.text')}>
      <Buttons>
        <GatedButton
          variant="default"
          loading={isBusy}
          why={canRun ? null : t('common.why.correct')}
          onClick={run}
        >
          {report ? t('rehearsal.again') : t('rehearsal.go')}
        </GatedButton>
      </Buttons>
      {hint ? <p className={css.quiet}>{hint}</p> : null}
      {canRun ? null : <p className={css.quiet}>{t('rehearsal.notYet')}</p>}
      {error && !isBusy ? <Note tone="bad" title={error.message} /> : null}
      {isBusy && !report ? <CardSkeleton /> : null}
      {report && isOld ? (
        <Note title={t('rehearsal.oldTitle')}>
          <p>{t('rehearsal.oldText')}</p>
        </Note>
      ) : null}
      {report ? (
        <div className={css.report} aria-live="polite">
          <Report report={report} />
        </div>
      ) : null}
    </Panel>
  )
}

function Report({ report }: { report: BacktestReport }) {
  const t = useTranslations()
  const { bookings, days, currency, money_before_cents, money_after_cents, unexplained } = report
  if (bookings === 0) {
    return (
      <>
        <h3>{t('rehearsal.noneTitle')}</h3>
        <p className={css.quiet}>{t('rehearsal.noneText', { days })}</p>
      </>
    )
  }
  const counts = (['refused', 'newly_allowed', 'more_expensive', 'less_expensive'] as const).filter(
    (one) => report[one] > 0,
  )
  const differing = counts.reduce((sum, one) => sum + report[one], 0)
  return (
    <>
      <div>
        <h3>
          {differing === 0
            ? t('rehearsal.sameTitle')
            : t('rehearsal.differsTitle', { count: differing, of: bookings })}
        </h3>
        <p className={css.quiet}>
          {differing === 0
            ? t('rehearsal.sameText', { count: bookings, days })
            : t('rehearsal.people', { count: report.people })}
        </p>
      </div>
      {differing === 0 ? null : (
        <dl className={css.counts}>
          {counts.map((one) => (
            <div key={one}>
              <dt>{t(`rehearsal.counts.${one}`)}</dt>
              <dd>{report[one]}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className={css.money}>
        <div>
          <dt>{t('rehearsal.before')}</dt>
          <dd>
            <Money cents={money_before_cents} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('rehearsal.after')}</dt>
          <dd>
            <Money cents={money_after_cents} currency={currency} />
          </dd>
        </div>
        <div className={css.total}>
          <dt>{t('rehearsal.change')}</dt>
          <dd>{changeText(t, money_after_cents - money_before_cents, currency)}</dd>
        </div>
      </dl>
      <p className={css.quiet}>{t('rehearsal.moneyText')}</p>
      {unexplained > 0 ? (
        <Note title={t('rehearsal.unexplainedTitle', { count: unexplained })}>
          <p>{t('rehearsal.unexplainedText', { count: unexplained })}</p>
        </Note>
      ) : (
        <p className={css.quiet}>{t('rehearsal.explained')}</p>
      )}
    </>
  )
}
