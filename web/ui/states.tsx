'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { SpotMark } from '@/ui/spot/spot-mark.tsx'
import css from './states.module.css'

interface StateProps {
  title: string
  /** States of a list: an empty one says what will be here and how to start; an error says what happened and what to do. */
  text: string
  action?: ReactNode
}

/** Empty state: an empty bay, what will be here, and how to start. */
export function EmptyState({ title, text, action }: StateProps) {
  return (
    <section className={css.state}>
      <span className={css.bay}>
        <SpotMark size={56} fill="var(--os-sunken)" />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {action ? <div className={css.action}>{action}</div> : null}
    </section>
  )
}

/** Something could not be loaded; shows the server's message if there is one. */
export function ErrorState({
  error,
  onRetry,
}: {
  error?: { message: string } | null
  onRetry?: () => unknown
}) {
  const t = useTranslations()
  // While someone else's account is viewed, some things are hidden: no failure, and nothing to try again.
  if (error && codeOf(error) === 'view_only') return <Note tone="plain" title={error.message} />
  return (
    <div role="alert">
      <EmptyState
        title={t('errors.loadFailed')}
        text={error?.message || t('errors.loadFailedText')}
        action={
          onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          ) : null
        }
      />
    </div>
  )
}

/** No access: says so and whom to ask. `sign_in` if the visitor is not signed in. */
export function NoPermission({ sign_in, path }: { sign_in?: boolean; path?: string }) {
  const t = useTranslations()
  if (!sign_in) {
    return (
      <EmptyState
        title={t('errors.noPermission')}
        text={t('errors.noPermissionText')}
        action={
          <Button component={Link} href="/" variant="default">
            {t('common.findParking')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('errors.signInFirst')}
      text={t('errors.signInFirstText')}
      action={
        <Button component={Link} href={`/sign-in${path ? `?next=${encodeURIComponent(path)}` : ''}`}>
          {t('common.signIn')}
        </Button>
      }
    />
  )
}

/** A note within a page: what happened, what was not done, and what to do. Yellow marks what needs a person. */
export function Note({
  tone = 'mark',
  title,
  children,
}: {
  tone?: 'mark' | 'bad' | 'good' | 'plain'
  title: string
  children?: ReactNode
}) {
  return (
    <section
      className={css.note}
      data-tone={tone}
      role={tone === 'bad' || tone === 'mark' ? 'alert' : 'status'}
    >
      <h2>{title}</h2>
      {children}
    </section>
  )
}
