import { localeOf } from '@openspot/messages/translate.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './stars.module.css'

/** The stars of one rating. */
export function Stars({ stars }: { stars: number }) {
  const t = useTranslations()
  return (
    <span className={css.stars} role="img" aria-label={t('ratings.stars', { stars })}>
      {[1, 2, 3, 4, 5].map((one) => (
        <IconStarFilled key={one} size={16} aria-hidden="true" data-on={one <= stars || undefined} />
      ))}
    </span>
  )
}

/** The average of a lot and how many rated it, in one line; nothing without ratings. */
export function RatingSummary({
  lot: { rating_average, rating_count },
}: {
  lot: { rating_average: number | null; rating_count: number }
}) {
  const t = useTranslations()
  if (rating_average === null) return null
  const average = new Intl.NumberFormat(localeOf(t), { minimumFractionDigits: 1 }).format(rating_average)
  return (
    <span className={css.summary}>
      <IconStarFilled size={15} aria-hidden="true" />
      <span aria-hidden="true">
        <strong>{t('ratings.average', { average })}</strong> {t('ratings.count', { count: rating_count })}
      </span>
      <span className="sr-only">{t('ratings.summary', { average, count: rating_count })}</span>
    </span>
  )
}
