'use client'
import { getLotFiguresRoute } from '@openspot/contract/booking/lot-figures.ts'
import { DEFAULT_FIGURE_PERIOD_DAYS } from '@openspot/core/lot-figures/lot-figures.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { NoPermission } from '@/ui/states.tsx'
import { figureKinds } from './figure-kinds.ts'
import { FigurePanel } from './figure-panel.tsx'
import css from './lot-figures.module.css'
import { isPeriod, lastDays, PeriodChips } from './period-chips.tsx'
import { SpotsPanel } from './spots-panel.tsx'
import { WeekPanel } from './week-panel.tsx'

/** The figures of a lot in a period, compared with the one before it. The period is in the URL. */
export function LotFiguresScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const { now } = useClock()
  const [{ from_on, until_on }, change] = useAddress(['from_on', 'until_on'])
  const period =
    from_on && until_on && isPeriod(from_on, until_on)
      ? { from_on, until_on }
      : lastDays(lot.time_zone, now, DEFAULT_FIGURE_PERIOD_DAYS)
  const answer = useApiQuery(
    getLotFiguresRoute,
    { params: { lot_id: lot.id }, query: period },
    { client: 'admin', keep: true },
  )
  if (answer.error && [401, 403].includes(answer.error.status))
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/analytics`} />
  const { data } = answer
  return (
    <>
      <PageHead
        title={t('lotFigures.title')}
        text={
          data ? t('lotFigures.text', { zone: data.time_zone, days: data.current.days.length }) : lot.name
        }
        action={
          <div className={css.chips}>
            <PeriodChips zone={lot.time_zone} period={period} onChange={change} />
          </div>
        }
      />
      <QueryState answer={answer} rows={8} />
      {data ? (
        <div className={css.screen} data-stale={answer.isPlaceholderData || undefined}>
          <div className={css.panels}>
            {figureKinds.map((kind) => (
              <FigurePanel key={kind} lot={lot} kind={kind} figures={data} />
            ))}
          </div>
          <WeekPanel lot={lot} figures={data} />
          <SpotsPanel lot={lot} figures={data} />
        </div>
      ) : null}
    </>
  )
}
