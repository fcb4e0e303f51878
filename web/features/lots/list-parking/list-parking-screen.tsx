import { Button } from '@mantine/core'
import type { EarningsEstimate } from '@openspot/contract/lots/earnings-estimate.ts'
import type { Place } from '@openspot/contract/lots/lots.ts'
import { useTranslations } from 'use-intl'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { EstimateForm } from './estimate-form.tsx'
import type { EstimateQuery } from './estimate-query.ts'
import { EstimateResult } from './estimate-result.tsx'
import css from './list-parking.module.css'

const steps = ['place', 'spots', 'review'] as const

/** Why and how to list parking, with an estimate of the earnings. All of it also works without JavaScript. */
export function ListParkingScreen({
  query,
  place,
  answer,
}: {
  query: EstimateQuery
  /** The place that was found for the search; null if there was none or nothing was searched for. */
  place: Place | null
  answer: EarningsEstimate | null
}) {
  const t = useTranslations()
  const start = (
    <Button component="a" href="/lots/new" size="lg">
      {t('listParking.start')}
    </Button>
  )
  return (
    <PublicShell wide>
      <div className={css.page}>
        <section className={css.hero}>
          <h1>{t('listParking.title')}</h1>
          <p>{t('listParking.text')}</p>
          {start}
        </section>
        <section className={css.estimate} id="estimate">
          <h2>{t('listParking.estimate.title')}</h2>
          <EstimateForm query={query} />
          <EstimateResult query={query} place={place} answer={answer} />
        </section>
        <section>
          <h2>{t('listParking.how')}</h2>
          <ol className={css.steps}>
            {steps.map((step) => (
              <li key={step}>
                <h3>{t(`listParking.steps.${step}.title`)}</h3>
                <p>{t(`listParking.steps.${step}.text`)}</p>
              </li>
            ))}
          </ol>
          {start}
        </section>
      </div>
    </PublicShell>
  )
}
