import type { PortfolioLot } from '@openspot/contract/booking/portfolio.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { IconChevronRight } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { attentionPath } from '@/lib/attention-path.ts'
import { moneyText } from '@/ui/money.tsx'
import css from './portfolio.module.css'

/** More than these are in the overview of the lot. */
const MAX_ITEMS = 4

/** Today of one lot; every number leads to its screen. */
export function PortfolioCard({ lot }: { lot: PortfolioLot }) {
  const t = useTranslations()
  const format = new Intl.NumberFormat(localeOf(t))
  const { lot_id, name, role, spots, taken_spots, arrivals, departures, money, currency, attention } = lot
  const home = `/lots/${lot_id}`
  return (
    <li className={css.lot}>
      <div className={css.head}>
        <h2>
          <Link href={home}>{name}</Link>
        </h2>
        <p>{t(`staff.roles.${role}`)}</p>
      </div>
      <dl className={css.figures}>
        <div>
          <dt>{t('overview.today.taken')}</dt>
          <dd>
            <Link href={`${home}/monitor`}>{t('overview.today.takenOf', { taken: taken_spots, spots })}</Link>
          </dd>
        </div>
        <div>
          <dt>{t('overview.today.arriving')}</dt>
          <dd>{format.format(arrivals)}</dd>
        </div>
        <div>
          <dt>{t('overview.today.departing')}</dt>
          <dd>{format.format(departures)}</dd>
        </div>
        {money ? (
          <div>
            <dt>{t('portfolio.paid')}</dt>
            <dd>
              {moneyText(t, money.paid_cents, currency)}
              <small>
                {t('portfolio.weekAgo', { amount: moneyText(t, money.week_ago_cents, currency) })}
              </small>
            </dd>
          </div>
        ) : null}
      </dl>
      <DayBars lot={lot} />
      {attention.length === 0 ? (
        <p className={css.calm}>{t('overview.attention.emptyTitle')}</p>
      ) : (
        <ul className={css.items} aria-label={t('overview.attention.title')}>
          {attention.slice(0, MAX_ITEMS).map(({ kind, count }) => (
            <li key={kind}>
              <Link href={attentionPath(lot_id, kind)}>
                {t(`overview.attention.kinds.${kind}`, { count })}
                <IconChevronRight size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
          {attention.length > MAX_ITEMS ? (
            <li>
              <Link href={home}>
                {t('portfolio.moreItems', { count: attention.length - MAX_ITEMS })}
                <IconChevronRight size={16} aria-hidden="true" />
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </li>
  )
}

/** The occupancy of the day by hour. The overview of the lot has the same as a table. */
function DayBars({ lot: { hours, spots } }: { lot: PortfolioLot }) {
  const t = useTranslations()
  if (spots === 0) return null
  return (
    <div className={css.bars} role="img" aria-label={t('overview.occupancy.title')}>
      {hours.map(({ starts_at, taken_spots }) => (
        <span
          key={starts_at}
          style={{ height: `${Math.min(100, Math.round((taken_spots / spots) * 100))}%` }}
        />
      ))}
    </div>
  )
}
