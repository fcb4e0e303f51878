'use client'
import { Anchor, Button } from '@mantine/core'
import { stopAccountChangeRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'

/** Stops a change of how an account is accessed. Mail scanners open links, so a person must press the button. */
export function StopChange({ token }: { token: string }) {
  const t = useTranslations()
  const stop = useApiMutation(stopAccountChangeRoute)
  if (stop.isSuccess) {
    return (
      <Note tone="good" title={t('auth.stopDoneTitle')}>
        <p>{t('auth.stopDone')}</p>
      </Note>
    )
  }
  if (!token || stop.isError) {
    return (
      <Note
        tone={stop.isError ? 'bad' : 'mark'}
        title={stop.isError ? stop.error.message : t('auth.linkMissingTitle')}
      >
        <p>{stop.isError ? t('auth.stopGone') : t('auth.linkMissingText')}</p>
        <p>
          <Anchor component={Link} href="/sign-in/reset">
            {t('auth.forgotten')}
          </Anchor>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{t('auth.stopText')}</p>
      <Button
        h={48}
        color="red"
        loading={stop.isPending}
        onClick={() => stop.mutate({ body: { token } }, { onSuccess: () => hintSignedIn(false) })}
      >
        {t('auth.stopGo')}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href="/">
          {t('auth.stopNot')}
        </Anchor>
      </p>
    </div>
  )
}
