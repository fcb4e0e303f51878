import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import css from './skeletons.module.css'

/** Placeholder for a list of cards: a title, a line below, and a number on the right. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  const t = useTranslations()
  return (
    <div className={css.list} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.row}>
          <div>
            <Skeleton height={16} width="45%" />
            <Skeleton height={12} width="70%" mt={10} />
          </div>
          <Skeleton height={24} width={64} />
        </div>
      ))}
    </div>
  )
}

/** Placeholder for the board. */
export function BoardSkeleton({ cells = 24 }: { cells?: number }) {
  const t = useTranslations()
  return (
    <div className={css.board} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: cells }, (_, cell) => (
        <Skeleton key={cell} height={56} />
      ))}
    </div>
  )
}

/** Placeholder for the pass. */
export function CardSkeleton() {
  const t = useTranslations()
  return (
    <div className={css.card} role="status" aria-label={t('common.loading')}>
      <Skeleton height={14} width="30%" />
      <Skeleton height={40} width="55%" mt={16} />
      <Skeleton height={16} width="80%" mt={16} />
      <Skeleton height={48} mt={24} />
    </div>
  )
}
