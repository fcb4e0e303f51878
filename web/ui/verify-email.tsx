'use client'
import { Button } from '@mantine/core'
import { claimAccountRoute } from '@openspot/contract/identity/auth.ts'
import type { Me } from '@openspot/contract/identity/users.ts'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

/** Asks a new user to verify their address, and sends the link again. The link leads back to `next`. */
export function VerifyEmail({ me, next, text }: { me: Me; next: string; text: string }) {
  const t = useTranslations()
  const send = useApiMutation(claimAccountRoute)
  const email = me.contact_email
  if (email === null) return null
  // The call always refuses an address that was only typed, after it has sent the link.
  const isSent = codeOf(send.error) === 'claim_needs_link'
  return (
    <Note title={t('auth.confirmTitle')}>
      <p>{text}</p>
      <p>{isSent ? t('auth.confirmAgain', { email }) : t('auth.confirmOpen', { email })}</p>
      {send.error && !isSent ? <p>{send.error.message}</p> : null}
      <Buttons>
        <Button
          size="sm"
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate({ body: { next } })}
        >
          {t('auth.sendAgain')}
        </Button>
      </Buttons>
    </Note>
  )
}
