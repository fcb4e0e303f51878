'use client'
import { Button } from '@mantine/core'
import { openSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useSignInContinuation } from './use-sign-in-continuation.ts'

/**
 * An emailed link works once, and mail scanners open links, so it takes effect only when a person presses the button.
 */
export function OpenLink({
  token,
  next,
  text,
  confirm,
  again = '/sign-in',
}: {
  token: string
  next: string
  text?: string
  confirm?: string
  /** The page on which to request a new link. */
  again?: string
}) {
  const t = useTranslations()
  const open = useApiMutation(openSignInLinkRoute)
  const entering = useSignInContinuation(next)
  if (entering.ticket)
    return <SecondStep ticket={entering.ticket} next={next} onBack={() => window.location.assign(again)} />
  if ((open.isError && !needsSecondStep(open.error)) || !token) {
    return (
      <Note
        tone={open.isError ? 'bad' : 'mark'}
        title={open.isError ? open.error.message : t('auth.linkMissingTitle')}
      >
        {open.isError ? null : <p>{t('auth.linkMissingText')}</p>}
        <p>
          {codeOf(open.error) === 'sign_in_required' ? (
            // A new account is confirmed where it is signed in, so another device signs in first, and comes back to this link.
            <Link
              href={`/sign-in?next=${encodeURIComponent(`/sign-in/link?${new URLSearchParams({ token, next })}`)}`}
            >
              {t('auth.signIn')}
            </Link>
          ) : (
            <Link href={again === '/sign-in' ? `/sign-in?next=${encodeURIComponent(next)}` : again}>
              {t('auth.newLink')}
            </Link>
          )}
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{text ?? t('auth.linkText')}</p>
      <Button
        h={48}
        loading={open.isPending || open.isSuccess}
        onClick={() => open.mutate({ body: { token } }, entering.onwards)}
      >
        {confirm ?? t('auth.linkConfirm')}
      </Button>
    </div>
  )
}
