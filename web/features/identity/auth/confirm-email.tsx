'use client'
import { Anchor, Button } from '@mantine/core'
import { claimAccountRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { codeOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { LinkSent } from './link-sent.tsx'

/** Resends the confirmation link to someone with an unconfirmed address. */
export function ConfirmEmail({ email, outbox }: { email: string; outbox: boolean }) {
  const say = words.auth
  const send = useApiMutation(claimAccountRoute)
  if (codeOf(send.error) === 'claim_needs_link')
    return <LinkSent email={email} text={say.confirmSent(email)} outbox={outbox} />
  return (
    <div className={css.form}>
      <p className={css.aside}>{say.confirmText(email)}</p>
      {send.error ? <Note tone="bad" title={send.error.message} /> : null}
      <Button h={48} loading={send.isPending} onClick={() => send.mutate({ body: {} })}>
        {say.confirmSend}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href="/me">
          {say.claimLater}
        </Anchor>
      </p>
    </div>
  )
}
