'use client'
import { Collapse, UnstyledButton } from '@mantine/core'
import type { SearchResult } from '@openspot/contract/lots/lots.ts'
import { IconChevronDown, IconWalk } from '@tabler/icons-react'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lotPath } from '@/lib/paths.ts'
import { distanceText } from '@/ui/figures.ts'
import { LotName } from '@/ui/lot/lot-text.tsx'
import { SaveLot } from '@/ui/lot/save-lot.tsx'
import { shortFacts } from '@/ui/lot/short-facts.ts'
import { RatingSummary } from '@/ui/lot/stars.tsx'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { ResultBadges } from './result-badges.tsx'
import css from './result-card.module.css'
import { hoursOf, type SearchQuery } from './search-query.ts'

/** One search result: the all-in price, with its lines one tap away. */
export function ResultCard({
  result,
  query,
  chosen,
  onPoint,
}: {
  result: SearchResult
  query: SearchQuery
  chosen: boolean
  onPoint: (id: string | null) => void
}) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const { lot, price } = result
  const href = lotPath(lot.public_id, query, query)
  const hours = hoursOf(query)
  const linesId = `lines-${lot.id}`
  return (
    <article className={css.card} data-chosen={chosen || undefined}>
      <div className={css.cardTop}>
        {lot.cover_photo_url ? (
          // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
          <img
            className={css.photo}
            src={lot.cover_photo_url}
            alt=""
            width={96}
            height={72}
            loading="lazy"
            decoding="async"
          />
        ) : (
          <LotLogo url={lot.logo_url} size={40} />
        )}
        <div className={css.cardText}>
          <h3>
            <Link
              href={href}
              className={css.cardLink}
              onPointerEnter={() => onPoint(lot.id)}
              onFocus={() => onPoint(lot.id)}
            >
              <LotName lot={lot} />
            </Link>
          </h3>
          <p>
            <bdi>{[lot.street, lot.city].filter(Boolean).join(', ')}</bdi>
          </p>
        </div>
        <div className={css.cardPrice}>
          <Money cents={price.total_cents} currency={price.currency} size="lg" />
          <UnstyledButton
            className={css.more}
            aria-expanded={open}
            aria-controls={linesId}
            onClick={() => setOpen(!open)}
          >
            {query.ends_at === null ? t('price.firstMonth') : t('price.allIn')}
            <span className="sr-only">{`, ${t('price.show')}, ${lot.name}`}</span>
            <IconChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
          {hours !== null && hours > 1 && price.total_cents > 0 ? (
            <span className={css.perHour}>
              {t('search.perHour', {
                amount: moneyText(t, Math.round(price.total_cents / hours), price.currency),
              })}
            </span>
          ) : null}
        </div>
      </div>
      <div className={css.cardFoot}>
        <RatingSummary lot={lot} />
        {result.walk_minutes !== null && result.distance_m !== null ? (
          <span className={css.fact}>
            <IconWalk size={16} aria-hidden="true" />
            {t('search.walk', {
              minutes: result.walk_minutes,
              distance: distanceText(t, result.distance_m),
            })}
          </span>
        ) : null}
        <span className={css.fact} data-few={result.free_spots < 4 || undefined}>
          {t('search.free', { count: result.free_spots })}
        </span>
        {shortFacts(t, lot).map((fact) => (
          <span key={fact} className={css.fact}>
            {fact}
          </span>
        ))}
      </div>
      <div className={css.cardEnd}>
        <ResultBadges lot={lot} />
        <SaveLot lot={lot} />
      </div>
      <Collapse expanded={open} transitionDuration={160} id={linesId}>
        <div className={css.lines}>
          <PriceLines price={price} />
        </div>
      </Collapse>
    </article>
  )
}
