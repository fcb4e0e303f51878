import type { Rating } from '@openspot/contract/lots/ratings.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Day } from '@/ui/time.tsx'
import css from './rating-item.module.css'
import { Stars } from './stars.tsx'

/** One rating: stars, who and when, the text, and the reply of the lot. */
export function RatingItem({
  rating: { stars, text, author, created_at, reply, replied_at },
  zone,
  children,
}: {
  rating: Rating
  zone: string
  /** What the reader can do about it. */
  children?: ReactNode
}) {
  const t = useTranslations()
  return (
    <article className={css.rating}>
      <p className={css.head}>
        <Stars stars={stars} />
        <strong>
          <bdi>{author ?? t('ratings.someone')}</bdi>
        </strong>
        <span className={css.day}>
          <Day at={created_at} zone={zone} />
        </span>
      </p>
      {text ? (
        <p className={css.text}>
          <bdi>{text}</bdi>
        </p>
      ) : null}
      {reply && replied_at ? (
        <div className={css.reply}>
          <p className={css.head}>
            <strong>{t('ratings.reply')}</strong>
            <span className={css.day}>
              <Day at={replied_at} zone={zone} />
            </span>
          </p>
          <p className={css.text}>
            <bdi>{reply}</bdi>
          </p>
        </div>
      ) : null}
      {children}
    </article>
  )
}
