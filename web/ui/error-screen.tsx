'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { errorText, errorTitle } from '@/ui/error-text.ts'
import css from './error-screen.module.css'

/**
 * The content of every generic error page in both routers: the status in an empty bay, the title, what was not done,
 * and a next step.
 */
export function ErrorScreen({ status }: { status: number }) {
  const t = useTranslations()
  return (
    <main className={css.screen} id="content" data-status={status}>
      <div className={css.bay} aria-hidden="true">
        <span>{status}</span>
      </div>
      <h1 className={css.title}>
        <span className="sr-only">{status} </span>
        {errorTitle(t, status)}
      </h1>
      <p className={css.text}>{errorText(t, status)}</p>
      <div className={css.ways}>
        <Button component={Link} href="/">
          {t('errors.goHome')}
        </Button>
        <Button component={Link} href="/me" variant="default">
          {t('errors.goToStays')}
        </Button>
      </div>
    </main>
  )
}
