'use client'
import { Button } from '@mantine/core'
import { getPriceGuidanceRoute, type PriceGuidance } from '@openspot/contract/booking/price-guidance.ts'
import { GUIDANCE_DAYS, MIN_BOOKINGS } from '@openspot/core/price-guidance/limits.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Columns } from '@/ui/panel.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { BacktestPanel } from './backtest-panel.tsx'
import { LastChange } from './last-change.tsx'
import css from './price-guidance.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { SuggestionsPanel } from './suggestions-panel.tsx'
import { WeekPanel } from './week-panel.tsx'

/** Suggested prices of a lot by hour and weekday, what they would have earned, and the owner's limits. */
export function PriceGuidanceScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getPriceGuidanceRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', keep: true },
  )
  if (answer.error && [401, 403].includes(answer.error.status))
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/prices/guidance`} />
  const { data } = answer
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/prices`}>{t('prices.title')}</Link>}
        title={t('priceGuidance.title')}
        text={t('priceGuidance.text', { days: GUIDANCE_DAYS })}
      />
      <QueryState answer={answer} rows={8} />
      {data ? (
        <div className={css.screen}>
          {data.last_change ? <LastChange lot={lot} change={data.last_change} /> : null}
          {data.state === 'READY' ? (
            <Ready lot={lot} guidance={data} />
          ) : (
            <Unready lot={lot} guidance={data} />
          )}
        </div>
      ) : null}
    </>
  )
}

interface Shown {
  lot: ConsoleLot
  guidance: PriceGuidance
}

function Ready({ lot, guidance }: Shown) {
  return (
    <>
      <Columns
        side={
          <>
            {guidance.backtest ? (
              <BacktestPanel backtest={guidance.backtest} currency={guidance.currency} />
            ) : null}
            <SettingsPanel lot={lot} guidance={guidance} />
          </>
        }
      >
        {/* Other suggestions start with all of them chosen again. */}
        <SuggestionsPanel key={JSON.stringify(guidance.suggestions)} lot={lot} guidance={guidance} />
      </Columns>
      <WeekPanel lot={lot} guidance={guidance} />
    </>
  )
}

function Unready({ lot, guidance: { state, bookings } }: Shown) {
  const t = useTranslations()
  if (state === 'READY') return null
  const facts = { needed: MIN_BOOKINGS, days: GUIDANCE_DAYS, count: bookings }
  return (
    <EmptyState
      title={t(`priceGuidance.empty.${state}.title`)}
      text={t(`priceGuidance.empty.${state}.text`, facts)}
      action={
        state === 'NO_SPOTS' ? (
          <Button component={Link} variant="default" href={`/lots/${lot.id}/spots`}>
            {t('priceGuidance.empty.toSpots')}
          </Button>
        ) : (
          <Button component={Link} variant="default" href={`/lots/${lot.id}/prices`}>
            {t('priceGuidance.empty.toPrices')}
          </Button>
        )
      }
    />
  )
}
