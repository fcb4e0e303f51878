'use client'
import { Anchor, Button } from '@mantine/core'
import { claimAccountRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { LinkSent } from './link-sent.tsx'

/** Resends the confirmation link to someone with an unconfirmed address. */
export function ConfirmEmail({ email, outbox }: { email: string; outbox: boolean }) {
  const t = useTranslations()
  const send = useApiMutation(claimAccountRoute)
  if (codeOf(send.error) === 'claim_needs_link')
    return <LinkSent email={email} text={t('auth.confirmSent', { email })} outbox={outbox} />
  return (
    <div className={css.form}>
      <p className={css.aside}>{t('auth.confirmText', { email })}</p>
      {send.error ? <Note tone="bad" title={send.error.message} /> : null}
      <Button h={48} loading={send.isPending} onClick={() => send.mutate({ body: {} })}>
        {t('auth.confirmSend')}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href="/me">
          {t('auth.claimLater')}
        </Anchor>
      </p>
    </div>
  )
}
