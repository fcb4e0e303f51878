'use client'
import { getLotOverviewRoute, type LotOverview } from '@openspot/contract/booking/overview.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { attentionPath } from '@/lib/attention-path.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { AttentionPanel, type AttentionRow } from '@/ui/attention/attention-panel.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { NoPermission } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { DayOccupancy } from './day-occupancy.tsx'
import css from './overview.module.css'
import { dayPath } from './overview-paths.ts'
import { Passages } from './passages.tsx'

const watched = [getLotOverviewRoute]

/** Where staff begin: what needs a person now, and the day so far. Updated live. */
export function OverviewScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  useLotEvents(lot.id, watched)
  // Deadlines and hours also pass without an event.
  const answer = useApiQuery(
    getLotOverviewRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', everySeconds: 60 },
  )
  if (answer.error && [401, 403].includes(answer.error.status))
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}`} />
  const { data } = answer
  return (
    <>
      <PageHead title={t('overview.title')} text={data ? formatDate(data.at, timeFormat) : lot.name} />
      <QueryState answer={answer} rows={8} />
      {data ? (
        <div className={css.screen}>
          <AttentionPanel
            zone={lot.time_zone}
            rows={attentionRows(t, lot, data.attention)}
            empty={{ title: t('overview.attention.emptyTitle'), text: t('overview.attention.emptyText') }}
          />
          <Today lot={lot} overview={data} />
          <DayOccupancy overview={data} zone={lot.time_zone} />
          <div className={css.pair}>
            <Passages
              lot={lot}
              kind="arrivals"
              passages={data.arrivals}
              href={dayPath(lot, data.at, { range_of: 'START', sort: 'earliest' })}
            />
            <Passages
              lot={lot}
              kind="departures"
              passages={data.departures}
              href={dayPath(lot, data.at, { sort: 'earliest' })}
            />
          </div>
        </div>
      ) : null}
    </>
  )
}

/**
 * The rows of what waits. A platform admin, who has no role in the lot, reviews it on the platform, and can't set up its bank account,
 * which is the owner's to do.
 */
function attentionRows(t: Translate, lot: ConsoleLot, items: LotOverview['attention']): AttentionRow[] {
  const isPlatform = lot.role === null
  return items
    .filter(({ kind }) => !isPlatform || kind !== 'PAYOUT_ACCOUNT')
    .map((item) =>
      isPlatform && (item.kind === 'LOT_REVIEW' || item.kind === 'LOT_BLOCKED')
        ? {
            ...item,
            text: t(`overview.attention.forPlatform.${item.kind}`),
            href: `/platform/lots?search=${lot.id}`,
          }
        : {
            ...item,
            text: t(`overview.attention.kinds.${item.kind}`, { count: item.count }),
            href: attentionPath(lot.id, item.kind),
          },
    )
}

/** The key figures of the day; each leads to its list. */
function Today({ lot, overview }: { lot: ConsoleLot; overview: LotOverview }) {
  const t = useTranslations()
  const { spots, taken_spots, arrivals, departures, money, currency, at } = overview
  const format = new Intl.NumberFormat(localeOf(t))
  const weekday = new Intl.DateTimeFormat(localeOf(t), { weekday: 'long', timeZone: lot.time_zone }).format(
    new Date(at),
  )
  return (
    <Panel title={t('overview.today.title')}>
      {spots === 0 ? (
        <p className={css.quiet}>
          <Link href={`/lots/${lot.id}/spots`}>{t('overview.today.noSpots')}</Link>
        </p>
      ) : null}
      <dl className={css.figures}>
        <div>
          <dt>{t('overview.today.taken')}</dt>
          <dd>
            <Link href={`/lots/${lot.id}/monitor`}>
              {t('overview.today.takenOf', { taken: taken_spots, spots })}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('overview.today.arriving')}</dt>
          <dd>
            <Link href={dayPath(lot, at, { range_of: 'START', when: 'ahead', sort: 'earliest' })}>
              {format.format(arrivals.count)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('overview.today.departing')}</dt>
          <dd>
            <Link href={dayPath(lot, at, { when: 'upcoming', sort: 'earliest' })}>
              {format.format(departures.count)}
            </Link>
          </dd>
        </div>
        {money ? (
          <div>
            <dt>{t('overview.today.paid')}</dt>
            <dd>
              <Link href={dayPath(lot, at, { range_of: 'PAYMENT' })}>
                {moneyText(t, money.paid_cents, currency)}
              </Link>
            </dd>
            <dd className={css.compared}>
              {t('overview.today.paidText', {
                weekday,
                weekAgo: moneyText(t, money.week_ago_cents, currency),
                wholeDay: moneyText(t, money.week_ago_day_cents, currency),
              })}
            </dd>
          </div>
        ) : null}
      </dl>
    </Panel>
  )
}
