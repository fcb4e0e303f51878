'use client'
import { Anchor, TextInput } from '@mantine/core'
import { sendGuestLinkRoute, sendPasswordLinkRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { LinkSent } from './link-sent.tsx'
import { pageAfterLink } from './next-path.ts'
import { PersonCheck } from './person-check.tsx'

/** Sends a link to an address: to set a new password, or to a guest's bookings. */
export function AskLinkForm({
  of,
  outbox,
  next,
}: {
  of: 'password' | 'guest'
  outbox: boolean
  /** The page to open once the password is set. */
  next?: string
}) {
  const t = useTranslations()
  const [{ email }, setAddress] = useDraft('sign-in', () => ({ email: '' }))
  const [check, setCheck] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const password = useApiMutation(sendPasswordLinkRoute)
  const guest = useApiMutation(sendGuestLinkRoute)
  const sent = of === 'guest' ? guest : password
  const isGuest = of === 'guest'
  if (sent.isSuccess) {
    const text = isGuest ? t('auth.claimSent', { email }) : t('auth.resetSent', { email })
    return <LinkSent email={email} text={text} outbox={outbox} />
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isGuest) return password.mutate({ body: { email: email.trim(), ...pageAfterLink(next ?? '') } })
        if (check === null) return
        guest.mutate(
          { body: { email: email.trim(), bot_check: check } },
          {
            onError: () => {
              setCheck(null)
              setAttempt((before) => before + 1)
            },
          },
        )
      }}
    >
      <p className={css.aside}>{isGuest ? t('auth.claimAskText') : t('auth.resetAskText')}</p>
      {sent.error ? <Note tone="bad" title={sent.error.message} /> : null}
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setAddress({ email: event.currentTarget.value })}
      />
      {isGuest ? <PersonCheck key={attempt} onSolved={setCheck} /> : null}
      <GatedButton
        type="submit"
        h={48}
        loading={sent.isPending}
        why={isGuest && check === null ? t('auth.check.waitAlert') : null}
      >
        {isGuest ? t('auth.claimAsk') : t('auth.resetAsk')}
      </GatedButton>
      <p className={css.aside}>
        <Anchor component={Link} href={next ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in'}>
          {t('auth.toSignIn')}
        </Anchor>
      </p>
    </form>
  )
}
