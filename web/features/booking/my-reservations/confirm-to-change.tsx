'use client'
import { Anchor, Button } from '@mantine/core'
import type { LinkedPass } from '@openspot/contract/booking/linked-passes.ts'
import { confirmByLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import { mayHavePhoneGate } from '@openspot/core/lots/facts.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './reservations.module.css'

/** Says what the link may do, and how the guest gets to do the rest: by showing that the reservation is theirs. */
export function ConfirmToChange({
  pass,
  extend_to,
  outbox,
}: {
  pass: LinkedPass
  extend_to: string | null
  outbox: boolean
}) {
  const t = useTranslations()
  const send = useApiMutation(confirmByLinkRoute)
  const { by, email_hint } = pass.confirm
  const email = email_hint ?? ''
  if (send.isSuccess) {
    return (
      <Note tone="good" title={t('auth.linkSentTitle')}>
        <p>{t('linkedPass.sent', { email })}</p>
        {outbox ? (
          <Anchor component={Link} href="/outbox">
            {t('auth.toLocalMailbox')}
          </Anchor>
        ) : null}
      </Note>
    )
  }
  const own = `/me/reservations/${pass.id}`
  const next = encodeURIComponent(
    extend_to === null ? own : `${own}?change=extend&ends_at=${encodeURIComponent(extend_to)}`,
  )
  return (
    <Note tone={send.error ? 'bad' : 'plain'} title={send.error?.message ?? t('linkedPass.title')}>
      <p>{t('linkedPass.about', { gate: mayHavePhoneGate(pass.lot.entry_methods) ? 'yes' : 'no' })}</p>
      <p>
        {by === 'EMAIL'
          ? t('linkedPass.byEmail')
          : by === 'PHONE'
            ? t('linkedPass.byPhone')
            : t('linkedPass.bySignIn')}
        {by === 'EMAIL' ? ` ${t('linkedPass.sendTo', { email })}` : null}
      </p>
      <div className={css.noteAction}>
        {by === 'EMAIL' ? (
          <Button
            variant="default"
            h={48}
            loading={send.isPending}
            onClick={() =>
              send.mutate({
                params: { reservation_id: pass.id },
                body: extend_to === null ? {} : { extend_to },
              })
            }
          >
            {t('linkedPass.send')}
          </Button>
        ) : (
          <Button
            component={Link}
            variant="default"
            h={48}
            href={by === 'PHONE' ? `/sign-in/phone?next=${next}` : `/sign-in?next=${next}`}
          >
            {by === 'PHONE' ? t('linkedPass.confirmPhone') : t('auth.signIn')}
          </Button>
        )}
      </div>
    </Note>
  )
}
