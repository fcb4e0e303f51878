import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import css from './booking.module.css'

/** The checkout layout: a summary of the booking on one side, the form on the other. */
export function BookFrame({
  hold,
  summary,
  children,
}: {
  /** How long the spot is held. */
  hold: ReactNode
  summary: ReactNode
  children: ReactNode
}) {
  const t = useTranslations()
  return (
    <PublicShell wide isAsking={false} hasNav={false}>
      {hold}
      <div className={css.page}>
        <h1>{t('booking.title')}</h1>
        <div className={css.side}>{summary}</div>
        <div className={css.form}>{children}</div>
      </div>
    </PublicShell>
  )
}
